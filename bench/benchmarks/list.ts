import { type Benchmark, profiled } from '../benchmark.js';
import { Child } from '../children.js';
import { folder } from '../folders.js';
import { type Sample, type Script, Target } from '../load.js';
import { seededProduct } from '../product.js';
import { interleaved, medianOf } from '../rounds.js';
import { COMMON_WORD, HALF_WORD, searchPath } from '../searches.js';
import { ms, type Row, times } from '../table.js';
import { signer } from '../tokens.js';
import { request } from '../wire.js';
import { WORDS } from '../words.js';

const FEW = 50;
const MANY = 50_000;
const READERS = 4;
const PATH = '/api/v1/conversations?limit=10&includes=CURRENT_USER_READ_STATUS';

const everyone = (script: Script) => Array.from({ length: READERS }, () => script);

async function floor(): Promise<Target> {
  const { jwk, sign } = await signer();
  const child = await Child.start('./baselines/list.js', { args: [folder('floor'), jwk, String(MANY)] });
  return Target.aim(child, everyone([request({ method: 'GET', path: PATH, token: await sign('owner') })]));
}

const cpu = (taken: readonly Sample[]) => medianOf(taken, ({ cpuMs }) => cpuMs);

/** Another word each time, so that no answer is that of the question before. */
const SEARCHES = {
  'a rare word': WORDS.slice(0, 100),
  'a word of every other one': [HALF_WORD, HALF_WORD.slice(0, -1)],
  'a word of all': [COMMON_WORD, COMMON_WORD.slice(0, -1)],
  'a rare and a common word': WORDS.slice(0, 100).map((word) => `${word} ${COMMON_WORD}`),
} as const;

const searchRow = (name: string, samples: readonly Sample[]): Row => ({
  goal: 'G6',
  what: `search for ${name} in ${MANY.toLocaleString('en')}: CPU each`,
  floor: '',
  product: ms(cpu(samples)),
  ratio: '',
  bound: '≤ 5 ms',
  reached: cpu(samples) <= 5,
});

/** G6: what a page of conversations costs, with what is unread and the total, and what a search costs. */
export const list: Benchmark = async (options) => {
  const [few, many] = [await seededProduct({ conversations: FEW }), await seededProduct({ conversations: MANY })];
  const asks = (path: string, token: string) => request({ method: 'GET', path, token });
  const aim = ({ child, tenant }: typeof few, paths: readonly string[]) =>
    Target.aim(child, everyone(paths.map((path) => asks(path, tenant.token))));
  const targets = { floor: await floor(), few: await aim(few, [PATH]), many: await aim(many, [PATH]) };
  const load = (target: Target) => (lasting: number) => target.load(lasting);
  const samples = await interleaved({
    floor: load(targets.floor),
    few: load(targets.few),
    many: load(targets.many),
  });
  await profiled(options, 'list', targets.many);
  const rows: Row[] = [];
  for (const [name, words] of Object.entries(SEARCHES)) {
    const target = await aim(many, words.map(searchPath));
    const { product } = await interleaved({ product: load(target) }, { rounds: 3, ms: 1_000, warmUpMs: 500 });
    rows.push(searchRow(name, product));
    target.close();
  }
  for (const target of Object.values(targets)) {
    target.close();
    await target.child.stop();
  }
  const [below, small, above] = [cpu(samples.floor), cpu(samples.few), cpu(samples.many)];
  return [
    {
      goal: 'G6',
      what: 'list of 10 of 50,000 with unread and total: CPU each',
      floor: ms(below),
      product: ms(above),
      ratio: times(above / below),
      bound: '≤ 3× and ≤ 0.7 ms',
      reached: above / below <= 3 && above <= 0.7,
    },
    {
      goal: 'G6',
      what: 'the same, 50,000 conversations against 50',
      floor: ms(small),
      product: ms(above),
      ratio: times(above / small),
      bound: '≤ 1.3×',
      reached: above / small <= 1.3,
    },
    ...rows,
  ];
};
