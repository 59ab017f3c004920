import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Effect, Outbox } from '../../../src/engine/effects/outbox.js';
import type { About } from '../../../src/modules/reach/notification/domain/notification.effect.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { createNotificationTenant, type NotificationTenant, outboxFiles } from '../../fixtures/notifications.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let acme: NotificationTenant;
let other: NotificationTenant;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent' });
  acme = await createNotificationTenant(tidings, 'acme');
  other = await createNotificationTenant(tidings, 'other');
  const { mustCall } = acme.owner;
  const parameters = [
    { name: 'why', kind: 'ERROR' },
    { name: 'status', kind: 'CONVERSATION_DATA', value_path: 'status' },
  ];
  await mustCall('POST', '/message_templates', {
    name: 'told',
    kind: 'TEXT',
    texts: { en: '[{{ why }}] is {{ status }}' },
    parameters,
  });
  await mustCall('POST', '/conversation-types', {
    id: 'told',
    conversation_data_list_item_template: '',
    message_templates: { NOTIFY_PARTICIPANTS_VIA_SMS: 'told' },
  });
});
afterAll(() => tidings.close());

let opened = 0;
/** A conversation with one client; answers the id of an SMS to the client that was sent. */
async function sent(): Promise<{ readonly conversation: string; readonly id: string }> {
  const conversation = `told-${++opened}`;
  await acme.owner.mustCall('POST', '/conversations', {
    id: conversation,
    conversation_type_id: 'told',
    conversation_data: { status: 'new' },
    participants: [{ id: 'gerda', kind: 'CLIENT', display_name: 'Gerda', phone_number: '+4930222' }],
  });
  const { body } = await acme.notify(conversation, { channels: ['SMS'] });
  await acme.settled(conversation);
  return { conversation, id: body.notifications[0].id };
}

/** Writes the outcome of a notification into the outbox, as a provider may tell it. */
async function becomes(id: string, conversation: string, change: Partial<Effect>): Promise<void> {
  const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
  const outbox = tidings.app.get(Outbox);
  const all = await outbox.inGroup<About>(acme.tenantId, `${conversation}.`, 100);
  const entry = all.find(({ value }) => value.about.id === id);
  if (!entry) throw new Error(`There is no notification ${id}.`);
  await operations.put(entry.key, { ...entry.value, ...change });
}

const resend = (id: string, ask: object = {}, tenant: NotificationTenant = acme) =>
  tenant.owner.call('POST', `/notifications/${id}/resend`, undefined, ask as Readonly<Record<string, string>>);
const textOf = (id: string) => JSON.parse(outboxFiles(tidings).get(`${id}.json`) ?? '{}').text;

