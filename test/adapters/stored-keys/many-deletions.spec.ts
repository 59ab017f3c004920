import { expect, test } from 'vitest';
import { keyWrapOf } from '../../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../../src/adapters/stored-keys/stored-data-keys.js';
import type { Sealed } from '../../../src/ports/stores/data-keys.js';
import { randomFrom } from '../../support/random.js';

const TENANT = '11111111-1111-7111-8111-111111111111';
const conversationId = 'talk';
const [MESSAGES, DELETIONS, AT_ONCE] = [100_000, 10_000, 50];
const LARGEST_CHARACTERS = 20 * 1_024;

test('10,000 deletions at random of 100,000 messages leave every other message readable, and their keys small', async () => {
  const operations = new SqliteOperationalStore(':memory:');
  const wrap = keyWrapOf(Buffer.alloc(32, 9));
  const [keys, other] = [new StoredDataKeys(operations, wrap), new StoredDataKeys(operations, wrap)];
  const sealed: Sealed[] = [];
  for (let sequence = 1; sequence <= MESSAGES; sequence++) {
    const subject = { kind: 'message', conversationId, sequence, participantId: `p${sequence % 7}` } as const;
    await keys.prepare(TENANT, [subject]);
    sealed.push(keys.seal(TENANT, subject, `message ${sequence}`, 'e'));
  }
  const random = randomFrom(48);
  const gone = new Set<number>();
  while (gone.size < DELETIONS) gone.add(random.between(1, MESSAGES));
  const order = [...gone];
  for (let i = 0; i < order.length; i += AT_ONCE) {
    const ends = order
      .slice(i, i + AT_ONCE)
      .map((sequence) => ({ kind: 'message', conversationId, sequence }) as const);
    await Promise.all(ends.map((each, n) => (n % 2 ? keys : other).end(TENANT, [each])));
  }
  const late = new StoredDataKeys(operations, wrap);
  const wrong: number[] = [];
  for (const [n, each] of sealed.entries()) {
    const sequence = n + 1;
    if (!late.has(TENANT, each.k)) await late.load(TENANT, [each.k]);
    const opened = late.open(TENANT, each, 'e');
    const isAsWanted = gone.has(sequence)
      ? opened.state === 'erased'
      : opened.state === 'open' && opened.text === `message ${sequence}`;
    if (!isAsWanted) wrong.push(sequence);
  }
  expect(wrong).toEqual([]);
  const trees = await operations.list<{ readonly tree: string }>(TENANT, 'data-key', `m.${conversationId}.`, 1_000);
  expect(trees).toHaveLength(Math.floor(MESSAGES / 1_024) + 1);
  expect(Math.max(...trees.map(({ value }) => value.tree.length))).toBeLessThan(LARGEST_CHARACTERS);
  await operations.close();
});
