import { afterEach, expect, test, vi } from 'vitest';
import { WorkerHost } from '../../../src/engine/effects/worker-host.js';
import { TreeMoved } from '../../../src/engine/evidence/tree-store.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { StoreRefused, StoreUnavailable } from '../../../src/ports/stores/event-store.js';

function logging() {
  const lines: { readonly fields: object; readonly message: string }[] = [];
  const say = (fields: object, message: string) => void lines.push({ fields, message });
  const logger = { debug: say, info: say, warn: say, error: say };
  return { lines, failed: WorkerHost.failed(logger), again: WorkerHost.failed(logger) };
}

test('an outage is one line without a stack, however much fails in it', () => {
  const { lines, failed } = logging();
  for (let n = 0; n < 300; n++) failed(`subscriber ${n % 12}`, new StoreUnavailable('The event log: no answer'));
  expect(lines).toEqual([
    {
      fields: { reason: 'The event log: no answer' },
      message: 'A store is unavailable; the work that needs it is retried until it answers',
    },
  ]);
});

test('another failure is told each time, with its stack', () => {
  const { lines, failed } = logging();
  const err = new Error('a defect');
  for (let n = 0; n < 2; n++) failed('one', err);
  const line = { fields: { subscriber: 'one', err }, message: 'The subscriber failed; it is retried' };
  expect(lines).toEqual([line, line]);
});

test.each([new TreeMoved('the tree'), new Rejection('errors.position.not_reached')])(
  'a subscriber that was overtaken is no error: %s',
  (overtaken) => {
    const { debug, error } = { debug: vi.fn(), error: vi.fn() };
    WorkerHost.failed({ debug, error, info: error, warn: error })('one', overtaken);
    expect(error).not.toHaveBeenCalled();
    expect(debug).toHaveBeenCalledWith({ subscriber: 'one', reason: overtaken.message }, expect.any(String));
  },
);

afterEach(() => vi.useRealTimers());

test('refused credentials are one line for all subscribers of a process, however long they are refused', () => {
  vi.useFakeTimers();
  const { lines, failed, again } = logging();
  for (let n = 0; n < 300; n++) {
    for (const say of [failed, again]) say('one', new StoreRefused('The event store refuses the password'));
    vi.advanceTimersByTime(10_000);
  }
  const line = {
    fields: { reason: 'The event store refuses the password' },
    message: 'A store refuses the credentials of the service; correct its URL and start again',
  };
  expect(lines).toEqual([line]);
  vi.advanceTimersByTime(31_000);
  failed('one', new StoreRefused('The event store refuses the password'));
  expect(lines).toEqual([line, line]);
});
