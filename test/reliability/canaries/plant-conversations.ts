import { WEBHOOK_TYPES } from '../../../src/catalogue/webhook-types.js';
import { SNAPSHOT_EVENTS } from '../../../src/engine/commands/snapshots.js';
import { createConversationType, WAIT } from '../../fixtures/conversations.js';
import type { Tenant } from '../../fixtures/tenant.js';
import { leaf, notifyParticipants, onData, onMessage, sendMessage } from '../../fixtures/workflows.js';
import { until } from '../../support/until.js';
import { address, bareDigests, type Stage, word } from './plant.js';
import type { Canaries } from './search.js';

/** JSON above what an event holds: it is kept as a blob. */
const LARGE = 200_000;
const PHONE = '+49305557310901';
const MOVED_PHONE = '+49305557310902';
const LONG_PHONE = '+49305557310903';
const keyed = (name: string) => ({ 'idempotency-key': word(`key${name}`) });

const blobOf = (name: string) => ({ note: word(name), filling: 'filling '.repeat(LARGE / 8) });

/** A template that shows data, sent by a workflow that acts on them. */
async function plantWorkflows({ owner }: Tenant): Promise<void> {
  await owner.mustCall('POST', '/message_templates', {
    name: 'shipped',
    kind: 'TEXT',
    texts: { en: 'It is {{status}}.', de: 'Es ist {{status}}.' },
    parameters: [{ name: 'status', kind: 'CONVERSATION_DATA', value_path: 'order.status' }],
  });
  const isActed = leaf('order.status', 'EQUALS', { compare_value: word('acted') });
  const branches = (action: object) => ({ branches: [{ condition_node: isActed, action }] });
  const create = (id: string, trigger: object) =>
    owner.mustCall('POST', '/workflows', { id, conversation_type_id: 'support', trigger });
  await create('send', onData(branches(sendMessage)));
  await create('tell', onData(branches(notifyParticipants)));
  await create('answer', onMessage({ participant_kind: 'CLIENT' }));
}

async function plantMessages(tenant: Tenant): Promise<void> {
  const { owner } = tenant;
  const messages = '/conversations/case/messages';
  const text = { kind: 'TEXT', participant_id: 'client', text: `She "says": ${word('text')}` };
  await owner.mustCall('POST', messages, text, { ...WAIT, ...keyed('message') });
  await owner.mustCall('POST', messages, text, { ...WAIT, ...keyed('message') });
  const location = { latitude: 47.391726415, longitude: 8.5123498761 };
  const place = { kind: 'LOCATION', participant_id: 'client', location, formatted_address: word('street') };
  await owner.mustCall('POST', messages, place, keyed('location'));
  const removed = await owner.mustCall('POST', messages, { ...text, text: word('removed') }, WAIT);
  await owner.mustCall('DELETE', `${messages}/${removed.body.id}`);
  const client = await tenant.client('case');
  await client.mustCall('POST', messages, { kind: 'TEXT', text: word('clienttext') }, keyed('clienttext'));
}

/** A stream that is so long that its state is kept. */
async function plantLongStream({ owner, conversation }: Tenant): Promise<void> {
  const client = { id: 'client', kind: 'CLIENT', display_name: word('longclient'), email: address('longclient') };
  const { path, participants } = await conversation('long', { description: word('long'), participants: [client] });
  const more = { phone_number: LONG_PHONE, preferred_language: 'de' };
  await owner.mustCall('PATCH', `${participants}/client`, more);
  const change = (n: number) => owner.mustCall('PATCH', path, { description: `${word('long')} ${n}` });
  await Promise.all(Array.from({ length: SNAPSHOT_EVENTS + 20 }, (_, n) => change(n)));
}

async function plantLargeData({ owner }: Tenant): Promise<void> {
  const body = { id: 'large', conversation_type_id: 'support', conversation_data: blobOf('blob') };
  await owner.mustCall('POST', '/conversations', body, keyed('blob'));
  await owner.mustCall('PATCH', '/conversations/large', { conversation_data: { added: word('patched') } });
  const search = { search: word('searched') };
  await owner.mustCall('GET', `/conversations?${new URLSearchParams(search)}`);
}

