import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNotificationTenant, type Notification, type NotificationTenant } from '../../fixtures/notifications.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: NotificationTenant;
let all: readonly Notification[];
const cases: string[] = [];
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createNotificationTenant(tidings, 'acme');
  const foreign = await createNotificationTenant(tidings, 'foreign');
  await foreign.notify(await foreign.openCase());
  for (let n = 0; n < 3; n++) {
    const id = await acme.openCase();
    cases.push(id);
    await acme.notify(id);
    await acme.settled(id);
  }
  all = (await list()).notifications;
});
afterAll(() => tidings.close());

const list = async (query = '') => (await acme.owner.mustCall('GET', `/notifications${query}`)).body;
const idsOf = ({ notifications }: { notifications: readonly Notification[] }) => notifications.map(({ id }) => id);

describe('the notifications of a tenant', () => {
  test('are those of all its conversations, newest first, and of no other tenant', async () => {
    const own = await Promise.all(cases.map((id) => acme.notifications(id)));
    expect(own.flat()).toHaveLength(18);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(own.flat().map(({ id }) => id)));
    const times = all.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect(await list()).toMatchObject({ total_elements: 18, has_more: false, limit: 50, offset: 0 });
  });

  test.each(['SENT', 'SUPPRESSED', 'FAILED', 'UNKNOWN', 'QUEUED'])('are filtered by the status %s', async (status) => {
    const wanted = all.filter((each) => each.status === status).map(({ id }) => id);
    const found = await list(`?status=${status}`);
    expect([idsOf(found), found.total_elements]).toEqual([wanted, wanted.length]);
    expect(wanted.length).toBe({ SENT: 9, SUPPRESSED: 9 }[status] ?? 0);
  });

  test('are filtered by channel, time and all together', async () => {
    const [first, , , , , , , , middle, , , , , , , , , last] = all as Notification[];
    const range = `after=${last?.at}&before=${first?.at}`;
    const within = all.filter(({ at }) => at > (last?.at ?? '') && at < (first?.at ?? ''));
    expect(within).toContainEqual(middle);
    expect(idsOf(await list(`?${range}`))).toEqual(within.map(({ id }) => id));
    const sms = within.filter(({ channel, status }) => channel === 'SMS' && status === 'SENT');
    const found = await list(`?${range}&channel=SMS&status=SENT`);
    expect([idsOf(found), found.total_elements]).toEqual([sms.map(({ id }) => id), sms.length]);
  });

  test('come in pages by cursor and by offset', async () => {
    const ids: string[] = [];
    let page = await list('?limit=5');
    for (;;) {
      ids.push(...idsOf(page));
      if (!page.next_cursor) break;
      page = await list(`?limit=5&cursor=${page.next_cursor}`);
    }
    expect(ids).toEqual(idsOf(await list()));
    expect(idsOf(await list('?limit=4&offset=7'))).toEqual(ids.slice(7, 11));
    expect(idsOf(await list('?offset=2147483647'))).toEqual([]);
  });

  test.each(['status=SENDING', 'channel=FAX', 'after=x', 'before=', 'cursor=x', 'limit=0', 'other=1'])(
    'are 400 with %s',
    async (query) => expect((await acme.owner.call('GET', `/notifications?${query}`)).status).toBe(400),
  );
});

describe('the notifications of a conversation', () => {
  test('are counted alone and come in pages', async () => {
    const [id = ''] = cases;
    const answer = await acme.owner.mustCall('GET', `/conversations/${id}/notifications?limit=4&offset=1`);
    expect(answer.body).toMatchObject({ total_elements: 6, has_more: true, limit: 4, offset: 1 });
    expect(idsOf(answer.body)).toEqual((await acme.notifications(id)).slice(1, 5).map((each) => each.id));
    const next = await acme.notifications(id, `?limit=4&cursor=${answer.body.next_cursor}`);
    expect(next.map((each) => each.id)).toEqual((await acme.notifications(id)).slice(5).map((each) => each.id));
    expect(await acme.notifications(id, '?offset=6')).toEqual([]);
  });
});
