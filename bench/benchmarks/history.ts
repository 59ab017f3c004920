import { type Benchmark, profiled } from '../benchmark.js';
import { Child } from '../children.js';
import { folder } from '../folders.js';
import { type Sample, Target } from '../load.js';
import { type Product, seededProduct } from '../product.js';
import { interleaved, medianOf } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { signer } from '../tokens.js';
import { request } from '../wire.js';

const SMALL = 1_000;
const READERS = 4;
const MOST_MS = 0.6;
const PATH = '/api/v1/conversations/case-0/messages?limit=50';

const readers = (path: string, token: string) =>
  Array.from({ length: READERS }, () => [request({ method: 'GET', path, token })]);

async function floor(messages: number): Promise<Target> {
  const { jwk, sign } = await signer();
  const child = await Child.start('./baselines/history.js', { args: [folder('floor'), jwk, String(messages)] });
  return Target.aim(child, readers(PATH, await sign('owner')));
}

const aim = ({ child, tenant }: Product, query: string) => Target.aim(child, readers(`${PATH}${query}`, tenant.token));

const newest = (product: Product) => aim(product, '');

/** G5: what a page of 50 costs, wherever it is (newest, in the middle by number, near the oldest) and however much there is. */
export const history: Benchmark = async (options) => {
  const large = options.full ? 1_000_000 : 100_000;
  const products = { small: await seededProduct({ messages: SMALL }), large: await seededProduct({ messages: large }) };
  const small = await newest(products.small);
  const big = {
    first: await newest(products.large),
    middle: await aim(products.large, `&offset=${large / 2}`),
    last: await aim(products.large, '&last_sequence=100'),
  };
  const floors = await floor(large);
  const load = (target: Target) => (lasting: number) => target.load(lasting);
  const samples = await interleaved({
    floor: load(floors),
    small: load(small),
    first: load(big.first),
    middle: load(big.middle),
    last: load(big.last),
  });
  await profiled(options, 'history', big.first);
  for (const target of [floors, small, ...Object.values(big)]) target.close();
  for (const child of [floors.child, products.small.child, products.large.child]) await child.stop();

  const cpu = (taken: readonly Sample[]) => medianOf(taken, ({ cpuMs }) => cpuMs);
  const [below, above] = [cpu(samples.floor), cpu(samples.first)];
  const few = cpu(samples.small);
  const flat = (name: string, page: readonly Sample[]): Row => {
    const many = cpu(page);
    return {
      goal: 'G5',
      what: `${name} of ${large.toLocaleString('en')} against the newest of ${SMALL.toLocaleString('en')}`,
      floor: ms(few),
      product: ms(many),
      ratio: times(many / few),
      bound: '≤ 1.2×',
      reached: many / few <= 1.2,
    };
  };
  return [
    {
      goal: 'G5',
      what: `page of 50 of ${large.toLocaleString('en')} messages: CPU each`,
      floor: ms(below),
      product: ms(above),
      ratio: times(above / below),
      bound: `≤ 3× and ≤ ${MOST_MS} ms`,
      reached: above / below <= 3 && above <= MOST_MS,
    },
    flat('newest page', samples.first),
    flat('page in the middle', samples.middle),
    flat('page by last_sequence', samples.last),
  ];
};
