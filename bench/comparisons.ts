import { SENDER_COUNTS } from './benchmarks/post.js';
import { type ComparedRow, compare, type Figure, type Pair } from './comparison.js';
import { round } from './figures.js';
import { SENDERS } from './fixtures.js';
import { openMany, postMessages } from './http-seed.js';
import { LoadTarget } from './load.js';
import { postingProduct } from './posting.js';
import { newProduct, openConversations, type Product } from './product.js';
import type { Rounds } from './rounds.js';
import { ms, perSecond } from './table.js';
import { byIds, historyPages, LIST_PATH, live, reading, searches } from './workloads.js';

/** Compares the figures of one benchmark of two built checkouts, named by their folders. */
export type Comparison = (roots: Pair<string>, rounds: Rounds) => Promise<readonly ComparedRow[]>;

const MESSAGES = 20_000;
const CONVERSATIONS = 5_000;

const CPU: Figure = { value: ({ cpuMs }) => cpuMs, format: ms };
const RATE: Figure = { value: (sample) => sample.perSecond, format: perSecond };

async function each<T, U>({ before, after }: Pair<T>, make: (value: T) => Promise<U>): Promise<Pair<U>> {
  return { before: await make(before), after: await make(after) };
}

const posts =
  (benchmark: string, figure: Figure, what: string, counts: readonly number[]): Comparison =>
  async (roots, rounds) => {
    const servers = await each(roots, (root) => postingProduct({ root }));
    const rows: ComparedRow[] = [];
    for (const count of counts) {
      const measures = { before: round(servers.before.target, count), after: round(servers.after.target, count) };
      rows.push(
        await compare(benchmark, `${what}, ${count} sender${count === 1 ? '' : 's'}`, figure, measures, rounds),
      );
    }
    await each(servers, (server) => server.close());
    return rows;
  };

type Targets = Readonly<Record<string, (product: Product) => Promise<LoadTarget>>>;

/** Compares the CPU time of requests to a product that `fill` has given data. */
const requests =
  (benchmark: string, targets: Targets, fill: (product: Product) => Promise<unknown> = async () => {}): Comparison =>
  async (roots, rounds) => {
    const products = await each(roots, (root) => newProduct({ root }));
    await each(products, fill);
    const rows: ComparedRow[] = [];
    for (const [what, connect] of Object.entries(targets)) {
      const { before, after } = await each(products, connect);
      const measures = { before: round(before), after: round(after) };
      rows.push(await compare(benchmark, `${what}: CPU each`, CPU, measures, rounds));
      for (const target of [before, after]) target.close();
    }
    await each(products, ({ child }) => child.stop());
    return rows;
  };

const paths = (named: Readonly<Record<string, readonly string[]>>): Targets =>
  Object.fromEntries(
    Object.entries(named).map(([what, all]) => [what, (product: Product) => reading(product, ...all)]),
  );

const pages = Object.fromEntries(Object.entries(historyPages(MESSAGES)).map(([name, path]) => [name, [path]]));
const searched = Object.fromEntries(
  Object.entries(searches).map(([name, all]) => [`search for ${name} in ${CONVERSATIONS.toLocaleString('en')}`, all]),
);

export const comparisons: Readonly<Record<string, Comparison>> = {
  g1: posts('G1', CPU, 'POST of a message: CPU each', [SENDERS]),
  g3: posts('G3', RATE, 'posts a second', SENDER_COUNTS),
  g5: requests('G5', paths(pages), async (product) => {
    await openConversations(product);
    await postMessages(product, MESSAGES);
  }),
  g6: requests('G6', paths({ 'list of 10': [LIST_PATH], ...searched }), (product) => openMany(product, CONVERSATIONS)),
  g12: requests('G12', {
    'POST by_ids of nothing': ({ child, tenant }) => LoadTarget.connect(child, byIds(tenant.owner.token)),
    'GET /health/live': ({ child }) => LoadTarget.connect(child, live),
  }),
};
