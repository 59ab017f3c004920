import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Recorded } from '../../../src/kernel/event.js';
import type { NotificationsRequested } from '../../../src/modules/reach/notification/domain/notification-request.events.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import {
  createNotificationTenant,
  type NotificationTenant,
  outboxFiles,
  summary,
} from '../../fixtures/notifications.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let acme: NotificationTenant;
beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'silent' });
  acme = await createNotificationTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

const GERDA = { participant_ids: ['gerda'] };
const SENT = ['gerda SMS SENT', 'gerda EMAIL SENT'];

/** The requests of notifications in the log behind a position. */
async function requests(after = 0): Promise<readonly Recorded<NotificationsRequested>[]> {
  const log = tidings.app.get(EventLog);
  const found: Recorded[] = [];
  for (let from = after; ; from = found.at(-1)?.meta.position ?? 0) {
    const page = await log.readAll(from, 500);
    if (page.length === 0) break;
    found.push(...page);
  }
  return found.filter(({ type }) => type === 'NotificationsRequested') as Recorded<NotificationsRequested>[];
}

/** Number of sent notifications, once nothing waits. */
async function settledFiles(): Promise<number> {
  const waiting = async () => (await acme.owner.mustCall('GET', '/notifications?status=QUEUED')).body.total_elements;
  await until(waiting, (count) => count === 0);
  return outboxFiles(tidings).size;
}

/** No further notification comes into the outbox. */
function refuseEntries(): () => void {
  const operations = tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
  const put = operations.put.bind(operations);
  operations.put = async (key, value, options) => {
    if (key.kind === 'effect' && options?.expected === 0) throw new Error('on purpose');
    return put(key, value, options);
  };
  return () => {
    operations.put = put;
  };
}

describe('a notify', () => {
  test('is one event with the ids and channels of its notifications, by its caller', async () => {
    const id = await acme.openCase();
    const head = await tidings.app.get(EventLog).head();
    const { body, headers } = await acme.notify(id, GERDA, { 'x-request-id': 'notify-1' });
    const [event, ...more] = await requests(head);
    expect(more).toEqual([]);
    const notifications = body.notifications.map((each: { id: string; channel: string }) => ({
      id: each.id,
      participantId: 'gerda',
      channel: each.channel,
    }));
    expect(event?.data).toEqual({ conversationId: id, notifications });
    expect(event?.meta).toMatchObject({ actor: `user:${acme.owner.id}`, requestId: 'notify-1' });
    expect(JSON.stringify(event?.data)).not.toMatch(/@|\+49|Gerda/);
    expect(headers.get('tidings-position')).toBeTruthy();
  });

  test('asked again with its key adds no event', async () => {
    const id = await acme.openCase();
    const key = { 'idempotency-key': 'once' };
    await acme.notify(id, GERDA, key);
    const head = await tidings.app.get(EventLog).head();
    await acme.notify(id, GERDA, key);
    expect(await requests(head)).toEqual([]);
  });

  test('is no published event', async () => {
    const id = await acme.openCase();
    await acme.notify(id, GERDA);
    const { events } = (await acme.owner.mustCall('GET', '/events?limit=1000')).body;
    const { position } = (await requests()).at(-1)?.meta ?? { position: 0 };
    expect(events.length).toBeGreaterThan(0);
    expect(events.map((each: { position: string }) => Number(each.position))).not.toContain(position);
  });
});

describe('a notify whose process ended behind its event', () => {
  test('is sent without being asked again, once', async () => {
    const id = await acme.openCase();
    const files = await settledFiles();
    const mend = refuseEntries();
    await expect(acme.notify(id, GERDA)).rejects.toThrow('500');
    expect(await acme.notifications(id)).toEqual([]);
    mend();
    await until(
      () => acme.notifications(id),
      (all) => all.length === 2,
    );
    expect(summary(await acme.settled(id))).toEqual(SENT);
    expect(outboxFiles(tidings).size).toBe(files + 2);
  });

  test('is sent by the next process, once', async () => {
    const id = await acme.openCase();
    const files = await settledFiles();
    refuseEntries();
    await expect(acme.notify(id, GERDA)).rejects.toThrow('500');
    tidings = await tidings.again();
    acme = { ...acme, ...at(acme, tidings) };
    await until(
      () => acme.notifications(id),
      (all) => all.length === 2,
    );
    expect(summary(await acme.settled(id))).toEqual(SENT);
    expect(outboxFiles(tidings).size).toBe(files + 2);
  });
});

/** The tenant at another process. */
function at({ owner }: NotificationTenant, service: Tidings): Pick<NotificationTenant, 'notifications' | 'settled'> {
  const caller = owner.at(service);
  const notifications: NotificationTenant['notifications'] = async (id) =>
    (await caller.mustCall('GET', `/conversations/${id}/notifications`)).body.notifications;
  return {
    notifications,
    settled: (id) =>
      until(
        () => notifications(id),
        (all) => all.every(({ status }) => status !== 'QUEUED'),
      ),
  };
}
