import { expect, test } from 'vitest';
import { RefusedCredentials } from '../../../src/fairness/rate-limits/refused-credentials.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { monotonicClock } from '../../support/processes/set-clock.js';

function setting() {
  const clock = monotonicClock();
  const refused = new RefusedCredentials(clock);
  const over = (seconds: number) => () => {
    throw new Rejection('errors.rate_limited', [], { limit: 1, retry_after: seconds });
  };
  return {
    refused,
    over,
    wait: clock.advance,
    refuse: (authorization: string, seconds = 2) =>
      expect(() => refused.whenRefused({ authorization }, over(seconds))).toThrow(Rejection),
    isRefused(authorization: string) {
      try {
        refused.check({ authorization });
        return false;
      } catch {
        return true;
      }
    },
  };
}

test('a credential over its limit is refused until the time to wait ends', () => {
  const { refuse, isRefused, wait } = setting();
  refuse('Bearer a');
  expect([isRefused('Bearer a'), isRefused('Bearer b')]).toEqual([true, false]);
  wait(1_999);
  expect(isRefused('Bearer a')).toBe(true);
  wait(1);
  expect(isRefused('Bearer a')).toBe(false);
});

test('an API key is another credential than a token with the same text', () => {
  const { refused, over } = setting();
  expect(() => refused.whenRefused({ apiKey: 'x' }, over(2))).toThrow(Rejection);
  refused.check({ authorization: 'x' });
  expect(() => refused.check({ apiKey: 'x' })).toThrow(Rejection);
});

test('what is not refused is returned; other failures are not remembered', () => {
  const { refused, isRefused } = setting();
  expect(refused.whenRefused({ authorization: 'a' }, () => 7)).toBe(7);
  const fail = () => {
    throw new TypeError('broken');
  };
  expect(() => refused.whenRefused({ authorization: 'a' }, fail)).toThrow(TypeError);
  expect(isRefused('a')).toBe(false);
});

test('the oldest of many refused credentials is forgotten', () => {
  const { refuse, isRefused } = setting();
  for (let n = 0; n <= 1_000; n++) refuse(`${n}`);
  expect([isRefused('0'), isRefused('1'), isRefused('1000')]).toEqual([false, true, true]);
});
