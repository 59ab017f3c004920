import { type Benchmark, profiled } from '../benchmark.js';
import { Child } from '../children.js';
import { cpu, round } from '../figures.js';
import { folder } from '../folders.js';
import { LoadTarget } from '../load.js';
import { seededProduct } from '../product.js';
import { interleaved } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { signer } from '../tokens.js';
import { HISTORY_PATH, historyPages, readers, reading } from '../workloads.js';

const SMALL = 1_000;
const MOST_MS = 0.6;

async function startBaseline(messages: number): Promise<LoadTarget> {
  const { jwk, sign } = await signer();
  const child = await Child.start('./baselines/history.js', { args: [folder('baseline'), jwk, String(messages)] });
  return LoadTarget.connect(child, readers(await sign('owner'), HISTORY_PATH));
}

/** G5: CPU time of a page of 50 messages, at different places of a long conversation. */
export const history: Benchmark = async (options) => {
  const large = options.full ? 1_000_000 : 100_000;
  const products = { small: await seededProduct({ messages: SMALL }), large: await seededProduct({ messages: large }) };
  const targets: Record<string, LoadTarget> = {
    baseline: await startBaseline(large),
    small: await reading(products.small, HISTORY_PATH),
  };
  const pages = historyPages(large);
  for (const [name, path] of Object.entries(pages)) targets[name] = await reading(products.large, path);
  const samples = await interleaved(
    Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, round(target)])),
  );
  const [newest = ''] = Object.keys(pages);
  await profiled(options, 'history', targets[newest] as LoadTarget);
  for (const target of Object.values(targets)) target.close();
  for (const child of [targets.baseline?.child, products.small.child, products.large.child]) await child?.stop();

  const cpuOf = (name: string) => cpu(samples[name] ?? []);
  const [baseline, product, few] = [cpuOf('baseline'), cpuOf(newest), cpuOf('small')];
  const constant = (name: string): Row => ({
    benchmark: 'G5',
    what: `${name} of ${large.toLocaleString('en')} against the newest of ${SMALL.toLocaleString('en')}`,
    baseline: ms(few),
    product: ms(cpuOf(name)),
    ratio: times(cpuOf(name) / few),
    bound: '≤ 1.2×',
    reached: cpuOf(name) / few <= 1.2,
  });
  return [
    {
      benchmark: 'G5',
      what: `page of 50 of ${large.toLocaleString('en')} messages: CPU each`,
      baseline: ms(baseline),
      product: ms(product),
      ratio: times(product / baseline),
      bound: `≤ 3× and ≤ ${MOST_MS} ms`,
      reached: product / baseline <= 3 && product <= MOST_MS,
    },
    ...Object.keys(pages).map(constant),
  ];
};
