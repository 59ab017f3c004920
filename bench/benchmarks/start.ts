import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark } from '../benchmark.js';
import { Child } from '../children.js';
import { folder } from '../folders.js';
import { seededProduct, startProduct } from '../product.js';
import { interleaved, medianOf } from '../rounds.js';
import { ms, times } from '../table.js';
import { signer } from '../tokens.js';

const EVENTS = 100_000;
const IDLE_MS = 2_000;
const MOST_MS = 2_000;
const MOST_MIB = 150;

interface Started {
  readonly readyMs: number;
  readonly rssMiB: number;
}

/** Starts a server, waits until it answers 200 and then until it is idle. */
async function started(start: () => Promise<Child>, path: string): Promise<Started> {
  const begun = performance.now();
  const child = await start();
  const { status } = await fetch(`http://127.0.0.1:${child.port}${path}`);
  const readyMs = performance.now() - begun;
  if (status !== 200) throw new Error(`not ready: ${status}`);
  await pause(IDLE_MS);
  const { rssMiB } = await child.usage();
  await child.stop();
  return { readyMs, rssMiB };
}

/** G13: time from start to readiness, and memory of the idle process. */
export const start: Benchmark = async () => {
  const { jwk } = await signer();
  const { child, dataDir } = await seededProduct({ messages: EVENTS });
  await child.stop();
  const samples = await interleaved(
    {
      baseline: () =>
        started(() => Child.start('./baselines/post.js', { args: [folder('baseline'), jwk] }), '/health/live'),
      product: () => started(() => startProduct(dataDir), '/health/ready'),
    },
    { rounds: 3, ms: 0, warmUpMs: 0 },
  );
  const ready = (taken: readonly Started[]) => medianOf(taken, ({ readyMs }) => readyMs);
  const rss = (taken: readonly Started[]) => medianOf(taken, ({ rssMiB }) => rssMiB);
  const [baseline, product] = [ready(samples.baseline), ready(samples.product)];
  const [light, heavy] = [rss(samples.baseline), rss(samples.product)];
  return [
    {
      benchmark: 'G13',
      what: `start to ready, ${EVENTS.toLocaleString('en')} events in the log`,
      baseline: ms(baseline),
      product: ms(product),
      ratio: times(product / baseline),
      bound: `≤ ${MOST_MS / 1_000} s`,
      reached: product <= MOST_MS,
    },
    {
      benchmark: 'G13',
      what: 'memory of the idle process',
      baseline: `${light.toFixed(0)} MiB`,
      product: `${heavy.toFixed(0)} MiB`,
      ratio: times(heavy / light),
      bound: `≤ ${MOST_MIB} MiB`,
      reached: heavy <= MOST_MIB,
    },
  ];
};
