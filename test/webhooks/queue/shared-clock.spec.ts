import { afterEach, describe, expect, test } from 'vitest';
import { RETRY_PAUSES } from '../../../src/catalogue/webhook-retries.js';
import { epochMs, instant, MINUTE, SECOND } from '../../../src/kernel/instant.js';
import type { Delivery } from '../../../src/webhooks/plan/delivery.js';
import { clockAfter, countedAttempts } from '../../../src/webhooks/queue/conversation-clock.js';
import { dispatcherHarness } from '../../support/given/dispatcher-harness.js';
import { TENANT } from '../../support/given/given.js';
import { setClock } from '../../support/processes/set-clock.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { until } from '../../support/until.js';

const SCHEDULE_MS = RETRY_PAUSES.reduce((sum, pause) => sum + pause, 0) * SECOND;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const at = (second: number) => instant(Date.UTC(2030, 0, 1, 0, 0, second));
const delivery = (more: Partial<Delivery>): Delivery => ({
  webhookId: 'w',
  type: 'message.created',
  status: 'PENDING',
  attempts: [],
  earlier: 0,
  createdAt: at(0),
  ...more,
});
const failures = (...seconds: readonly number[]) =>
  seconds.map((second) => ({ at: at(second), durationMs: 1, error: 'status' as const }));

describe('the clock of a conversation', () => {
  test('counts the failed attempts of earlier deliveries since a delivery began to wait', () => {
    const clock = clockAfter([at(1)], delivery({ attempts: failures(5, 10, 15) }));
    expect(clock).toEqual([at(1), at(5), at(10), at(15)]);
    expect(countedAttempts(clock, delivery({ createdAt: at(0) }))).toBe(4);
    expect(countedAttempts(clock, delivery({ createdAt: at(7) }))).toBe(2);
    expect(countedAttempts(clock, delivery({ createdAt: at(0), renewedAt: at(12) }))).toBe(1);
  });

  test('knows nothing of successes, nor of attempts before the last retry by hand', () => {
    const attempts = [...failures(1, 2), { at: at(3), durationMs: 1, statusCode: 204 }];
    expect(clockAfter([], delivery({ attempts, earlier: 1 }))).toEqual([at(2)]);
  });
});

/** A dispatcher whose endpoint answers as told, and whose clock goes from one due attempt to the next. */
async function deadEndpoint(texts: readonly string[]) {
  const clock = setClock();
  const place = await dispatcherHarness([], clock);
  const receiver = await aReceiver(() => 503);
  await place.listen(TENANT, receiver.url, ['message.created']);
  await place.post(TENANT, 'a', texts);
  const dispatcher = place.dispatcher();
  await dispatcher.start();
  closing.push(
    () => receiver.close(),
    () => dispatcher.close(),
  );
  const deliveries = async () => (await place.all(TENANT)).map(({ value }) => value).reverse();
  const nextAttempt = async () => (await place.resting(TENANT)).map(({ due }) => due).sort()[0];
  return {
    ...place,
    clock,
    receiver,
    deliveries,
    /** Moves the clock to the next attempt and waits until it is made. */
    async step(): Promise<void> {
      const due = await until(nextAttempt, (found) => found !== undefined && found > clock.now());
      if (due) clock.set(due);
      const before = receiver.received.length;
      await until(() => receiver.received.length > before);
    },
  };
}

test('ten deliveries behind a dead endpoint end with the first one, not a schedule each after it', async () => {
  const texts = Array.from({ length: 10 }, (_, n) => String(n));
  const place = await deadEndpoint(texts);
  await place.receiver.until(1);
  const start = place.clock.now();
  for (let attempt = 2; attempt <= 10; attempt++) await place.step();
  const ended = await until(place.deliveries, (all) => all.every(({ status }) => status === 'FAILED'));
  expect(ended.map(({ attempts }) => attempts.length)).toEqual([10, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(place.receiver.received.slice(-10).map(({ body }) => body.data.text)).toEqual(texts);
  const tookMs =
    Math.max(...ended.flatMap(({ attempts }) => attempts.map((each) => epochMs(each.at)))) - epochMs(start);
  expect(tookMs).toBeLessThanOrEqual(SCHEDULE_MS * 1.1 + MINUTE);
});

test('a delivery that joins late goes on where the clock of its conversation stands, also in another process', async () => {
  const place = await deadEndpoint(['early']);
  await place.receiver.until(1);
  for (let attempt = 2; attempt <= 8; attempt++) await place.step();
  await place.post(TENANT, 'a', ['late']);
  await until(async () => (await place.deliveries()).length === 2);
  for (let attempt = 9; attempt <= 10; attempt++) await place.step();
  const restsFor = async () => {
    const [, late] = await until(place.deliveries, ([, found]) => (found?.nextAttemptAt ?? '') > place.clock.now());
    return epochMs(late?.nextAttemptAt ?? place.clock.now()) - epochMs(place.clock.now());
  };
  expect(await restsFor()).toBeGreaterThan(25 * MINUTE);
  closing.pop()?.();
  const second = place.dispatcher();
  await second.start();
  closing.push(() => second.close());
  await place.step();
  expect(await restsFor()).toBeGreaterThan(100 * MINUTE);
  const [early, late] = await place.deliveries();
  expect([early, late].map((each) => [each?.status, each?.attempts.length])).toEqual([
    ['FAILED', 10],
    ['PENDING', 2],
  ]);
});