/** Conversations with all that clients and staff say and are. */
export async function plantConversations(stage: Stage, tenant: Tenant): Promise<Canaries> {
  const { owner } = tenant;
  await plantLongStream(tenant);
  for (const webhook_type of WEBHOOK_TYPES)
    await owner.mustCall('POST', '/webhooks/features', { webhook_type, enabled: true });
  const endpoint = stage.receiver.url.replace('/hook', `/${word('hook')}`);
  await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: endpoint });
  await createConversationType(owner, { id: 'shared', display_name_for_workflow_participants: word('robot') });
  await plantWorkflows(tenant);

  const client = { id: 'client', kind: 'CLIENT', display_name: word('client'), preferred_language: 'de' };
  const reached = { ...client, phone_number: PHONE, email: address('client') };
  const data = { order: { status: word('inline') } };
  const described = { description: word('description'), conversation_data: data, participants: [reached] };
  await tenant.conversation('case', described);
  const path = '/conversations/case';
  await owner.mustCall(
    'POST',
    '/conversations',
    { id: 'keyed', conversation_type_id: 'support', ...described },
    keyed('conversation'),
  );
  await owner.mustCall('POST', `${path}/labels`, { labels: [word('label')] });
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  await owner.mustCall('POST', `${path}/lock`, { lock_expires_at: ends, lock_note: word('lock') });
  await owner.mustCall('POST', `${path}/unlock`);
  await owner.mustCall('PATCH', path, {
    description: word('changed'),
    conversation_data: { order: { status: word('acted') } },
  });
  await owner.mustCall('PATCH', `${path}/participants/client`, {
    phone_number: MOVED_PHONE,
    display_name: word('renamedclient'),
  });
  await owner.mustCall('POST', `${path}/participants/notify`, {}, keyed('notify'));
  const left = { id: 'left', kind: 'CLIENT', display_name: word('left'), email: address('left') };
  await owner.mustCall('POST', `${path}/participants`, left);
  await owner.mustCall('DELETE', `${path}/participants/left`);
  await plantMessages(tenant);
  await plantLargeData(tenant);

  const notifications = async () => (await owner.mustCall('GET', `${path}/notifications`)).body.notifications;
  const isFinal = ({ status }: { readonly status: string }) => !['PENDING', 'QUEUED', 'SENDING'].includes(status);
  await until(notifications, (all) => all.length >= 2 && all.every(isFinal), 30_000);
  for (const id of ['send', 'tell'])
    await until(async () => (await owner.mustCall('GET', `/workflows/${id}/runs`)).body.total_elements > 0);
  return {
    'text of a message': ['text', 'clienttext', 'removed'].map(word),
    'place of a message': ['47.391726415', '8.5123498761', word('street')],
    'name of a client': ['client', 'renamedclient', 'left', 'longclient'].map(word),
    'e-mail of a client': ['client', 'left', 'longclient'].map(address),
    'telephone number of a client': [PHONE, MOVED_PHONE, LONG_PHONE].map((number) => number.slice(1)),
    'bare digest of a telephone number': bareDigests(PHONE, MOVED_PHONE, LONG_PHONE),
    'language of a client': ['"preferredLanguage":"de"', '"preferred_language":"de"', '"language":"de"'],
    'description of a conversation': ['description', 'changed', 'long'].map(word),
    'label of a conversation': [word('label')],
    'note of a lock': [word('lock')],
    'data of a conversation': ['inline', 'patched'].map(word),
    'value that a workflow acts on': [word('acted')],
    'large data of a conversation': [word('blob'), 'filling filling filling'],
    'bare digest of the data': bareDigests(JSON.stringify(data), JSON.stringify(blobOf('blob'))),
    search: [word('searched')],
    'endpoint of webhooks': [word('hook')],
    'name for workflows': [word('robot')],
  };
}
