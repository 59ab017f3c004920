import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LOOK_MS = 100;
const PATIENCE_MS = 30_000;

interface Instance {
  readonly url: string;
  ready: boolean;
}

/** Shares requests out among instances as a load balancer does. */
export interface HttpProxy {
  readonly url: string;
  /** How many requests went on to another instance, as the first one ended the connection before it answered a byte. */
  readonly passedOn: number;
  /** Takes the place of another one, when it is ready. */
  add(url: string): void;
  remove(url: string): void;
  close(): Promise<void>;
}

/**
 * In turn to those that say they are ready; keeps connections. What was not answered with a byte goes on to the next one
 * when the connection was refused, or when it may be repeated: a read, or a write under an Idempotency-Key.
 */
export async function startHttpProxy(): Promise<HttpProxy> {
  const instances: Instance[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let turn = 0;
  let passedOn = 0;

  const look = async (instance: Instance) => {
    instance.ready = await fetch(`${instance.url}/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const looking = setInterval(() => instances.forEach((each) => void look(each)), LOOK_MS);

  function next(tried: ReadonlySet<Instance>): Instance | undefined {
    const left = instances.filter((each) => !tried.has(each));
    const ready = left.filter((each) => each.ready);
    const from = ready.length > 0 ? ready : left;
    return from[turn++ % from.length];
  }

  function pass(asked: IncomingMessage, body: Buffer, answer: ServerResponse, tried = new Set<Instance>()): void {
    const instance = next(tried);
    if (!instance) return void answer.writeHead(502).end('nobody answers');
    tried.add(instance);
    const { method, url, headers } = asked;
    const repeatable = method === 'GET' || headers['idempotency-key'] !== undefined;
    const { connection: _, ...kept } = headers;
    const passing = request(`${instance.url}${url}`, { agent, method, headers: kept, timeout: PATIENCE_MS });
    passing.on('response', (came) => {
      const { connection: _connection, 'keep-alive': _alive, ...told } = came.headers;
      answer.writeHead(came.statusCode ?? 502, told);
      came.on('error', () => answer.destroy());
      came.pipe(answer);
    });
    passing.on('timeout', () => passing.destroy(new Error('too late')));
    passing.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return void answer.destroy();
      if (error.code !== 'ECONNREFUSED' && !repeatable) return void answer.writeHead(502).end(String(error));
      passedOn++;
      pass(asked, body, answer, tried);
    });
    passing.end(body);
  }

  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => pass(asked, Buffer.concat(chunks), answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passedOn() {
      return passedOn;
    },
    add: (url) => void instances.push({ url, ready: false }),
    remove(url) {
      instances.splice(0, instances.length, ...instances.filter((each) => each.url !== url));
    },
    async close() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
