import { type Benchmark, profiled } from '../benchmark.js';
import { Child } from '../children.js';
import { cpu, round } from '../figures.js';
import { folder } from '../folders.js';
import { LoadTarget, type Sample } from '../load.js';
import { seededProduct } from '../product.js';
import { interleaved } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { signer } from '../tokens.js';
import { LIST_PATH, readers, reading, searches } from '../workloads.js';

const FEW = 50;
const MANY = 50_000;

async function startBaseline(): Promise<LoadTarget> {
  const { jwk, sign } = await signer();
  const child = await Child.start('./baselines/list.js', { args: [folder('baseline'), jwk, String(MANY)] });
  return LoadTarget.connect(child, readers(await sign('owner'), LIST_PATH));
}

const searchRow = (name: string, samples: readonly Sample[]): Row => ({
  benchmark: 'G6',
  what: `search for ${name} in ${MANY.toLocaleString('en')}: CPU each`,
  baseline: '',
  product: ms(cpu(samples)),
  ratio: '',
  bound: '≤ 5 ms',
  reached: cpu(samples) <= 5,
});

/** G6: CPU time of a page of conversations with read status and total, and of a search. */
export const list: Benchmark = async (options) => {
  const [few, many] = [await seededProduct({ conversations: FEW }), await seededProduct({ conversations: MANY })];
  const targets = {
    baseline: await startBaseline(),
    few: await reading(few, LIST_PATH),
    many: await reading(many, LIST_PATH),
  };
  const samples = await interleaved({
    baseline: round(targets.baseline),
    few: round(targets.few),
    many: round(targets.many),
  });
  await profiled(options, 'list', targets.many);
  const rows: Row[] = [];
  for (const [name, paths] of Object.entries(searches)) {
    const target = await reading(many, ...paths);
    const { product } = await interleaved({ product: round(target) }, { rounds: 3, ms: 1_000, warmUpMs: 500 });
    rows.push(searchRow(name, product));
    target.close();
  }
  for (const target of Object.values(targets)) {
    target.close();
    await target.child.stop();
  }
  const [baseline, small, product] = [cpu(samples.baseline), cpu(samples.few), cpu(samples.many)];
  return [
    {
      benchmark: 'G6',
      what: 'list of 10 of 50,000 with unread and total: CPU each',
      baseline: ms(baseline),
      product: ms(product),
      ratio: times(product / baseline),
      bound: '≤ 3× and ≤ 0.7 ms',
      reached: product / baseline <= 3 && product <= 0.7,
    },
    {
      benchmark: 'G6',
      what: 'the same, 50,000 conversations against 50',
      baseline: ms(small),
      product: ms(product),
      ratio: times(product / small),
      bound: '≤ 1.3×',
      reached: product / small <= 1.3,
    },
    ...rows,
  ];
};
