import { afterEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, instant, plus } from '../../../src/kernel/instant.js';
import { afterFailure, afterSuccess, isGivenUp } from '../../../src/webhooks/send/endpoint-health.js';
import { type Dispatchery, dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { setClock } from '../../support/processes/set-clock.js';
import { aReceiver, type Receiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(place: Dispatchery): Promise<() => void> {
  const dispatcher = place.dispatcher();
  await dispatcher.start();
  closing.push(() => dispatcher.close());
  return () => dispatcher.close();
}

/** A tenant whose endpoint answers 503, with a clock that the test moves. */
async function failing() {
  const clock = setClock();
  const place = await dispatcherHarness([], clock);
  const receiver = await aReceiver(() => 503);
  closing.push(() => receiver.close());
  await place.listen(TENANT, receiver.url, ['message.created']);
  let conversations = 0;
  return {
    place,
    clock,
    receiver,
    /** Posts messages to conversations of their own, each a first attempt. */
    async fails(count: number): Promise<void> {
      const before = receiver.received.length;
      for (let n = 0; n < count; n++) await place.post(TENANT, `c${++conversations}`, ['x']);
      await receiver.until(before + count);
      await until(async () => (await place.all(TENANT)).every(({ value }) => value.attempts.length > 0));
    },
  };
}

const settingsOf = async (place: Dispatchery) => {
  const events = await place.log.readAll(0, 10_000);
  return events.filter(({ type }) => type === 'WebhookSettingsChanged').map(({ data }) => data);
};

const at = (day: number) => plus(instant('2030-01-01'), day * DAY);

describe('the health of an endpoint', () => {
  const failed = (days: readonly number[]) =>
    days.reduce((health, day) => afterFailure(health, at(day), undefined), { failures: 0 });

  test('is given up after five days of nothing but failures, and ten of them', () => {
    const ten = Array.from({ length: 10 }, (_, n) => n / 10);
    expect(isGivenUp(failed([...ten, 4.99]), at(4.99))).toBe(false);
    expect(isGivenUp(failed([...ten, 5]), at(5))).toBe(true);
    expect(isGivenUp(failed([0, 1, 2, 3, 4, 5, 6]), at(6))).toBe(false);
  });

  test('begins anew with a success and with a change of the settings', () => {
    const ill = failed([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    expect(afterSuccess(ill, at(2))).toEqual({ failures: 0, recoveredAt: at(2) });
    expect(afterFailure(ill, at(6), at(5))).toEqual({ failingSince: at(6), failures: 1 });
    expect(afterFailure(ill, at(6), at(-1))).toEqual({ failingSince: at(0), failures: 10 });
  });

  test('is the same object while nothing happens to it', () => {
    const well = { failures: 0 };
    expect(afterSuccess(well, at(1))).toBe(well);
  });
});

describe('an endpoint that only fails', () => {
  test('is disabled after five days, also by another process, and what waits is cancelled', async () => {
    const { place, clock, fails } = await failing();
    const first = await started(place);
    await fails(6);
    first();
    clock.advance(3 * DAY);
    await started(place);
    await fails(6);
    expect(await settingsOf(place)).toEqual([]);
    clock.advance(2 * DAY);
    await until(
      () => settingsOf(place),
      (changes) => changes.length > 0,
    );
    expect(await settingsOf(place)).toEqual([{ enabled: false, disabledAt: clock.now(), disabledReason: 'failing' }]);
    const ended = await until(
      () => place.all(TENANT),
      (all) => all.every(({ value }) => value.status !== 'PENDING'),
    );
    expect(ended.map(({ value }) => value.status)).toContain('CANCELLED');
    await until(async () => (await place.queued(TENANT)).length === 0);
  });

  test('stays enabled when it answered once in between, or was set again', async () => {
    const { place, clock, fails, receiver } = await failing();
    await started(place);
    await fails(12);
    clock.advance(4 * DAY);
    receiver.answers(() => 204);
    await place.post(TENANT, 'well', ['x']);
    await until(async () => (await place.all(TENANT)).every(({ value }) => value.status === 'DELIVERED'));
    receiver.answers(() => 503);
    await fails(12);
    clock.advance(4 * DAY);
    await fails(1);
    await place.change(TENANT, { enabled: true });
    clock.advance(2 * DAY);
    await fails(12);
    clock.advance(4 * HOUR);
    await fails(1);
    expect((await settingsOf(place)).filter((change) => 'disabledReason' in (change as object))).toEqual([]);
  });
});

describe('an endpoint that answers again', () => {
  /** Conversations whose first attempt failed, with their next one in hours. */
  async function resting(
    count: number,
  ): Promise<{ place: Dispatchery; receiver: Receiver; clock: ReturnType<typeof setClock> }> {
    const { place, receiver, clock, fails } = await failing();
    const stop = await started(place);
    await fails(count);
    await until(async () => (await place.resting(TENANT)).length === count);
    stop();
    clock.advance(1);
    return { place, receiver, clock };
  }

  test('has all that wait sent, and a process that is stopped in the middle is followed by one that goes on', async () => {
    const { place, receiver } = await resting(300);
    let answered = 0;
    receiver.answers(() => (response) => {
      if (++answered <= 40) response.writeHead(204).end();
    });
    const stop = await started(place);
    await place.post(TENANT, 'new', ['x']);
    await until(() => answered > 40);
    stop();
    receiver.answers(() => 204);
    await started(place);
    await until(async () => (await place.all(TENANT)).every(({ value }) => value.status === 'DELIVERED'));
    expect(await place.all(TENANT)).toHaveLength(301);
  }, 30_000);

  test('and fails again at once has each of those that wait tried once, not with every success', async () => {
    const { place, receiver, clock } = await resting(40);
    receiver.answers(({ body }) => (body.data.text === 'good' ? 204 : 503));
    await started(place);
    const before = receiver.received.length;
    for (let n = 0; n < 20; n++) {
      await place.post(TENANT, `good${n}`, ['good']);
      clock.advance(1);
      await receiver.until((received) => received.filter(({ body }) => body.data.text === 'good').length === n + 1);
    }
    await receiver.until(before + 60);
    await until(async () => (await place.resting(TENANT)).length === 40);
    expect(receiver.received).toHaveLength(before + 60);
  });
});
