import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { Notifier } from '../../../src/modules/reach/notification/application/notifier.service.js';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import {
  createNotificationTenant,
  type NotificationTenant,
  outboxFiles,
  summary,
} from '../../fixtures/notifications.js';
import { startTidings, type Tidings } from '../../support/api.js';

const TIMES = 20;

let tidings: Tidings;
let acme: NotificationTenant;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent' });
  acme = await createNotificationTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

/**
 * The n-th note of a notification from now on is the last that is taken, and its writer does not hear of it: the event
 * of the request, then an entry of each notification.
 */
function breaking(at: number): () => void {
  const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
  const store = tidings.app.get<EventStore>(EVENT_STORE);
  const put = operations.put.bind(operations);
  const append = store.append.bind(store);
  let notes = 0;
  async function note<T>(isNote: boolean, take: () => Promise<T>): Promise<T> {
    if (isNote && ++notes > at) throw new Error('on purpose');
    const taken = await take();
    if (isNote && notes === at) throw new Error('on purpose');
    return taken;
  }
  operations.put = (key, value, options) =>
    note(key.kind === 'effect' && options?.expected === 0, () => put(key, value, options));
  store.append = (stream, expected, events, given) =>
    note(stream.startsWith('notificationRequest-'), () => append(stream, expected, events, given));
  return () => {
    operations.put = put;
    store.append = append;
  };
}

describe('a call that broke off after any of its notes, asked again', () => {
  test.each([1, 2, 3, 4, 5])('after note %i: everyone is notified once', async (at) => {
    for (let n = 0; n < TIMES; n++) {
      const id = await acme.openCase();
      const before = outboxFiles(tidings).size;
      const headers = { 'idempotency-key': `${at}-${n}` };
      const mend = breaking(at);
      const broken = await acme
        .notify(id, { participant_ids: ['gerda', 'max'] }, headers)
        .catch(({ message }) => message);
      mend();
      expect(JSON.stringify(broken)).toContain('500');
      expect((await acme.notify(id, { participant_ids: ['gerda', 'max'] }, headers)).status).toBe(202);
      const expected = ['gerda SMS SENT', 'gerda EMAIL SENT', 'max SMS SUPPRESSED no_phone_number', 'max EMAIL SENT'];
      expect(summary(await acme.settled(id))).toEqual(expected);
      expect(outboxFiles(tidings).size).toBe(before + 3);
    }
  });
});

describe('the same cause', () => {
  const asked = (conversationId: string, cause: string) => ({
    tenantId: acme.tenantId,
    conversationId,
    cause,
    meta: {
      tenantId: acme.tenantId,
      actor: 'system',
      at: instant(Date.now()),
      commandId: randomUUID(),
      correlationId: 'test',
    },
  });

  test('asked ten times at once gives the same notifications', async () => {
    const id = await acme.openCase();
    const notifier = tidings.app.get(Notifier);
    const all = await Promise.all(Array.from({ length: 10 }, () => notifier.notify(asked(id, 'event-1'))));
    const ids = all.map(({ planned }) => planned.map(({ about }) => about.id).join());
    expect(new Set(ids).size).toBe(1);
    expect(await acme.settled(id)).toHaveLength(6);
    await notifier.notify(asked(id, 'event-2'));
    expect(await acme.settled(id)).toHaveLength(12);
  });

  test('never reaches who joined since, nor who caused it', async () => {
    const id = await acme.openCase();
    const notifier = tidings.app.get(Notifier);
    const caused = { ...asked(id, 'event-1'), exceptActor: 'participant:max' };
    const { planned: first } = await notifier.notify(caused);
    expect(new Set(first.map(({ about }) => about.participantId))).toEqual(new Set(['gerda', 'nils']));
    await acme.owner.call('POST', `/conversations/${id}/participants`, {
      id: 'new',
      kind: 'CLIENT',
      display_name: 'New',
    });
    const { planned: again } = await notifier.notify(caused);
    expect(again.map(({ about }) => about.id)).toEqual(first.map(({ about }) => about.id));
  });
});
