import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteEventStore } from '../../src/adapters/sqlite/events/event-store.js';
import type { Benchmark } from '../benchmark.js';
import { folder } from '../folders.js';
import { seededProduct, startProduct } from '../product.js';
import { interleaved, medianOf } from '../rounds.js';
import { perSecond, times } from '../table.js';
import { rebuiltBeside } from './rebuild-beside.js';

const PAGE = 500;
const LOOK_MS = 20;
const LEAST = 25_000;

interface Folded {
  readonly events: number;
  readonly seconds: number;
  readonly cpuMs: number;
}

/** Reads each event of the log, parses it and writes a row of it, one transaction a page. */
async function copied(path: string): Promise<Folded> {
  const began = performance.now();
  const before = process.cpuUsage();
  const store = new SqliteEventStore(path);
  const rows = new DatabaseSync(join(folder('rebuild'), 'rows.db'));
  rows.exec('PRAGMA journal_mode = WAL; CREATE TABLE row (position INTEGER PRIMARY KEY, body TEXT NOT NULL)');
  const insert = rows.prepare('INSERT INTO row VALUES (?, ?)');
  let events = 0;
  for (let after = 0; ; ) {
    const page = await store.readAll(after, PAGE);
    rows.exec('BEGIN');
    for (const { position, body } of page) insert.run(position, JSON.stringify(JSON.parse(body)));
    rows.exec('COMMIT');
    events += page.length;
    const last = page.at(-1);
    if (!last) break;
    after = last.position;
  }
  rows.close();
  await store.close();
  const { user, system } = process.cpuUsage(before);
  return { events, seconds: (performance.now() - began) / 1_000, cpuMs: (user + system) / 1_000 };
}

/** Starts the product without read models, and waits until it is ready. */
async function rebuilt(dataDir: string, events: number): Promise<Folded> {
  for (const name of readdirSync(dataDir)) if (name.startsWith('read.db')) rmSync(join(dataDir, name));
  const began = performance.now();
  const child = await startProduct(dataDir);
  const ready = async () => (await fetch(`http://127.0.0.1:${child.port}/health/ready`)).status === 200;
  while (!(await ready())) await sleep(LOOK_MS);
  const seconds = (performance.now() - began) / 1_000;
  const { cpuMs } = await child.usage();
  await child.stop();
  return { events, seconds, cpuMs };
}

/** G8: events a second of a start that rebuilds all read models, and of a rebuild under load. */
export const rebuild: Benchmark = async ({ full }) => {
  const messages = full ? 1_000_000 : 25_000;
  const seeded = await seededProduct({ messages });
  const { dataDir } = seeded;
  await seeded.child.stop();
  const log = join(dataDir, 'log.db');
  const { events } = await copied(log);
  const samples = await interleaved(
    { baseline: () => copied(log), product: () => rebuilt(dataDir, events) },
    { rounds: 3, ms: 0, warmUpMs: 0 },
  );
  const rate = (taken: readonly Folded[]) => medianOf(taken, (each) => each.events / each.seconds);
  const cpu = (taken: readonly Folded[]) => medianOf(taken, (each) => (each.cpuMs * 1_000) / each.events);
  const [baseline, product] = [rate(samples.baseline), rate(samples.product)];
  const [few, many] = [cpu(samples.baseline), cpu(samples.product)];
  return [
    {
      benchmark: 'G8',
      what: `rebuild of all read models, ${events.toLocaleString('en')} events, with the start`,
      baseline: perSecond(baseline),
      product: perSecond(product),
      ratio: times(baseline / product),
      bound: `≥ ${LEAST.toLocaleString('en')}/s`,
      reached: product >= LEAST,
    },
    {
      benchmark: 'G8',
      what: 'the same: CPU an event',
      baseline: `${few.toFixed(1)} µs`,
      product: `${many.toFixed(1)} µs`,
      ratio: times(many / few),
      bound: '',
    },
    ...(await rebuiltBeside({ ...seeded, child: await startProduct(dataDir) }, events)),
  ];
};