describe('sending a notification again', () => {
  test.each([
    ['failed', 'provider_refused'],
    ['unknown', 'no_clear_answer'],
  ] as const)('that is %s is 202, and ERROR renders why', async (status, reason) => {
    const { conversation, id } = await sent();
    expect(textOf(id)).toBe('[] is new');
    await becomes(id, conversation, { status, reason });
    const answer = await resend(id);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.headers.get('location')).toBe(`/api/v1/conversations/${conversation}/notifications`);
    expect(answer.body).toMatchObject({
      conversation_id: conversation,
      participant_id: 'gerda',
      channel: 'SMS',
      status: 'QUEUED',
      template_name: 'told',
      resend_of: id,
    });
    expect(answer.body.id).not.toBe(id);
    const all = await acme.settled(conversation);
    expect(all.map((each) => [each.id, each.status])).toEqual([
      [answer.body.id, 'SENT'],
      [id, status.toUpperCase()],
    ]);
    expect(textOf(answer.body.id)).toBe(`[${reason}] is new`);
  });

  test.each(['done', 'planned', 'claimed', 'suppressed'] as const)(
    'that is %s is 409 and sends nothing',
    async (status) => {
      const { conversation, id } = await sent();
      await becomes(id, conversation, { status });
      const files = outboxFiles(tidings).size;
      const answer = await resend(id);
      expect([answer.status, answer.body.code]).toEqual([409, 'errors.notification.not_failed']);
      expect(await acme.notifications(conversation)).toHaveLength(1);
      expect(outboxFiles(tidings).size).toBe(files);
    },
  );

  test('of another tenant, unknown or malformed is 404', async () => {
    const { conversation, id } = await sent();
    await becomes(id, conversation, { status: 'failed', reason: 'x' });
    const strange = [randomUUID(), `${id}x`, id.toUpperCase(), 'x', '%00', '0'.repeat(400)];
    for (const each of strange) expect((await resend(each)).status, each).toBe(404);
    const foreign = await resend(id, {}, other);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'errors.notification.not_found']);
    expect(await acme.notifications(conversation)).toHaveLength(1);
  });

  test('ten times at once and again later sends one message', async () => {
    const { conversation, id } = await sent();
    await becomes(id, conversation, { status: 'failed', reason: 'provider_refused' });
    const files = outboxFiles(tidings).size;
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(id)));
    expect(new Set(answers.map((each) => `${each.status} ${each.body.id}`)).size).toBe(1);
    await acme.settled(conversation);
    const again = await resend(id, { 'idempotency-key': 'again' });
    const replayed = await resend(id, { 'idempotency-key': 'again' });
    expect([again.body.id, replayed.text]).toEqual([answers[0]?.body.id, again.text]);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(await acme.settled(conversation)).toHaveLength(2);
    expect(outboxFiles(tidings).size).toBe(files + 1);
  });

  test.each([1, 2])('broken off after note %i and asked again sends one message', async (at) => {
    const { conversation, id } = await sent();
    await becomes(id, conversation, { status: 'failed', reason: 'provider_refused' });
    const files = outboxFiles(tidings).size;
    const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
    const store = tidings.app.get<EventStore>(EVENT_STORE);
    const put = operations.put.bind(operations);
    const append = store.append.bind(store);
    let notes = 0;
    async function note<T>(isNote: boolean, take: () => Promise<T>): Promise<T> {
      const taken = await take();
      if (isNote && ++notes === at) throw new Error('on purpose');
      return taken;
    }
    operations.put = (key, value, options) =>
      note(key.kind === 'effect' && options?.expected === 0, () => put(key, value, options));
    store.append = (stream, expected, events, given) =>
      note(stream.startsWith('notificationRequest-'), () => append(stream, expected, events, given));
    const headers = { 'idempotency-key': `broken-${at}` };
    await expect(resend(id, headers)).rejects.toThrow('500');
    operations.put = put;
    store.append = append;
    expect((await resend(id, headers)).status).toBe(202);
    expect(await acme.settled(conversation)).toHaveLength(2);
    expect(outboxFiles(tidings).size).toBe(files + 1);
  });

  test('of a workflow run renders its template from the data of its event', async () => {
    await acme.owner.mustCall('POST', '/workflows', {
      id: 'paid',
      conversation_type_id: 'told',
      trigger: {
        kind: 'CONVERSATION_DATA_CHANGED',
        action: { kind: 'NOTIFY_PARTICIPANTS', template_name: 'told' },
      },
    });
    const { conversation } = await sent();
    const change = (status: string) =>
      acme.owner.mustCall('PATCH', `/conversations/${conversation}`, { conversation_data: { status } });
    await change('paid');
    const [first] = await until(
      () => acme.settled(conversation),
      (all) => all.length === 3,
    );
    expect(textOf(first?.id ?? '')).toBe('[] is paid');
    await acme.owner.mustCall('DELETE', '/workflows/paid');
    await change('refunded');
    await becomes(first?.id ?? '', conversation, { status: 'unknown', reason: 'interrupted' });
    const again = await resend(first?.id ?? '');
    await acme.settled(conversation);
    expect(textOf(again.body.id)).toBe('[interrupted] is paid');
  });
});
