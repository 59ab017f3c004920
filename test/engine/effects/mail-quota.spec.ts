import { afterEach, describe, expect, test } from 'vitest';
import { TENANT } from '../../support/given/given.js';
import { outboxSetting, sends, started, stopWorkers } from './outbox.fixture.js';

afterEach(stopWorkers);

const OTHER = '01900000-0000-7000-8000-0000000000ff';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Mails of which a tenant may send three a minute and five a day. */
function mailing() {
  const setting = outboxSetting();
  const sent: string[] = [];
  const life = setting.life(sends([]));
  const send = async (_: unknown, { id }: { id: string }) => void sent.push(id);
  for (const channel of ['MAIL', 'PASSWORD']) life.senders.register(channel, { sendsMails: true, send });
  const mail = (id: string, tenantId = TENANT, channel = 'MAIL') => life.plan(id, tenantId, { channel });
  return { ...setting, ...life, sent, mail };
}

describe('mails of one tenant', () => {
  test('above the quota of a minute wait for their time', async () => {
    const { mail, runner, sent, find, pass } = mailing();
    for (const id of ['a', 'b', 'c', 'd']) await mail(id);
    started(runner);
    await expect.poll(() => sent).toHaveLength(3);
    await expect.poll(async () => (await find('d'))?.isCounted).toBe(true);
    await pause(50);
    expect([sent.length, (await find('d'))?.status]).toEqual([3, 'planned']);
    pass(20_000);
    await expect.poll(() => sent.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(await find('d')).toMatchObject({ status: 'done', attempts: 1 });
  });

  test('above the quota of a day fail with a reason, and go again the next day', async () => {
    const { mail, runner, sent, until, pass } = mailing();
    started(runner);
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      await mail(id);
      await until(id, 'done');
      pass(30_000);
    }
    await mail('f');
    expect(await until('f', 'failed')).toMatchObject({ reason: 'mail_quota', attempts: 0 });
    pass(86_400_000);
    await mail('g');
    await until('g', 'done');
    expect(sent).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
  });

  test('take nothing from other tenants, other channels and effects that are no mails', async () => {
    const { mail, runner, sent, plan, until } = mailing();
    for (const id of ['a', 'b', 'c', 'd']) await mail(id);
    started(runner);
    await expect.poll(() => sent).toHaveLength(3);
    await mail('other', OTHER);
    await mail('reset', TENANT, 'PASSWORD');
    for (let n = 0; n < 8; n++) await plan(`sms${n}`);
    await expect.poll(() => sent).toHaveLength(5);
    for (let n = 0; n < 8; n++) await until(`sms${n}`, 'done');
  });
});
