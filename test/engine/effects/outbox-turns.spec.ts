import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { DeliveryRefused } from '../../../src/ports/delivery/delivery-refused.js';
import { TENANT } from '../../support/given/given.js';
import { outboxSetting, sends, started, stopWorkers } from './outbox.fixture.js';

afterEach(stopWorkers);

describe('the senders', () => {
  test('are told apart by channel, and a channel has one', async () => {
    const { life, until } = outboxSetting();
    const sent: string[] = [];
    const { runner, plan, senders } = life(sends(sent));
    senders.register('LETTER', { send: async (_, { id }) => `letter ${id}` });
    expect(() => senders.register('LETTER', { send: async () => 'other' })).toThrow('LETTER');
    await plan('a');
    await plan('b', TENANT, { channel: 'LETTER' });
    started(runner);
    expect(await until('b', 'done')).toMatchObject({ receipt: 'letter b' });
    await until('a', 'done');
    expect(sent).toEqual(['a']);
  });

  test('may say when an effect is tried again', async () => {
    const { life, until, pass } = outboxSetting();
    const { runner, plan, senders } = life(sends([]));
    let tries = 0;
    senders.register('LETTER', {
      send: async () => {
        if (++tries === 1) throw new DeliveryRefused('closed', true);
        return undefined;
      },
      pauses: ({ channel }) => (channel === 'LETTER' ? [60_000] : undefined),
    });
    await plan('a', TENANT, { channel: 'LETTER' });
    started(runner);
    await expect.poll(() => tries).toBe(1);
    pass(59_000);
    await sleep(100);
    expect(tries).toBe(1);
    pass(2_000);
    await until('a', 'done');
  });

  test('are told once when the outbox starts', () => {
    const { life } = outboxSetting();
    const { runner, senders } = life(sends([]));
    let starts = 0;
    const sender = { send: async () => undefined, started: () => starts++ };
    for (const channel of ['LETTER', 'FAX']) senders.register(channel, sender);
    started(runner);
    expect(starts).toBe(1);
  });

  test('where a channel has none its effects wait, which is logged once, until a version that has one', async () => {
    const { life, until, find, failures, pass } = outboxSetting();
    const { runner, plan } = life(sends([]));
    for (const id of ['a', 'b']) await plan(id, TENANT, { channel: 'LETTER' });
    await plan('c');
    started(runner);
    await until('c', 'done');
    expect(await find('a')).toMatchObject({ status: 'planned', attempts: 0 });
    expect(failures).toEqual([{ channel: 'LETTER' }]);
    runner.close();
    const next = life(sends([]));
    next.senders.register('LETTER', { send: async () => 'letter' });
    started(next.runner);
    pass(5_000);
    expect(await until('a', 'done')).toMatchObject({ receipt: 'letter', attempts: 1 });
    await until('b', 'done');
  });
});

describe('effects of a suspended tenant', () => {
  test('wait without an attempt, and go on after it', async () => {
    const { life, find, until, pass, resting } = outboxSetting();
    const sent: string[] = [];
    const { runner, plan } = life(sends(sent));
    resting.add(TENANT);
    await plan('a');
    await plan('b', '01900000-0000-7000-8000-0000000000ff');
    started(runner);
    await expect.poll(() => sent).toEqual(['b']);
    await tick(50);
    expect(await find('a')).toMatchObject({ status: 'planned', attempts: 0 });
    resting.clear();
    pass(5_000);
    await until('a', 'done');
  });
});

