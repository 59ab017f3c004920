import { connect } from 'node:net';
import { type Random, randomFrom } from '../../support/random.js';
import { anExchange, type Exchange, inPieces } from './exchanges.js';
import { type Judged, judged } from './servers.js';

const AT_ONCE = 20;
/** Exchanges that are not over then are `open`. */
const PATIENCE_MS = 8_000;

export interface FuzzReport {
  readonly exchanges: number;
  readonly differences: readonly string[];
}

const turn = () => new Promise(setImmediate);

/** A client of a server, and what it got until the connection ended. */
async function client(server: Judged) {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  let got = '';
  let ended: 'end' | 'reset' | 'open' | undefined;
  socket.on('data', (data) => {
    got += data.toString('latin1');
  });
  socket.once('end', () => {
    ended ??= 'end';
  });
  socket.on('error', () => {
    ended ??= 'reset';
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  const port = socket.localPort ?? 0;
  return {
    isOver: () => ended !== undefined,
    send: (text: string) => void socket.write(text, 'latin1'),
    end: () => void socket.end(),
    /** Until so many answers are sent, or the connection has ended. */
    async until(answers: number): Promise<void> {
      for (const begun = performance.now(); server.answered(port) < answers && !ended; await turn())
        if (performance.now() - begun > PATIENCE_MS) ended = 'open';
    },
    /** All that came, and how the connection ended. */
    result(): string {
      socket.destroy();
      server.forget(port);
      return `${got.replace(/Date: [^\r]+/g, 'Date: now')} [${ended}]`;
    },
  };
}

/** One request after the other, and the tail byte by byte where the connection goes on. */
async function oneByOne(server: Judged, { messages, closes, tail }: Exchange): Promise<string> {
  const { send, until, isOver, end, result } = await client(server);
  for (const [n, message] of messages.entries()) {
    if (isOver()) break;
    send(message);
    await until(n + 1);
  }
  for (const byte of closes ? '' : tail) {
    if (isOver()) break;
    send(byte);
    await turn();
    await turn();
  }
  end();
  await until(Number.POSITIVE_INFINITY);
  return result();
}

/** All of it, in pieces of any length. */
async function inAnyPieces(server: Judged, exchange: Exchange, random: Random): Promise<string> {
  const { messages, tail, ends, longest } = exchange;
  const { send, until, isOver, end, result } = await client(server);
  for (const piece of inPieces(messages.join('') + tail, longest, random)) {
    if (isOver()) break;
    send(piece);
    if (random.chance(0.3)) await turn();
  }
  if (ends === 'behind the answers') await until(messages.length);
  end();
  await until(Number.POSITIVE_INFINITY);
  return result();
}

/** Compares the paced server with a plain one, exchange by exchange. The same seed makes the same exchanges. */
export async function compareServers(seed: number, goesOn: (exchanges: number) => boolean): Promise<FuzzReport> {
  const [plain, paced] = [await judged('plain'), await judged('paced')];
  const random = randomFrom(seed);
  const differences: string[] = [];
  let exchanges = 0;
  const compare = async (exchange: Exchange, own: Random) => {
    const [wanted, found] = [await oneByOne(plain, exchange), await inAnyPieces(paced, exchange, own)];
    if (wanted !== found) differences.push(JSON.stringify({ exchange, wanted, found }, undefined, 1));
  };
  while (goesOn(exchanges) && differences.length === 0) {
    const batch = Array.from({ length: AT_ONCE }, () => ({
      exchange: anExchange(random),
      own: randomFrom(random.between(0, 2 ** 31)),
    }));
    await Promise.all(batch.map(({ exchange, own }) => compare(exchange, own)));
    exchanges += batch.length;
  }
  for (const server of [plain, paced]) server.close();
  return { exchanges, differences };
}
