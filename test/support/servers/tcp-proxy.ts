import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';

export interface TcpProxy {
  readonly port: number;
  /** How many answers were swallowed since the start: pieces of the stream, which for a short answer is one. */
  readonly dropped: number;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** How many pieces, of either direction, wait for `resume`. */
  readonly waiting: number;
  /**
   * Connections stand and new ones are taken, but after so many more answers no byte gets through. What is sent arrives
   * after `resume`, unless its sender has hung up by then.
   */
  stall(after?: number): void;
  /** Lets so many more answers through and swallows the rest; what is asked still arrives. */
  dropAnswers(after?: number): void;
  /** As at the start. Connections that lost an answer are broken. */
  resume(): void;
  close(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly target: Socket;
  lostAnswers: boolean;
}

type Mode = 'open' | 'cut' | 'stalled';

/** Stands before a server and fails the way networks do. */
export async function startProxy(targetHost: string, targetPort: number): Promise<TcpProxy> {
  const links = new Set<Link>();
  let mode: Mode = 'open';
  let answersLeft = Number.POSITIVE_INFINITY;
  let stallsIn = Number.POSITIVE_INFINITY;
  let dropped = 0;
  let held: (() => void)[] = [];

  const gate = (passes: () => boolean) =>
    new Transform({
      transform(chunk, _encoding, done) {
        const go = () => (passes() ? done(null, chunk) : done());
        if (mode === 'stalled') held.push(go);
        else go();
      },
    });

  function answers(link: Link): boolean {
    if (--stallsIn <= 0) mode = 'stalled';
    if (answersLeft-- > 0) return true;
    dropped++;
    link.lostAnswers = true;
    return false;
  }

  function breakUp(link: Link): void {
    links.delete(link);
    if (!link.client.destroyed) link.client.resetAndDestroy();
    link.target.destroy();
  }

  const server = createServer((client) => {
    if (mode === 'cut') return void client.resetAndDestroy();
    const link: Link = { client, target: connect(targetPort, targetHost), lostAnswers: false };
    links.add(link);
    const ended = () => links.delete(link);
    pipeline(
      client,
      gate(() => true),
      link.target,
      ended,
    );
    pipeline(
      link.target,
      gate(() => answers(link)),
      client,
      ended,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function release(): void {
    const waiting = held;
    held = [];
    for (const go of waiting) go();
  }

  function cut(): void {
    mode = 'cut';
    held = [];
    for (const link of [...links]) breakUp(link);
  }

  return {
    port: (server.address() as AddressInfo).port,
    get dropped() {
      return dropped;
    },
    cut,
    get waiting() {
      return held.length;
    },
    stall(after = 0) {
      if (after === 0) mode = 'stalled';
      else stallsIn = after;
    },
    dropAnswers(after = 0) {
      answersLeft = after;
    },
    resume() {
      mode = 'open';
      answersLeft = Number.POSITIVE_INFINITY;
      stallsIn = Number.POSITIVE_INFINITY;
      for (const link of [...links]) if (link.lostAnswers) breakUp(link);
      release();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