describe('many effects', () => {
  test('of one tenant hold up nobody else, and only so many are under way', async () => {
    const { life } = outboxSetting();
    const other = '01900000-0000-7000-8000-0000000000ff';
    let [running, most] = [0, 0];
    const byTenant = new Map<string, number>();
    const ends: (() => void)[] = [];
    const { runner, plan } = life(async (_, { tenantId }) => {
      byTenant.set(tenantId, (byTenant.get(tenantId) ?? 0) + 1);
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running--;
      return undefined;
    });
    for (let n = 0; n < 300; n++) await plan(`a${n}`);
    await plan('b', other);
    started(runner);
    while (byTenant.get(other) === undefined) await tick();
    expect(byTenant.get(TENANT)).toBe(6);
    while (byTenant.get(TENANT) !== 300) {
      for (const end of ends.splice(0)) end();
      await tick();
    }
    for (const end of ends.splice(0)) end();
    expect(most).toBeLessThanOrEqual(7);
  });

  const tenantOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

  /** A provider that answers one tenant alone. */
  function stuck(tenants: number) {
    const { life } = outboxSetting();
    const other = tenantOf(999);
    const sent = new Map<string, number>();
    const { runner, plan, senders } = life(async (_, { tenantId }) => {
      sent.set(tenantId, (sent.get(tenantId) ?? 0) + 1);
      return tenantId === other ? 'receipt' : new Promise<string>(() => {});
    });
    const fill = async () => {
      for (let n = 0; n < tenants; n++) for (let each = 0; each < 10; each++) await plan(`a${each}`, tenantOf(n));
    };
    const isSent = async (tenantId: string) => {
      const begunMs = performance.now();
      while (!sent.has(tenantId)) await tick();
      return performance.now() - begunMs;
    };
    return { runner, plan, senders, sent, other, fill, isSent };
  }

  test('of five tenants whose provider never answers delay none of another', async () => {
    const { runner, plan, other, fill, isSent, sent } = stuck(5);
    await fill();
    started(runner);
    while (sent.size < 5) await tick();
    await plan('b', other);
    expect(await isSent(other)).toBeLessThan(40);
  });

  test('that take long give their places to those of other tenants, and their own tenant begins no more', async () => {
    const { runner, plan, other, fill, isSent, sent } = stuck(60);
    await fill();
    started(runner);
    while (sent.size < 28) await tick();
    await plan('b', other);
    expect(await isSent(other)).toBeLessThan(1_000);
    while (sent.size < 61) await tick();
    expect(Math.max(...sent.values())).toBeLessThanOrEqual(6);
  });

  test('of one channel take no place of another', async () => {
    const { runner, plan, senders, fill, isSent, sent } = stuck(60);
    senders.register('MAIL', { send: async (_, { tenantId }) => void sent.set(`mail ${tenantId}`, 1) });
    await fill();
    started(runner);
    while (sent.size < 28) await tick();
    await plan('m', tenantOf(1), { channel: 'MAIL' });
    expect(await isSent(`mail ${tenantOf(1)}`)).toBeLessThan(40);
  });

  test('of one tenant are sent before the rest where a person waits for them, though its places are taken', async () => {
    const { life } = outboxSetting();
    const sent: string[] = [];
    const { runner, plan } = life(async (_, { id }) => {
      sent.push(id);
      return id === 'mail' ? undefined : new Promise<string>(() => {});
    });
    for (let n = 0; n < 20; n++) await plan(`a${n}`);
    started(runner);
    while (sent.length < 6) await tick();
    await plan('mail', TENANT, { priority: 'interactive' });
    while (!sent.includes('mail')) await tick();
    expect(sent).toHaveLength(7);
  });

  test('that one tenant has due do not hide those of another, also after a start', async () => {
    const { life, pass } = outboxSetting();
    const other = '01900000-0000-7000-8000-0000000000ff';
    const sent = new Set<string>();
    const { runner, plan } = life(async (_, { tenantId }) => {
      sent.add(tenantId);
      return tenantId === TENANT ? new Promise<string>(() => {}) : undefined;
    });
    await Promise.all(Array.from({ length: 3_000 }, (_, n) => plan(`a${n}`)));
    pass(1);
    await plan('b', other);
    started(runner);
    while (!sent.has(other)) await tick();
  });
});

const tick = (ms = 2) => new Promise((resolve) => setTimeout(resolve, ms));
