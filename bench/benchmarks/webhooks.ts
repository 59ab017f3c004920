import type { Benchmark } from '../benchmark.js';
import { Child } from '../children.js';
import { cpu, rate } from '../figures.js';
import { folder } from '../folders.js';
import { interleaved } from '../rounds.js';
import { ms, perSecond, times } from '../table.js';

const EACH = 10_000;
const PER_SECOND = 5_000;

interface Delivered {
  readonly cpuMs: number;
  readonly perSecond: number;
}

/** G11: CPU time of a webhook from the log to a fast receiver, against a bare pool of connections that signs. */
export const webhooks: Benchmark = async () => {
  const sink = await Child.start('./baselines/sink.js');
  const start = (kind: 'product' | 'bare') =>
    Child.start('./webhook-load.js', { args: [kind, folder('webhooks'), String(sink.port)] });
  const children = { baseline: await start('bare'), product: await start('product') };
  const deliver = (child: Child) => () => child.ask<Delivered>({ ask: 'deliver', count: EACH });
  const samples = await interleaved({ baseline: deliver(children.baseline), product: deliver(children.product) });
  for (const child of [children.baseline, children.product, sink]) await child.stop();
  const [baseline, product] = [cpu(samples.baseline), cpu(samples.product)];
  const [fast, slow] = [rate(samples.baseline), rate(samples.product)];
  return [
    {
      benchmark: 'G11',
      what: 'webhook planned, signed, sent and its attempt kept, 64 at once to 8 endpoints: CPU each',
      baseline: ms(baseline),
      product: ms(product),
      ratio: times(product / baseline),
      bound: '≤ 3×',
      reached: product / baseline <= 3,
    },
    {
      benchmark: 'G11',
      what: 'the same: how many a second',
      baseline: perSecond(fast),
      product: perSecond(slow),
      ratio: times(fast / slow),
      bound: `≥ ${PER_SECOND.toLocaleString('en')}/s`,
      reached: slow >= PER_SECOND,
    },
  ];
};
