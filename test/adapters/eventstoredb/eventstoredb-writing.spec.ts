import type { AppendResult, KurrentDBClient } from '@kurrent/kurrentdb-client';
import { expect, test } from 'vitest';
import { connection } from '../../../src/adapters/eventstoredb/connection.js';
import { namespaceOf } from '../../../src/adapters/eventstoredb/reading/records.js';
import { write } from '../../../src/adapters/eventstoredb/writing.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';

const DEADLINE_MS = 2_000;
const NEVER = new Promise<never>(() => {});
const EVENT = { id: '0194d2f0-0000-7000-8000-000000000001', type: 'NoteAdded', body: '{"note":"x"}' };

/** Clients in the order in which they are made, each with the answer to its append, and what was sent on them. */
function clientsThat(...answers: readonly Promise<unknown>[]) {
  const sent: unknown[] = [];
  let made = 0;
  const make = () => {
    const answer = answers[made++] ?? NEVER;
    const appendToStream = (...call: readonly unknown[]) => {
      sent.push(call);
      return answer;
    };
    const idle = { dispose: async () => {}, getChannel: async () => ({ close() {} }) };
    return { appendToStream, ...idle } as unknown as KurrentDBClient;
  };
  const line = connection({ make, heed() {} }, DEADLINE_MS);
  return { sent, append: () => write(line, DEADLINE_MS, namespaceOf(), 'notes-t-1', 0, [EVENT]) };
}

test('an append that is never answered is sent again as it was, on a new connection', async () => {
  const taken = { success: true, nextExpectedRevision: 0n } as AppendResult;
  const { sent, append } = clientsThat(NEVER, Promise.resolve(taken));
  expect(await append()).toBe(taken);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test('it fails at its deadline where no connection answers', async () => {
  const { sent, append } = clientsThat();
  const beganMs = performance.now();
  await expect(append()).rejects.toThrow(StoreUnavailable);
  expect(performance.now() - beganMs).toBeGreaterThan(DEADLINE_MS - 5);
  expect(sent).toHaveLength(3);
});
