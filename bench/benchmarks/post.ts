import { type Benchmark, profiled } from '../benchmark.js';
import { SENDERS } from '../fixtures.js';
import type { Sample } from '../load.js';
import { floorStage, productStage, type Stage } from '../posting.js';
import { interleaved, medianOf } from '../rounds.js';
import { ms, percent, perSecond, type Row, times } from '../table.js';

const cpu = (samples: readonly Sample[]) => medianOf(samples, ({ cpuMs }) => cpuMs);
const rate = (samples: readonly Sample[]) => medianOf(samples, ({ perSecond }) => perSecond);
const loaded =
  ({ target }: Stage, senders: number) =>
  (lasting: number) =>
    target.load(lasting, senders);

/** G1: what a durable post costs. */
export const postCost: Benchmark = async (options) => {
  const stages = {
    floor: await floorStage(),
    least: await floorStage('least'),
    product: await productStage(),
  };
  const samples = await interleaved({
    floor: loaded(stages.floor, SENDERS),
    least: loaded(stages.least, SENDERS),
    product: loaded(stages.product, SENDERS),
  });
  await profiled(options, 'post', stages.product.target);
  for (const stage of Object.values(stages)) await stage.close();
  const [floor, least, product] = [cpu(samples.floor), cpu(samples.least), cpu(samples.product)];
  const row = (what: string, below: number, above: number): Row => ({
    goal: 'G1',
    what,
    floor: ms(below),
    product: ms(above),
    ratio: times(above / below),
    bound: '',
  });
  return [
    {
      ...row('POST of a message, 64 senders: CPU each', floor, product),
      bound: '≤ 2.0× (in the end 1.6×, 0.3 ms)',
      reached: product / floor <= 2,
    },
    row('… a floor without search and order by time', least, product),
  ];
};

/** G3: how many a second. */
export const postRate: Benchmark = async () => {
  const [floor, product] = [await floorStage(), await productStage()];
  const rows: Row[] = [];
  const rates = new Map<number, number>();
  for (const senders of [1, 16, SENDERS]) {
    const samples = await interleaved({ floor: loaded(floor, senders), product: loaded(product, senders) });
    const [below, above] = [rate(samples.floor), rate(samples.product)];
    rates.set(senders, above);
    rows.push({
      goal: 'G3',
      what: `messages posted by ${senders} sender${senders === 1 ? '' : 's'}`,
      floor: perSecond(below),
      product: perSecond(above),
      ratio: percent(above / below),
      bound: '≥ 60 %',
      reached: above / below >= 0.6,
    });
  }
  await floor.close();
  await product.close();
  const gain = (rates.get(SENDERS) ?? 0) / (rates.get(1) ?? 1);
  const what = `${SENDERS} senders against one`;
  rows.push({ goal: 'G3', what, floor: '', product: times(gain), ratio: '', bound: '≥ 4×', reached: gain >= 4 });
  return rows;
};
