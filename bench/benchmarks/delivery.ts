import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark } from '../benchmark.js';
import { type Sender, senders } from '../fixtures.js';
import { HttpConnection } from '../http-connection.js';
import { type PostingServer, post, postingBaseline, postingProduct } from '../posting.js';
import { at, interleaved } from '../rounds.js';
import { ms, type Row, times } from '../table.js';

const EACH_MS = 20;
const LAST_WAIT_MS = 2_000;
const CONNECTIONS = 16;
const TEXT = 'and so many other words, because nobody writes just one';

interface Delivered {
  /** From the post to the frame at the subscriber. */
  readonly delays: readonly number[];
  readonly lost: number;
}

let posted = 0;

/** Fifty posts a second at even intervals. Each text is unique, so that a frame is matched with its post. */
async function postEvenly(
  server: PostingServer,
  connections: readonly HttpConnection[],
  lastingMs: number,
): Promise<Delivered> {
  const sent = new Map<string, number>();
  const delays: number[] = [];
  server.onMessage = ({ message: { text } }) => {
    const when = sent.get(text);
    if (when !== undefined) delays.push(performance.now() - when);
    sent.delete(text);
  };
  const start = performance.now();
  for (let n = 0; n * EACH_MS < lastingMs; n++) {
    await pause(Math.max(0, start + n * EACH_MS - performance.now()));
    const i = n % CONNECTIONS;
    const text = `${posted++} ${TEXT}`;
    const bytes = post(senders[i] as Sender, server.tokens[i] ?? '', text);
    sent.set(text, performance.now());
    void (connections[i] as HttpConnection).ask(bytes);
  }
  for (let waited = 0; sent.size > 0 && waited < LAST_WAIT_MS; waited += EACH_MS) await pause(EACH_MS);
  server.onMessage = undefined;
  return { delays, lost: sent.size };
}

/** G4: the delay from a post to its frame at a subscriber. */
export const delivery: Benchmark = async () => {
  const servers = [await postingBaseline(), await postingProduct()] as const;
  const connections = await Promise.all(
    servers.map(({ child }) => Promise.all(Array.from({ length: CONNECTIONS }, () => HttpConnection.open(child.port)))),
  );
  const samples = await interleaved({
    baseline: (lastingMs) => postEvenly(servers[0], connections[0] ?? [], lastingMs),
    product: (lastingMs) => postEvenly(servers[1], connections[1] ?? [], lastingMs),
  });
  for (const connection of connections.flat()) connection.close();
  for (const server of servers) await server.close();
  const share = (delivered: readonly Delivered[], part: number) =>
    at(
      delivered.flatMap(({ delays }) => delays).sort((a, b) => a - b),
      part,
    );
  const row = (name: string, part: number, most: number, mostMs: number): Row => {
    const [baseline, product] = [share(samples.baseline, part), share(samples.product, part)];
    return {
      benchmark: 'G4',
      what: `delivery at 50 messages a second, ${name}`,
      baseline: ms(baseline),
      product: ms(product),
      ratio: times(product / baseline),
      bound: `≤ ${most}× and ≤ ${mostMs} ms`,
      reached: product / baseline <= most && product <= mostMs,
    };
  };
  const lost = samples.product.reduce((sum, delivered) => sum + delivered.lost, 0);
  const what = 'messages not delivered';
  return [
    row('p50', 0.5, 1.5, 4),
    row('p99', 0.99, 2, 20),
    { benchmark: 'G4', what, baseline: '', product: String(lost), ratio: '', bound: '0', reached: lost === 0 },
  ];
};
