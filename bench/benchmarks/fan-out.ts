import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { Benchmark } from '../benchmark.js';
import { type Sender, senders } from '../fixtures.js';
import { HttpConnection } from '../http-connection.js';
import { type PostingServer, post, postingBaseline, postingProduct } from '../posting.js';
import { interleaved, medianOf } from '../rounds.js';
import { subscribeSocket } from '../socket-subscriber.js';
import { type Row, times } from '../table.js';

const SOCKETS = 200;
const EACH_MS = 20;
const LAST_WAIT_MS = 5_000;
const TEXT = 'and so many other words, because nobody writes just one';

interface Fanned {
  /** CPU time of the server for one message: its post and all its deliveries. */
  readonly cpuMs: number;
}

/** Fifty posts a second, one after the other, each delivered to all sockets before the CPU time is read. */
function fanning(server: PostingServer, connection: HttpConnection, delivered: () => number, sockets: number) {
  return async (lastingMs: number): Promise<Fanned> => {
    const bytes = post(senders[0] as Sender, server.tokens[0] ?? '', TEXT);
    const [before, from] = [(await server.child.usage()).cpuMs, delivered()];
    const start = performance.now();
    let posts = 0;
    for (; posts * EACH_MS < lastingMs; posts++) {
      await pause(Math.max(0, start + posts * EACH_MS - performance.now()));
      await connection.ask(bytes);
    }
    const all = posts * sockets;
    for (let waited = 0; delivered() - from < all && waited < LAST_WAIT_MS; waited += EACH_MS) await pause(EACH_MS);
    if (delivered() - from < all) throw new Error(`${all - delivered() + from} frames of ${all} did not come`);
    return { cpuMs: ((await server.child.usage()).cpuMs - before) / posts };
  };
}

async function fanOut(server: PostingServer, token: string, sockets: number) {
  let delivered = 0;
  const opened: Socket[] = [];
  for (let n = 0; n < sockets; n++) opened.push(await subscribeSocket(server.child.port, token, () => delivered++));
  const connection = await HttpConnection.open(server.child.port);
  return {
    measure: fanning(server, connection, () => delivered, sockets),
    async close() {
      connection.close();
      for (const socket of opened) socket.disconnect();
      await server.close();
    },
  };
}

/** G10: CPU time of one more delivery of a message, against a room emit of bare socket.io after the same post. */
export const fanOuts: Benchmark = async () => {
  const servers = [await postingBaseline(), await postingBaseline(), await postingProduct(), await postingProduct()];
  const [few, many, fewOfProduct, manyOfProduct] = await Promise.all(
    servers.map((server, i) => fanOut(server, server.subscriberToken, i % 2 === 0 ? 0 : SOCKETS)),
  );
  if (!few || !many || !fewOfProduct || !manyOfProduct) throw new Error('four servers are measured');
  const samples = await interleaved({
    few: few.measure,
    many: many.measure,
    fewOfProduct: fewOfProduct.measure,
    manyOfProduct: manyOfProduct.measure,
  });
  for (const each of [few, many, fewOfProduct, manyOfProduct]) await each.close();
  const cpu = (which: keyof typeof samples) => medianOf(samples[which], ({ cpuMs }) => cpuMs);
  const baseline = (cpu('many') - cpu('few')) / SOCKETS;
  const product = (cpu('manyOfProduct') - cpu('fewOfProduct')) / SOCKETS;
  const row: Row = {
    benchmark: 'G10',
    what: `delivery of a message to one of ${SOCKETS} sockets: CPU each`,
    baseline: `${(baseline * 1_000).toFixed(1)} µs`,
    product: `${(product * 1_000).toFixed(1)} µs`,
    ratio: times(product / baseline),
    bound: '≤ 1.3×',
    reached: product / baseline <= 1.3,
  };
  return [row];
};
