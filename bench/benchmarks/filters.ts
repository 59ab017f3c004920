import type { Benchmark } from '../benchmark.js';
import { cpu, round } from '../figures.js';
import { seededProduct } from '../product.js';
import { interleaved } from '../rounds.js';
import { filterPaths } from '../searches.js';
import { ms, type Row, times } from '../table.js';
import { reading } from '../workloads.js';

const FEW = 50;
const MANY = 50_000;

/** G6: CPU time of a page of the list with a filter, among many conversations and among few. */
export const filters: Benchmark = async () => {
  const few = await seededProduct({ conversations: FEW, filtered: true });
  const many = await seededProduct({ conversations: MANY, filtered: true });
  const rows: Row[] = [];
  for (const name of ['unread', 'locked_by', 'label']) {
    const pathOf = ({ tenant }: typeof few) => filterPaths(tenant.owner.id)[name] as string;
    const targets = { few: await reading(few, pathOf(few)), many: await reading(many, pathOf(many)) };
    const samples = await interleaved({ few: round(targets.few), many: round(targets.many) });
    for (const target of Object.values(targets)) target.close();
    const [small, product] = [cpu(samples.few), cpu(samples.many)];
    rows.push({
      benchmark: 'G6',
      what: `the filter ${name}, ${MANY.toLocaleString('en')} conversations against ${FEW}`,
      baseline: ms(small),
      product: ms(product),
      ratio: times(product / small),
      bound: '≤ 1.3×',
      reached: product / small <= 1.3,
    });
  }
  for (const { child } of [few, many]) await child.stop();
  return rows;
};
