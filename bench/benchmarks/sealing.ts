import { keyWrapOf } from '../../src/adapters/file-keys/file-key-wrap.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { StoredDataKeys } from '../../src/adapters/stored-keys/stored-data-keys.js';
import { vocabulary } from '../../src/composition/registry.js';
import { type Codec, codecFor, type NewEvent } from '../../src/engine/log/codec.js';
import { instant } from '../../src/kernel/instant.js';
import { streamName } from '../../src/kernel/stream.js';
import type { NewStored } from '../../src/ports/stores/event-store.js';
import type { Benchmark } from '../benchmark.js';
import { cpu } from '../figures.js';
import { ms, times } from '../table.js';

const TENANT = '11111111-1111-7111-8111-111111111111';
const [EVENTS, ROUNDS] = [10_000, 7];
const TEXT = 'The delivery of your order comes between nine and eleven tomorrow. Is somebody at home? '.repeat(2);
const stream = streamName('messageLog', TENANT, '22222222-2222-7222-8222-222222222222');

const events: readonly NewEvent[] = Array.from({ length: EVENTS }, (_, n) => {
  const id = `33333333-3333-7333-8333-${String(n).padStart(12, '0')}`;
  const author = '44444444-4444-7444-8444-444444444444';
  return {
    type: 'MessagePosted',
    data: { kind: 'TEXT', text: TEXT, messageId: id, sequence: n + 1, participantId: author, seenBy: author },
    meta: { id, at: instant('2030-01-01'), actor: `participant:${author}`, commandId: id, correlationId: id },
  };
});

/** CPU time of each of the events. */
function measured(work: () => void): { readonly cpuMs: number } {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000 / EVENTS };
}

async function encoded(codec: Codec, keep: (stored: NewStored) => void): Promise<{ readonly cpuMs: number }> {
  await codec.prepare(stream, events);
  return measured(() => {
    for (const event of events) {
      codec.prepare(stream, [event]);
      keep(codec.encode(event, stream));
    }
  });
}

/** As a rebuild reads them: pages in order, whose keys are loaded once. */
async function decoded(codec: Codec, all: readonly NewStored[]): Promise<{ readonly cpuMs: number }> {
  const stored = all.map((each, n) => ({ ...each, stream, version: n + 1, position: n + 1 }));
  await codec.load(stored);
  return measured(() => {
    for (const each of stored) codec.decode(each);
  });
}

/** CPU time of the codec with sealing and without it. G1, G5 and G6 show what that is of a request. */
export const sealing: Benchmark = async () => {
  const operations = new SqliteOperationalStore(':memory:');
  const wrap = keyWrapOf(Buffer.alloc(32, 1));
  const clear = codecFor(vocabulary);
  const samples = { clear: [], sealed: [], openedClear: [], opened: [] } as Record<string, { cpuMs: number }[]>;
  for (let round = 0; round < ROUNDS; round++) {
    const codec = codecFor(vocabulary, new StoredDataKeys(operations, wrap));
    const [plain, closed]: [NewStored[], NewStored[]] = [[], []];
    samples.clear?.push(await encoded(clear, (stored) => plain.push(stored)));
    samples.sealed?.push(await encoded(codec, (stored) => closed.push(stored)));
    samples.openedClear?.push(await decoded(clear, plain));
    samples.opened?.push(await decoded(codec, closed));
  }
  await operations.close();
  const row = (what: string, baseline: number, product: number) => ({
    benchmark: 'sealing',
    what,
    baseline: ms(baseline),
    product: ms(product),
    ratio: times(product / baseline),
    bound: '',
  });
  const of = (name: string) => cpu(samples[name] ?? []);
  return [
    row('a message is encoded, in clear and sealed: CPU each', of('clear'), of('sealed')),
    row('a message is decoded, in clear and sealed: CPU each', of('openedClear'), of('opened')),
  ];
};
