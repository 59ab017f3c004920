import type { Benchmark } from '../benchmark.js';
import { Child } from '../children.js';
import { folder } from '../folders.js';
import { interleaved, medianOf } from '../rounds.js';
import { ms, perSecond, times } from '../table.js';

const EACH = 10_000;
const PER_SECOND = 5_000;

interface Delivered {
  readonly cpuMs: number;
  readonly perSecond: number;
}

/** G11: an event of the log to a fast sink: planned in the ledger, signed, sent, its attempt kept; against a bare pool that signs. */
export const webhooks: Benchmark = async () => {
  const sink = await Child.start('./baselines/sink.js');
  const start = (kind: 'product' | 'bare') =>
    Child.start('./webhook-load.js', { args: [kind, folder('webhooks'), String(sink.port)] });
  const [floor, product] = [await start('bare'), await start('product')];
  const deliver = (child: Child) => () => child.ask<Delivered>({ ask: 'deliver', count: EACH });
  const samples = await interleaved({ floor: deliver(floor), product: deliver(product) });
  for (const child of [floor, product, sink]) await child.stop();
  const cpu = (taken: readonly Delivered[]) => medianOf(taken, ({ cpuMs }) => cpuMs);
  const rate = (taken: readonly Delivered[]) => medianOf(taken, (each) => each.perSecond);
  const [below, above] = [cpu(samples.floor), cpu(samples.product)];
  const [slow, fast] = [rate(samples.product), rate(samples.floor)];
  return [
    {
      goal: 'G11',
      what: 'webhook planned, signed, sent and its attempt kept, 64 at once to 8 endpoints: CPU each',
      floor: ms(below),
      product: ms(above),
      ratio: times(above / below),
      bound: '≤ 3×',
      reached: above / below <= 3,
    },
    {
      goal: 'G11',
      what: 'the same: how many a second',
      floor: perSecond(fast),
      product: perSecond(slow),
      ratio: times(fast / slow),
      bound: `≥ ${PER_SECOND.toLocaleString('en')}/s`,
      reached: slow >= PER_SECOND,
    },
  ];
};
