import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SqliteEventStore } from '../src/adapters/sqlite/events/event-store.js';
import { groupCommit } from './baselines/group-commit.js';
import { seededRandom } from './words.js';

/** Appends events for 64 writers, through the product's event store or without it. */
const [kind = '', folder = '', count = '0'] = process.argv.slice(2);
const WRITERS = 64;
const EACH = 10;
const AT_ONCE = 500;
const BODY = JSON.stringify({ v: 1, at: new Date().toISOString(), data: { text: 'x'.repeat(200) } });

type AppendTo = (stream: number, version: number) => Promise<unknown>;

const streamName = (n: number) => `messageLog-00000000-0000-0000-0000-000000000000_case-${n}`;
const event = () => ({ id: randomUUID(), type: 'MessagePosted', body: BODY });

function product(): AppendTo {
  const store = new SqliteEventStore(join(folder, 'log.db'));
  return (stream, version) => store.append(streamName(stream), version, [event()]);
}

function bare(): AppendTo {
  const log = groupCommit(join(folder, 'log.db'));
  return (stream) => log.append({ stream: streamName(stream), ...event() });
}

const append = kind === 'product' ? product() : bare();
const streams = Math.max(WRITERS, Number(count) / EACH);
const versions = new Uint32Array(streams);
const random = seededRandom(5);

/** Fills the streams in turn, so that their events are interleaved. */
async function fill(): Promise<void> {
  for (let version = 0; version < EACH; version++) {
    for (let from = 0; from < streams; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, streams - from) }, (_, i) => append(from + i, version));
      await Promise.all(some);
    }
  }
  versions.fill(EACH);
}

/** Each writer appends to random streams of its own. */
async function write(writer: number, until: number): Promise<number> {
  let written = 0;
  const own = Math.floor(streams / WRITERS);
  for (; performance.now() < until; written++) {
    const stream = writer + WRITERS * Math.floor(random() * own);
    await append(stream, versions[stream] ?? 0);
    versions[stream] = (versions[stream] ?? 0) + 1;
  }
  return written;
}

await fill();
process.on('message', async ({ ask, ms = 0 }: { readonly ask: string; readonly ms?: number }) => {
  if (ask !== 'append') return;
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const written = await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, start + ms)));
  const total = written.reduce((sum, each) => sum + each, 0);
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ cpuMs: (user + system) / 1_000 / total, perSecond: (total / (performance.now() - start)) * 1_000 });
});
process.channel?.ref();
process.stderr.write('ready\n');
