import { join } from 'node:path';
import { askOperator } from '../../src/adapters/operator-socket/ask-operator.js';
import { senders } from '../fixtures.js';
import { LoadTarget } from '../load.js';
import { post } from '../posting.js';
import type { Product } from '../product.js';
import { ms, perSecond, type Row, times } from '../table.js';
import { seededRandom, sentence } from '../words.js';

const MODEL = 'message-log';
const SENDERS = 8;
const QUIET_MS = 5_000;
const LEAST = 15_000;
const WORDS = 12;

/** G8 under load: events a second of `models rebuild` while clients post, and the slowest of their posts. */
export async function rebuiltBeside(product: Product, events: number): Promise<readonly Row[]> {
  const { token } = product.tenant.owner;
  const random = seededRandom(4);
  const cycles = senders
    .slice(0, SENDERS)
    .map((sender) => Array.from({ length: 50 }, () => post(sender, token, sentence(random, WORDS))));
  const target = await LoadTarget.connect(product.child, cycles, 202);
  await target.load(1_000);
  const quiet = await target.load(QUIET_MS);

  const path = join(product.dataDir, 'operator.sock');
  const ask = async (command: string) => {
    for await (const output of askOperator(path, { command, args: { name: MODEL } })) void output;
    return performance.now();
  };
  const began = performance.now();
  let ended = 0;
  const rebuilding = ask('models rebuild').then((at) => {
    ended = at;
  });
  let slowest = 0;
  while (ended === 0) slowest = Math.max(slowest, (await target.load(QUIET_MS / 5)).p99Ms);
  await rebuilding;
  const switched = performance.now();
  const switchMs = (await ask('models switch')) - switched;
  target.close();
  await product.child.stop();
  const rate = events / ((ended - began) / 1_000);
  return [
    {
      benchmark: 'G8',
      what: `models rebuild beside ${SENDERS} senders, ${events.toLocaleString('en')} events`,
      baseline: '',
      product: perSecond(rate),
      ratio: '',
      bound: `≥ ${LEAST.toLocaleString('en')}/s`,
      reached: rate >= LEAST,
    },
    {
      benchmark: 'G8',
      what: 'the same: 99th percentile of the posts, before and meanwhile',
      baseline: ms(quiet.p99Ms),
      product: ms(slowest),
      ratio: times(slowest / quiet.p99Ms),
      bound: '≤ 2×',
      reached: slowest <= 2 * quiet.p99Ms,
    },
    {
      benchmark: 'G8',
      what: 'models switch, until it is answered',
      baseline: '',
      product: ms(switchMs),
      ratio: '',
      bound: '≤ 1 s',
      reached: switchMs <= 1_000,
    },
  ];
}
