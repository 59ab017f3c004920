import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../src/ports/stores/operational-store.js';
import { client, TEAM } from '../../../fixtures/conversations.js';
import { createNotificationTenant, type NotificationTenant } from '../../../fixtures/notifications.js';
import { createTenant, type Tenant } from '../../../fixtures/tenant.js';
import { webhookEnvironment } from '../../../fixtures/webhooks.js';
import { type Answer, startTidings, type Tidings } from '../../../support/api.js';
import { aReceiver } from '../../../support/servers/webhook-receiver.js';
import { until } from '../../../support/until.js';

type Node = Answer['body'];

let tidings: Tidings;
let acme: Tenant;
let notifying: NotificationTenant;

beforeAll(async () => {
  tidings = await startTidings({ ...webhookEnvironment, LOG_LEVEL: 'fatal' });
  acme = await createTenant(tidings, 'acme', { types: [{ id: 'support' }, TEAM] });
  notifying = await createNotificationTenant(tidings, 'notifying');
});
afterAll(() => tidings.close());

const trace = async (id: string, tenant: Pick<Tenant, 'owner'> = acme): Promise<Node> =>
  (await tenant.owner.mustCall('GET', `/audit/trace/${id}`)).body;
const framesIn = ({ events }: Node) => events.map(({ event, frames }: Node) => [event.type, frames]);

describe('the trace of a request', () => {
  test('that makes several events has each as a root, with its frames', async () => {
    const headers = { 'x-request-id': 'opening' };
    const body = { id: 'opened', conversation_type_id: 'support', participants: [client('a'), client('b')] };
    await acme.owner.mustCall('POST', '/conversations', body, headers);
    expect(framesIn(await trace('opening'))).toEqual([
      ['ConversationOpened', ['NEW_CONVERSATION']],
      ['ParticipantJoined', ['PARTICIPANT_CREATED']],
      ['ParticipantJoined', ['PARTICIPANT_CREATED']],
    ]);
  });

  test('that gave no id is found by that of its response', async () => {
    const { headers, body } = await acme.owner.mustCall('POST', '/message_templates', {
      name: 'plain',
      kind: 'TEXT',
      texts: { en: 'Hello' },
      parameters: [],
    });
    const id = headers.get('x-request-id') ?? '';
    const found = await trace(id);
    expect(found.request).toMatchObject({ id, actor: { kind: 'USER', id: acme.owner.id } });
    expect(framesIn(found).at(0)).toEqual(['MessageTemplateCreated', []]);
    expect(body.name).toBe('plain');
  });

  test('of a read mark has the shared frame only where the type shares it', async () => {
    const participants = [client('c'), { id: 'olga', kind: 'USER', user_id: acme.owner.id }];
    for (const [id, type] of [
      ['alone', 'support'],
      ['shared', 'team'],
    ] as const) {
      await acme.conversation(id, { conversation_type_id: type, participants });
      await acme.owner.mustCall(
        'POST',
        `/conversations/${id}/messages`,
        { kind: 'TEXT', text: 'hi', participant_id: 'c' },
        { prefer: 'wait' },
      );
      const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 1 };
      await acme.owner.mustCall('POST', `/conversations/${id}/participants/olga/activity`, seen, {
        'x-request-id': `seen-${id}`,
      });
    }
    expect(framesIn(await trace('seen-alone'))).toEqual([['MessageSeen', ['PARTICIPANT_READ_STATUS']]]);
    expect(framesIn(await trace('seen-shared'))).toEqual([
      ['MessageSeen', ['PARTICIPANT_READ_STATUS', 'CONVERSATION_READ_STATUS']],
    ]);
  });

  test('shows no secret', async () => {
    const { headers } = await acme.owner.mustCall('POST', '/users', {
      email: 'sam@acme.example',
      firstname: 'Sam',
      lastname: 'S',
      role: 'USER',
      password: 'correct horse battery',
    });
    const found = await trace(headers.get('x-request-id') ?? '');
    const created = found.events.find(({ event }: Node) => event.type === 'UserCreated');
    expect(created.event.data.passwordHash).toBe('[secret]');
  });
});

describe('the trace of what is no longer kept', () => {
  test('has the ids and channels of its notifications', async () => {
    const id = await notifying.openCase();
    const headers = { 'x-request-id': 'told' };
    const { body } = await notifying.notify(id, { participant_ids: ['max'], channels: ['EMAIL'] }, headers);
    await notifying.settled(id);
    const [{ id: notification }] = body.notifications;
    expect((await trace(notification, notifying)).events).toHaveLength(1);
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    const [entry] = await operations.list(notifying.tenantId, 'effect', `${id}.`, 1);
    if (entry) await operations.remove(entry.key);
    const [event] = (await trace('told', notifying)).events;
    expect(event.notifications).toEqual([{ id: notification, channel: 'EMAIL' }]);
    expect((await notifying.owner.call('GET', `/audit/trace/${notification}`)).status).toBe(404);
  });

  test('of an erased participant has no text of theirs', async () => {
    await acme.conversationWithClient('forgotten');
    const headers = { prefer: 'wait', 'x-request-id': 'secretly' };
    const message = { kind: 'TEXT', text: 'my secret wish', participant_id: 'client' };
    const { body } = await acme.owner.mustCall('POST', '/conversations/forgotten/messages', message, headers);
    expect(JSON.stringify(await trace(body.id))).toContain('my secret wish');
    await acme.owner.mustCall('DELETE', '/conversations/forgotten/participants/client?erase=true');
    const found = await trace(body.id);
    expect(JSON.stringify(found)).not.toContain('my secret wish');
    expect(found.events[0].event).toMatchObject({ id: body.id, erased: true });
    expect((await trace('secretly')).events.map(({ event }: Node) => event.id)).toEqual(
      found.events.map(({ event }: Node) => event.id),
    );
  });
});

describe('the trace of a failure', () => {
  test('leads from the disabled endpoint back to the message', async () => {
    const receiver = await aReceiver(() => 410);
    await acme.owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
    await acme.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
    await acme.conversationWithClient('gone');
    const { body } = await acme.post('gone');
    const found = await until(
      () => trace(body.id),
      ({ events }) => events[0].webhooks[0]?.status === 'FAILED' && events[0].children.length > 0,
    );
    expect(found.events[0].webhooks).toMatchObject([{ status: 'FAILED', attempts: [{ status_code: 410 }] }]);
    const [disabled] = found.events[0].children;
    expect(disabled.event).toMatchObject({ type: 'WebhookSettingsChanged', actor: { kind: 'SERVICE' } });
    expect(await trace(disabled.event.id)).toEqual(found);
    await receiver.close();
  });

  test('of a test delivery is unknown: no event caused it', async () => {
    const receiver = await aReceiver(() => 204);
    await acme.owner.mustCall('PUT', '/webhook-settings', { endpoint_url: receiver.url });
    const { body } = await acme.owner.mustCall('POST', '/webhook-settings/test');
    await receiver.until(1);
    expect((await acme.owner.call('GET', `/audit/trace/${body.delivery_id}`)).status).toBe(404);
    await receiver.close();
  });
});
