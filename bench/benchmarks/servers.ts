import { createTenant } from '../../test/fixtures/tenant.js';
import { enginesFor } from '../../test/support/engines.js';
import { httpClient } from '../../test/support/http-client.js';
import type { Benchmark } from '../benchmark.js';
import type { Child } from '../children.js';
import { folder } from '../folders.js';
import { HttpConnection, request } from '../http-connection.js';
import { startProduct } from '../product.js';
import { at, interleaved, medianOf } from '../rounds.js';
import { ms, perSecond, type Row, times } from '../table.js';

const WRITERS = 20;
const APIS = 4;
const TYPE = {
  id: 'support',
  conversation_data_list_item_template: 'none',
  conversation_data_schema: { type: 'object' },
};

/** Processes of one service, with a conversation for each writer. */
interface Running {
  readonly apis: readonly Child[];
  readonly all: readonly Child[];
  readonly token: string;
}

interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  /** CPU time of all processes of the service for one post. */
  readonly cpuMs: number;
  /** The same of the processes that serve the API. */
  readonly apiMs: number;
}

async function running(env: Readonly<Record<string, string>>, groups: readonly string[]): Promise<Running> {
  const dataDir = folder('servers');
  const all: Child[] = [];
  for (const roles of groups) all.push(await startProduct(dataDir, { env: { ...env, ROLES: roles } }));
  const apis = all.filter((_, i) => groups[i]?.includes('api'));
  const tenant = await createTenant(httpClient(`http://127.0.0.1:${apis[0]?.port}`), 'bench', { types: [TYPE] });
  for (let n = 0; n < WRITERS; n++) await tenant.conversation(`case-${n}`);
  return { apis, all, token: tenant.owner.token };
}

const embedded = () => running({ EVENT_STORE_URL: '', READ_STORE_URL: '' }, ['api,projector,effects']);

const onServers = (apis: number) =>
  running(enginesFor(folder('named')), [...Array.from({ length: apis }, () => 'api'), 'projector', 'effects']);

const cpuOf = async (children: readonly Child[]): Promise<number> =>
  (await Promise.all(children.map((child) => child.usage()))).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

let keys = 0;

function posting({ apis, all, token }: Running, writers: number, keyed: boolean) {
  const post = async (n: number, until: number): Promise<readonly number[]> => {
    const connection = await HttpConnection.open(apis[n % apis.length]?.port ?? 0);
    const path = `/api/v1/conversations/case-${n}/messages`;
    const durations: number[] = [];
    while (performance.now() < until) {
      const headers = keyed ? { 'idempotency-key': `key-${keys++}` } : {};
      const since = performance.now();
      const body = { kind: 'TEXT', text: 'one of many' };
      const { status, body: text } = await connection.ask(request({ method: 'POST', path, token, headers, body }));
      if (status !== 202) throw new Error(`answered ${status}: ${text}`);
      durations.push(performance.now() - since);
    }
    connection.close();
    return durations;
  };
  return async (lastingMs: number): Promise<Sample> => {
    const [before, ofApis, start] = [await cpuOf(all), await cpuOf(apis), performance.now()];
    const each = await Promise.all(Array.from({ length: writers }, (_, n) => post(n, start + lastingMs)));
    const elapsed = performance.now() - start;
    const [after, apisAfter] = [await cpuOf(all), await cpuOf(apis)];
    const durations = each.flat().sort((a, b) => a - b);
    return {
      perSecond: (durations.length / elapsed) * 1_000,
      p50Ms: at(durations, 0.5),
      cpuMs: (after - before) / durations.length,
      apiMs: (apisAfter - ofApis) / durations.length,
    };
  };
}

type Bound = Pick<Row, 'bound' | 'reached'>;

/** G16: posts under idempotency keys with the log and the read models on servers, against the embedded engines. */
export const servers: Benchmark = async () => {
  const row = (what: string, baseline: string, product: string, ratio = '', bound: Bound = { bound: '' }): Row => ({
    benchmark: 'G16',
    what,
    baseline,
    product,
    ratio,
    ...bound,
  });
  if (!process.env.TEST_EVENT_STORE_URL || !process.env.TEST_READ_STORE_URL)
    return [row('on servers: skipped, as TEST_EVENT_STORE_URL and TEST_READ_STORE_URL name none', '', '')];
  const [own, one, four] = [await embedded(), await onServers(1), await onServers(APIS)];
  const samples = await interleaved({
    own: posting(own, WRITERS, true),
    one: posting(one, WRITERS, true),
    four: posting(four, WRITERS, true),
    ownSingle: posting(own, 1, true),
    single: posting(one, 1, true),
    ownUnkeyed: posting(own, WRITERS, false),
    unkeyed: posting(one, WRITERS, false),
  });
  for (const child of [own, one, four].flatMap(({ all }) => all)) await child.stop();
  const of = (which: keyof typeof samples, figure: keyof Sample) => medianOf(samples[which], (each) => each[figure]);
  const within = (bound: string, reached: boolean): Bound => ({ bound, reached });
  const pair = (a: keyof typeof samples, b: keyof typeof samples, figure: keyof Sample) =>
    [of(a, figure), of(b, figure), of(b, figure) / of(a, figure)] as const;
  const [cpuOwn, cpu, cpuRatio] = pair('own', 'one', 'cpuMs');
  const [rateOwn, rate, rateRatio] = pair('own', 'one', 'perSecond');
  const [p50Own, p50] = pair('own', 'one', 'p50Ms');
  const [singleOwn, single, singleRatio] = pair('ownSingle', 'single', 'perSecond');
  const [unkeyedOwn, unkeyed, unkeyedRatio] = pair('ownUnkeyed', 'unkeyed', 'cpuMs');
  const carried = (APIS * of('one', 'apiMs')) / of('four', 'apiMs');
  return [
    row(
      'keyed post on servers, 20 writers: CPU of Node each',
      ms(cpuOwn),
      ms(cpu),
      times(cpuRatio),
      within('≤ 2.5×', cpuRatio <= 2.5),
    ),
    row('… a second', perSecond(rateOwn), perSecond(rate), times(rateRatio), within('≥ 0.33×', rateRatio >= 1 / 3)),
    row('… median', ms(p50Own), ms(p50), '', within('≤ 20 ms', p50 <= 20)),
    row(
      '… by one writer, a second',
      perSecond(singleOwn),
      perSecond(single),
      times(singleRatio),
      within('≥ 250/s', single >= 250),
    ),
    row('post without a key, 20 writers: CPU of Node each', ms(unkeyedOwn), ms(unkeyed), times(unkeyedRatio)),
    row(
      `load that ${APIS} api processes carry, by CPU each (baseline: one)`,
      ms(of('one', 'apiMs')),
      ms(of('four', 'apiMs')),
      times(carried),
      within('≥ 3.5×', carried >= 3.5),
    ),
  ];
};
