import { type Benchmark, profiled } from '../benchmark.js';
import { Child } from '../children.js';
import { cpu, round } from '../figures.js';
import { LoadTarget } from '../load.js';
import { newProduct } from '../product.js';
import { interleaved } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { signer } from '../tokens.js';
import { byIds, live } from '../workloads.js';

/** G12: CPU time of a request that does no work of its own. */
export const overhead: Benchmark = async (options) => {
  const { jwk, sign } = await signer();
  const [bare, { child, tenant }] = [await Child.start('./baselines/bare.js', { args: [jwk] }), await newProduct()];
  const targets = {
    baseline: await LoadTarget.connect(bare, byIds(await sign('owner'))),
    product: await LoadTarget.connect(child, byIds(tenant.owner.token)),
    liveBaseline: await LoadTarget.connect(bare, live),
    live: await LoadTarget.connect(child, live),
  };
  const samples = await interleaved({
    baseline: round(targets.baseline),
    product: round(targets.product),
    liveBaseline: round(targets.liveBaseline),
    live: round(targets.live),
  });
  await profiled(options, 'overhead', targets.product);
  for (const target of Object.values(targets)) target.close();
  await bare.stop();
  await child.stop();
  const row = (what: string, baseline: number, product: number): Row => ({
    benchmark: 'G12',
    what,
    baseline: ms(baseline),
    product: ms(product),
    ratio: times(product / baseline),
    bound: '≤ 1.8×',
    reached: product / baseline <= 1.8,
  });
  return [
    row('POST by_ids of nothing, token and body checked: CPU each', cpu(samples.baseline), cpu(samples.product)),
    row('GET /health/live: CPU each', cpu(samples.liveBaseline), cpu(samples.live)),
  ];
};
