import { afterEach, describe, expect, test } from 'vitest';
import { DeliveryRefused, DeliverySuppressed } from '../../../src/ports/delivery/delivery-refused.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { TENANT } from '../../support/given/given.js';
import { outboxSetting, sends, started, stopWorkers } from './outbox.fixture.js';

afterEach(stopWorkers);

describe('an effect', () => {
  test('is sent once, however often it is planned, and its content is gone', async () => {
    const { life, until, find } = outboxSetting();
    const sent: string[] = [];
    const { runner, plan } = life(sends(sent));
    expect(await plan('a')).toMatchObject({ status: 'planned', content: 'text' });
    started(runner);
    expect(await until('a', 'done')).toMatchObject({ receipt: 'receipt', attempts: 1 });
    expect(await plan('a')).toMatchObject({ status: 'done' });
    await plan('b');
    await until('b', 'done');
    expect(sent).toEqual(['a', 'b']);
    expect(await find('a')).not.toHaveProperty('content');
  });

  test('that is suppressed is never sent', async () => {
    const { life, until, find } = outboxSetting();
    const sent: string[] = [];
    const { runner, outbox, plan } = life(sends(sent));
    const at = (await plan('b')).plannedAt;
    await outbox.plan(TENANT, 'a', { channel: 'SMS', about: {}, at, suppressed: 'no_phone_number' });
    started(runner);
    await until('b', 'done');
    expect(sent).toEqual(['b']);
    expect(await find('a')).toMatchObject({ status: 'suppressed', reason: 'no_phone_number', attempts: 0 });
  });

  test('that certainly was not sent is tried again after pauses, then failed', async () => {
    const { life, until, pass, find } = outboxSetting();
    let tries = 0;
    const { runner, plan } = life(async () => {
      tries++;
      throw new DeliveryRefused('unreachable', true);
    });
    await plan('a');
    started(runner);
    await until('a', 'planned');
    for (const [n, pause] of [1_000, 2_000].entries()) {
      while ((await find('a'))?.attempts !== n + 1 || (await find('a'))?.status !== 'planned') await tick();
      expect(await find('a')).toMatchObject({ reason: 'unreachable', content: 'text' });
      pass(pause - 1);
      await tick(20);
      expect(tries).toBe(n + 1);
      pass(1);
    }
    expect(await until('a', 'failed')).toMatchObject({ reason: 'unreachable', attempts: 3 });
    expect(tries).toBe(3);
  });

  test('that is refused for good is failed at once', async () => {
    const { life, until } = outboxSetting();
    const { runner, plan } = life(async () => {
      throw new DeliveryRefused('refused', false);
    });
    await plan('a');
    started(runner);
    expect(await until('a', 'failed')).toMatchObject({ reason: 'refused', attempts: 1 });
  });

  test('that its receiver refuses is suppressed, and not sent again', async () => {
    const { life, until } = outboxSetting();
    const { runner, plan } = life(async () => {
      throw new DeliverySuppressed('opted_out');
    });
    await plan('a');
    started(runner);
    expect(await until('a', 'suppressed')).toMatchObject({ reason: 'opted_out', attempts: 1 });
  });

  test('of which nobody knows whether it was sent is unknown, and not sent again', async () => {
    const { life, until, pass } = outboxSetting();
    const sent: string[] = [];
    const { runner, plan } = life(async (_, { id }) => {
      sent.push(id);
      if (id === 'a') throw new Error('the line broke');
      return undefined;
    });
    await plan('a');
    started(runner);
    expect(await until('a', 'unknown')).toMatchObject({ reason: 'no_clear_answer' });
    pass(86_400_000);
    await plan('b');
    await until('b', 'done');
    expect(sent).toEqual(['a', 'b']);
  });

  test('that another life has claimed is unknown', async () => {
    const { life, until } = outboxSetting();
    const first = life(() => new Promise<string>(() => {}));
    await first.plan('a');
    first.runner.start();
    await until('a', 'claimed');
    first.runner.close();
    const sent: string[] = [];
    started(life(sends(sent)).runner);
    expect(await until('a', 'unknown')).toMatchObject({ reason: 'interrupted' });
    expect(sent).toEqual([]);
  });

  test('whose sender ends after another life gave it up is what the sender says', async () => {
    const { life, until } = outboxSetting();
    let end: () => void = () => {};
    const first = life(() => new Promise((resolve) => (end = () => resolve('late'))));
    await first.plan('a');
    first.runner.start();
    await until('a', 'claimed');
    first.runner.close();
    started(life(sends([])).runner);
    await until('a', 'unknown');
    end();
    expect(await until('a', 'done')).toMatchObject({ receipt: 'late' });
  });

  test('is noted as sent though the store was away meanwhile', async () => {
    const { operations, life, until } = outboxSetting();
    let away = false;
    let asked = 0;
    const get: typeof operations.get = async (key) => {
      if (away && ++asked < 3) throw new StoreUnavailable('away');
      return operations.get(key);
    };
    const flaky = Object.assign(Object.create(operations) as typeof operations, { get });
    const { runner, plan } = life(async () => {
      away = true;
      return 'receipt';
    }, flaky);
    await plan('a');
    started(runner);
    expect(await until('a', 'done')).toMatchObject({ receipt: 'receipt' });
  });

  test('under way is waited for when the runner closes', async () => {
    const { life, until, find } = outboxSetting();
    let end: () => void = () => {};
    const { runner, plan } = life(() => new Promise((resolve) => (end = () => resolve('r'))));
    await plan('a');
    runner.start();
    await until('a', 'claimed');
    runner.close();
    const rested = runner.idle(5_000);
    end();
    await rested;
    expect(await find('a')).toMatchObject({ status: 'done' });
  });
});

const tick = (ms = 2) => new Promise((resolve) => setTimeout(resolve, ms));
