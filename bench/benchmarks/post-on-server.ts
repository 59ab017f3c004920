import type { Benchmark } from '../benchmark.js';
import { SENDERS } from '../fixtures.js';
import type { Sample } from '../load.js';
import { type PostingServer, postingProduct } from '../posting.js';
import { interleaved, medianOf } from '../rounds.js';
import { cpuOfServer } from '../server-cpu.js';
import { ms, perSecond, type Row, times } from '../table.js';

const URL = process.env.TEST_EVENT_STORE_URL;

interface Sampled extends Sample {
  /** CPU time of the event store for one request. */
  readonly serverMs: number;
}

function sampled({ target }: PostingServer, server: (() => number) | undefined) {
  return async (lastingMs: number): Promise<Sampled> => {
    const before = server?.() ?? 0;
    const begun = performance.now();
    const sample = await target.load(lastingMs, SENDERS);
    const posts = (sample.perSecond * (performance.now() - begun)) / 1_000;
    return { ...sample, serverMs: ((server?.() ?? 0) - before) / posts };
  };
}

/** G1 on the other engine: CPU time of a post with the log in EventStoreDB against the embedded log; same read models. */
export const postOnServer: Benchmark = async () => {
  const row = (what: string, baseline: string, product: string, ratio = ''): Row => ({
    benchmark: 'G1',
    what,
    baseline,
    product,
    ratio,
    bound: '',
  });
  if (!URL) return [row('on EventStoreDB: skipped, as TEST_EVENT_STORE_URL names no server', '', '')];
  const prefix = `${URL.includes('?') ? '&' : '?'}streamPrefix=bench_${process.pid}_${Date.now()}.`;
  const embedded = await postingProduct();
  const apart = await postingProduct({
    env: { EVENT_STORE_URL: `${URL}${prefix}`, EVENT_STORE_MAY_LOSE: 'true' },
  });
  const server = cpuOfServer(Number(/:(\d+)/.exec(URL.replace(/^\w+(\+\w+)?:/, ''))?.[1] ?? 2113));
  const samples = await interleaved({ embedded: sampled(embedded, undefined), apart: sampled(apart, server) });
  await embedded.close();
  await apart.close();
  const of = (which: 'embedded' | 'apart', figure: keyof Sampled) => medianOf(samples[which], (each) => each[figure]);
  const compared = (what: string, figure: keyof Sampled, format: (value: number) => string) =>
    row(
      what,
      format(of('embedded', figure)),
      format(of('apart', figure)),
      times(of('apart', figure) / of('embedded', figure)),
    );
  return [
    compared('on EventStoreDB (baseline: on SQLite), 64 senders: CPU each', 'cpuMs', ms),
    row('… CPU of the server itself, each', '', server ? ms(of('apart', 'serverMs')) : 'not on this machine'),
    compared('… a second', 'perSecond', perSecond),
    compared('… median', 'p50Ms', ms),
    compared('… 99 of 100 within', 'p99Ms', ms),
  ];
};
