import type { Benchmark } from '../benchmark.js';
import { Child } from '../children.js';
import { folder } from '../folders.js';
import { interleaved, medianOf } from '../rounds.js';
import { ms, times } from '../table.js';

const SMALL = 1_000;

interface Appended {
  readonly cpuMs: number;
  readonly perSecond: number;
}

const start = (kind: 'product' | 'bare', events: number) =>
  Child.start('./appending.js', { args: [kind, folder('append'), String(events)] });

/** G7: what an event costs, and whether it costs more when many are stored. */
export const append: Benchmark = async ({ full }) => {
  const large = full ? 1_000_000 : 100_000;
  const children = {
    floor: await start('bare', SMALL),
    small: await start('product', SMALL),
    large: await start('product', large),
  };
  const write = (child: Child) => (lasting: number) => child.ask<Appended>({ ask: 'append', ms: lasting });
  const samples = await interleaved({
    floor: write(children.floor),
    small: write(children.small),
    large: write(children.large),
  });
  for (const child of Object.values(children)) await child.stop();
  const cpu = (taken: readonly Appended[]) => medianOf(taken, ({ cpuMs }) => cpuMs);
  const [below, few, many] = [cpu(samples.floor), cpu(samples.small), cpu(samples.large)];
  return [
    {
      goal: 'G7',
      what: 'append through the store port, 64 writers: CPU each',
      floor: ms(below),
      product: ms(few),
      ratio: times(few / below),
      bound: '≤ 1.5×',
      reached: few / below <= 1.5,
    },
    {
      goal: 'G7',
      what: `the same, ${large.toLocaleString('en')} events stored against ${SMALL.toLocaleString('en')}`,
      floor: ms(few),
      product: ms(many),
      ratio: times(many / few),
      bound: '≤ 2.5×',
      reached: many / few <= 2.5,
    },
  ];
};
