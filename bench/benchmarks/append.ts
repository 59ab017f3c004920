import type { Benchmark } from '../benchmark.js';
import { Child } from '../children.js';
import { cpu } from '../figures.js';
import { folder } from '../folders.js';
import { interleaved } from '../rounds.js';
import { ms, times } from '../table.js';

const SMALL = 1_000;

interface Appended {
  readonly cpuMs: number;
  readonly perSecond: number;
}

const start = (kind: 'product' | 'bare', events: number) =>
  Child.start('./appending.js', { args: [kind, folder('append'), String(events)] });

/** G7: CPU time of an append, and its growth with the number of stored events. */
export const append: Benchmark = async ({ full }) => {
  const large = full ? 1_000_000 : 100_000;
  const children = {
    baseline: await start('bare', SMALL),
    small: await start('product', SMALL),
    large: await start('product', large),
  };
  const write = (child: Child) => (ms: number) => child.ask<Appended>({ ask: 'append', ms });
  const samples = await interleaved({
    baseline: write(children.baseline),
    small: write(children.small),
    large: write(children.large),
  });
  for (const child of Object.values(children)) await child.stop();
  const [baseline, few, many] = [cpu(samples.baseline), cpu(samples.small), cpu(samples.large)];
  return [
    {
      benchmark: 'G7',
      what: 'append through the store port, 64 writers: CPU each',
      baseline: ms(baseline),
      product: ms(few),
      ratio: times(few / baseline),
      bound: '≤ 1.5×',
      reached: few / baseline <= 1.5,
    },
    {
      benchmark: 'G7',
      what: `the same, ${large.toLocaleString('en')} events stored against ${SMALL.toLocaleString('en')}`,
      baseline: ms(few),
      product: ms(many),
      ratio: times(many / few),
      bound: '≤ 2.5×',
      reached: many / few <= 2.5,
    },
  ];
};
