import type { Socket } from 'socket.io-client';
import type { Benchmark } from '../benchmark.js';
import { Child } from '../children.js';
import { newProduct } from '../product.js';
import { median } from '../rounds.js';
import { subscribeSocket } from '../socket-subscriber.js';
import { times } from '../table.js';
import { signer } from '../tokens.js';

const WARM_UP = 500;
const EACH = 1_000;
const ROUNDS = 3;
const AT_ONCE = 50;
const KIB_OF_A_GIB = 1_048_576;
const LEAST = 20_000;

interface Opening {
  readonly child: Child;
  readonly token: string;
  readonly sockets: Socket[];
}

async function open({ child, token, sockets }: Opening, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, () => subscribeSocket(child.port, token, () => {}));
    sockets.push(...(await Promise.all(some)));
  }
}

/** Memory that each of `count` more sockets takes, in KiB, after a garbage collection. */
async function kibEach(opening: Opening, count: number): Promise<number> {
  const before = await opening.child.collected();
  await open(opening, count);
  const after = await opening.child.collected();
  return ((after.rssMiB - before.rssMiB) * 1_024) / count;
}

/** G9: memory of idle sockets that are signed in and subscribed, against those of a bare socket.io process. */
export const sockets: Benchmark = async () => {
  const { jwk, sign } = await signer();
  const bare = await Child.start('./baselines/sockets.js', { args: [jwk] });
  const { child, tenant } = await newProduct();
  const openings: readonly Opening[] = [
    { child: bare, token: await sign('owner'), sockets: [] },
    { child, token: tenant.owner.token, sockets: [] },
  ];
  const each: readonly number[][] = openings.map(() => []);
  for (const opening of openings) await open(opening, WARM_UP);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, opening] of openings.entries()) each[i]?.push(await kibEach(opening, EACH));
  for (const opening of openings) {
    for (const socket of opening.sockets) socket.disconnect();
    await opening.child.stop();
  }
  const [baseline = Number.NaN, product = Number.NaN] = each.map(median);
  const perGiB = KIB_OF_A_GIB / product;
  const row = { benchmark: 'G9', ratio: times(product / baseline) };
  return [
    {
      ...row,
      what: 'memory of an idle socket, signed in and subscribed (baseline: bare socket.io)',
      baseline: `${baseline.toFixed(1)} KiB`,
      product: `${product.toFixed(1)} KiB`,
      bound: '',
    },
    {
      ...row,
      what: 'the same: sockets for each GiB',
      baseline: Math.round(KIB_OF_A_GIB / baseline).toLocaleString('en'),
      product: Math.round(perGiB).toLocaleString('en'),
      bound: `≥ ${LEAST.toLocaleString('en')}`,
      reached: perGiB >= LEAST,
    },
  ];
};
