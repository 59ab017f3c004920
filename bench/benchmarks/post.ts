import { type Benchmark, profiled } from '../benchmark.js';
import { cpu, rate, round } from '../figures.js';
import { SENDERS } from '../fixtures.js';
import { postingBaseline, postingProduct } from '../posting.js';
import { interleaved } from '../rounds.js';
import { ms, percent, perSecond, type Row, times } from '../table.js';

/** Numbers of senders whose throughput is compared. */
export const SENDER_COUNTS = [1, 16, SENDERS] as const;

/** G1: CPU time of a durable post. */
export const postCost: Benchmark = async (options) => {
  const servers = {
    baseline: await postingBaseline(),
    least: await postingBaseline('least'),
    product: await postingProduct(),
  };
  const samples = await interleaved({
    baseline: round(servers.baseline.target),
    least: round(servers.least.target),
    product: round(servers.product.target),
  });
  await profiled(options, 'post', servers.product.target);
  for (const server of Object.values(servers)) await server.close();
  const [baseline, least, product] = [cpu(samples.baseline), cpu(samples.least), cpu(samples.product)];
  const row = (what: string, compared: number): Row => ({
    benchmark: 'G1',
    what,
    baseline: ms(compared),
    product: ms(product),
    ratio: times(product / compared),
    bound: '',
  });
  return [
    {
      ...row('POST of a message, 64 senders: CPU each', baseline),
      bound: '≤ 2.0× (in the end 1.6×, 0.3 ms)',
      reached: product / baseline <= 2,
    },
    row('… a baseline without search and order by time', least),
  ];
};

/** G3: posts a second. */
export const postRate: Benchmark = async () => {
  const servers = { baseline: await postingBaseline(), product: await postingProduct() };
  const rows: Row[] = [];
  const rates = new Map<number, number>();
  for (const count of SENDER_COUNTS) {
    const samples = await interleaved({
      baseline: round(servers.baseline.target, count),
      product: round(servers.product.target, count),
    });
    const [baseline, product] = [rate(samples.baseline), rate(samples.product)];
    rates.set(count, product);
    rows.push({
      benchmark: 'G3',
      what: `messages posted by ${count} sender${count === 1 ? '' : 's'}`,
      baseline: perSecond(baseline),
      product: perSecond(product),
      ratio: percent(product / baseline),
      bound: '≥ 60 %',
      reached: product / baseline >= 0.6,
    });
  }
  await servers.baseline.close();
  await servers.product.close();
  const gain = (rates.get(SENDERS) ?? 0) / (rates.get(1) ?? 1);
  const what = `${SENDERS} senders against one`;
  rows.push({
    benchmark: 'G3',
    what,
    baseline: '',
    product: times(gain),
    ratio: '',
    bound: '≥ 4×',
    reached: gain >= 4,
  });
  return rows;
};
