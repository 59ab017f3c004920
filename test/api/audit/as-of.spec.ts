import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client, TEAM, WAIT } from '../../fixtures/conversations.js';
import { erased } from '../../fixtures/erasures.js';
import { registerPasskey } from '../../fixtures/passkeys.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { recorded } from './recorded.js';

let tidings: Tidings;
let acme: Tenant;
let owner: Caller;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
  acme = await createTenant(tidings, 'as-of', { types: [{ id: 'support' }, TEAM] });
  owner = acme.owner;
});
afterAll(() => closeAudited(tidings));

/** Commands as pairs of a call and its body. */
type Step = readonly [call: string, body?: object, headers?: Record<string, string>];

async function steps(record: () => Promise<void>, ...all: readonly Step[]): Promise<void> {
  for (const [call, body, headers] of all) {
    const [method = '', path = ''] = call.split(' ');
    await owner.mustCall(method, path, body, headers);
    await record();
  }
}

describe('every GET of one resource answers as it did then', () => {
  test('tenant, types, templates, workflows, settings and users', async () => {
    const user = await acme.user('rita');
    const of = (id: string) => `/users/${id}`;
    const past = recorded(owner, [
      '/tenant',
      '/conversation-types/cases',
      '/message_templates/hello',
      '/message_templates/system_request_location',
      '/workflows/flow',
      '/oidc-configs/login',
      '/sms/twilio/settings',
      '/webhook-settings',
      '/users/me',
      of(user.id),
      `${of(user.id)}/preferences`,
    ]);
    const action = { kind: 'SEND_MESSAGE', template_name: 'system_request_location' };
    const flow = { conversation_type_id: 'support', trigger: { kind: 'CONVERSATION_CREATED', action } };
    const login = {
      provider_name: 'login',
      authority_url: 'https://login.invalid/',
      client_id: 'a',
      client_secret: 's',
    };
    const sms = { username: 'AC1', auth_token: 'a secret of Twilio', phone_number: '+4930111' };
    await past.record();
    await steps(
      past.record,
      ['PATCH /tenant', { name: 'Acme Ltd' }],
      ['POST /conversation-types', { id: 'cases', conversation_data_list_item_template: 'a' }],
      ['PATCH /conversation-types/cases', { conversation_data_list_item_template: 'b' }],
      ['POST /message_templates', { name: 'hello', kind: 'TEXT', texts: { en: 'Hello' } }],
      ['PUT /message_templates/hello', { kind: 'TEXT', texts: { en: 'Goodbye' } }],
      ['POST /workflows', { id: 'flow', enabled: false, ...flow }],
      ['PATCH /workflows/flow', { enabled: true }],
      ['POST /oidc-configs', login],
      ['PATCH /oidc-configs/login', { client_id: 'b' }],
      ['PUT /sms/twilio/settings', sms],
      ['PUT /sms/twilio/settings', { ...sms, phone_number: '+4930222' }],
      [`PATCH ${of(user.id)}`, { firstname: 'Rita' }],
      [`PUT ${of(user.id)}/preferences`, { preferred_language: 'DE' }],
      [`PUT ${of(user.id)}/preferences`, { preferred_language: 'EN' }],
      ['DELETE /workflows/flow'],
      ['POST /workflows', { id: 'flow', enabled: false, ...flow }],
      ['DELETE /message_templates/hello'],
      ['DELETE /conversation-types/cases'],
      ['DELETE /oidc-configs/login'],
      ['DELETE /sms/twilio/settings'],
      [`DELETE ${of(user.id)}`],
    );
    await past.isAnsweredAgain();
  });

  test('a conversation with its participants, their read marks and every include', async () => {
    const path = '/conversations/c1';
    const messages = `${path}/messages`;
    const all = 'PARTICIPANTS,CONVERSATION_DATA,CONVERSATION_TYPE,CURRENT_USER_READ_STATUS,LIST_ITEM_TEMPLATE_DATA';
    const past = recorded(owner, [
      path,
      `${path}?includes=${all},CLIENT_PARTICIPANT_FRONTEND_URL`,
      `${path}/participants`,
      `${path}/participants?limit=1&offset=1`,
      `${path}/participants/ann`,
      `${path}/participants/bob`,
      messages,
      `${messages}?order=ASC&limit=2`,
      `${messages}?order_by=updated_at`,
      `${messages}?last_sequence=1&order=ASC`,
    ]);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const post = (text: string, participant_id?: string) =>
      [`POST ${messages}`, { kind: 'TEXT', text, ...(participant_id ? { participant_id } : {}) }, WAIT] as const;
    await past.record();
    await steps(
      past.record,
      [
        'POST /conversations',
        { id: 'c1', conversation_type_id: 'team', conversation_data: { a: 1 }, description: 'x' },
      ],
      [`POST ${path}/participants`, client('ann')],
      post('one', 'ann'),
      post('two'),
      [`POST ${path}/participants`, client('bob')],
      [`PATCH ${path}/participants/bob`, { display_name: 'Bobby' }],
      post('three', 'ann'),
      [`POST ${path}/labels`, { labels: ['urgent'] }],
      [`POST ${path}/lock`, { lock_expires_at: soon, lock_note: 'mine' }],
      [`POST ${path}/unlock`],
      [`PATCH ${path}`, { conversation_data: { b: 2 }, description: null }],
    );
    const ann = await acme.client('c1', 'ann');
    const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 3 };
    await ann.mustCall('POST', `${path}/participants/ann/activity`, seen);
    await past.record();
    await steps(
      past.record,
      post('four', 'bob'),
      [`DELETE ${path}/participants/bob`],
      [`PATCH /conversation-types/team`, { display_name_shared_by_users: 'Others' }],
      [`DELETE ${path}`],
      [`PATCH ${path}`, { archived: false }],
      post('five', 'ann'),
    );
    await past.isAnsweredAgain();
  });

  test('messages, those that are deleted later without content', async () => {
    const { path, messages } = await acme.conversationWithClient('m1');
    const first = (await acme.post('m1', 'first')).body;
    const second = (await acme.post('m1', 'second')).body;
    const past = recorded(owner, [`${messages}/${first.id}`, `${messages}/${second.id}`, messages, path]);
    await past.record();
    await steps(past.record, [`DELETE ${messages}/${first.id}`]);
    await acme.post('m1', 'third');
    await past.record();
    await past.isAnsweredAgain((answer) => {
      if (answer.body?.id === first.id && answer.body.text) return [gone(answer.body)];
      if (!answer.body?.messages) return undefined;
      return answer.body.messages.some(({ text }: { text?: string }) => text === 'first')
        ? [
            {
              ...answer.body,
              messages: answer.body.messages.map((one: Row) => (one.id === first.id ? gone(one) : one)),
            },
          ]
        : undefined;
    });
  });

  test('passkeys of the caller', async () => {
    await registerPasskey(owner, acme.tenantId);
    const { id } = (await owner.mustCall('GET', '/users/me/passkeys')).body.passkeys[0];
    const past = recorded(owner, [`/users/me/passkeys/${id}`]);
    await past.record();
    await steps(past.record, [`DELETE /users/me/passkeys/${id}`]);
    await past.isAnsweredAgain();
  });

  test('erasures, while they are under way and after', async () => {
    const { path } = await acme.conversationWithClient('e1');
    const before = await owner.call('GET', path);
    const erasure = await erased(owner, `${path}/participants/client`);
    const at = before.headers.get('tidings-position');
    expect((await owner.call('GET', `/erasures/${erasure.id}?at=${at}`)).status).toBe(404);
    const now = await owner.call('GET', `/erasures/${erasure.id}`);
    const asOf = await owner.call('GET', `/erasures/${erasure.id}?at=${now.headers.get('tidings-position')}`);
    expect(asOf.body).toEqual(now.body);
  });
});

interface Row {
  readonly id: string;
  readonly text?: string;
  readonly source_id?: string;
}

const gone = ({ text: _text, source_id: _source, ...row }: Row) => ({ ...row, erased: true });
