import { expect, test } from 'vitest';
import { Rejection } from '../../../src/kernel/rejection.js';
import { faultOf, NO_TELEMETRY } from '../../../src/ports/process/tracing.js';

test('without a collector, nothing is traced and everything is done', async () => {
  expect(NO_TELEMETRY.begin('work', { kind: 'server' })).toBeUndefined();
  expect(NO_TELEMETRY.within(undefined, () => 'done')).toBe('done');
  expect([NO_TELEMETRY.isOn, NO_TELEMETRY.active, NO_TELEMETRY.dropped]).toEqual([false, undefined, 0]);
  NO_TELEMETRY.push(() => expect.fail());
  await NO_TELEMETRY.close();
});

test('a fault is a code, never a text', () => {
  expect(faultOf(new Rejection('errors.not_found'))).toBe('errors.not_found');
  expect(faultOf(new TypeError('Anna'))).toBe('TypeError');
  expect(faultOf('Anna')).toBe('unknown');
});
