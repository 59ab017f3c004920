import { type Benchmark, profiled } from '../benchmark.js';
import { Child } from '../children.js';
import { type Sample, Target } from '../load.js';
import { newProduct } from '../product.js';
import { interleaved, medianOf } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { signer } from '../tokens.js';
import { request } from '../wire.js';

const SENDERS = 16;
const BY_IDS = '/api/v1/conversations/by_ids';

const cpu = (taken: readonly Sample[]) => medianOf(taken, ({ cpuMs }) => cpuMs);

const everyone = (bytes: Buffer) => Array.from({ length: SENDERS }, () => [bytes]);

const byIds = (token: string) => everyone(request({ method: 'POST', path: BY_IDS, token, body: { ids: ['nobody'] } }));

const live = everyone(request({ method: 'GET', path: '/health/live' }));

/**
 * G12: what a request costs before anything is done. The product's call is `conversation.by-ids` for one conversation
 * that is not there: token, role, body checked, one key looked up in vain, an empty list.
 */
export const overhead: Benchmark = async (options) => {
  const { jwk, sign } = await signer();
  const [bare, { child, tenant }] = [await Child.start('./baselines/bare.js', { args: [jwk] }), await newProduct()];
  const targets = {
    floor: await Target.aim(bare, byIds(await sign('owner'))),
    product: await Target.aim(child, byIds(tenant.token)),
    bareLive: await Target.aim(bare, live),
    live: await Target.aim(child, live),
  };
  const load = (target: Target) => (lasting: number) => target.load(lasting);
  const samples = await interleaved({
    floor: load(targets.floor),
    product: load(targets.product),
    bareLive: load(targets.bareLive),
    live: load(targets.live),
  });
  await profiled(options, 'overhead', targets.product);
  for (const target of Object.values(targets)) target.close();
  await bare.stop();
  await child.stop();
  const row = (what: string, below: number, above: number): Row => ({
    goal: 'G12',
    what,
    floor: ms(below),
    product: ms(above),
    ratio: times(above / below),
    bound: '≤ 1.8×',
    reached: above / below <= 1.8,
  });
  return [
    row('POST by_ids of nothing, token and body checked: CPU each', cpu(samples.floor), cpu(samples.product)),
    row('GET /health/live: CPU each', cpu(samples.bareLive), cpu(samples.live)),
  ];
};
