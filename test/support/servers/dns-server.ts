import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, isIPv6 } from 'node:net';

const A = 1;
const TXT = 16;
const AAAA = 28;
const IN = 1;
const HEADER_BYTES = 12;
const NXDOMAIN = 3;
const SERVFAIL = 2;
/** Response, recursion desired and available. */
const ANSWERED = 0x8180;

export type DnsAnswer = readonly string[] | 'silence' | 'failure';

/** A name server on loopback. It knows the same texts of a name as TXT and, where they are addresses, as A and AAAA records. Names that it does not know do not exist. */
export interface DnsServer {
  /** `127.0.0.1:port`, as `DNS_SERVERS` takes it. */
  readonly address: string;
  /** Names that were asked for, in order. */
  readonly asked: readonly string[];
  set(name: string, answer: DnsAnswer): void;
  close(): Promise<void>;
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 1 + 4 };
}

/** Texts longer than 255 bytes are split into several strings, as zone files have them. */
function txtData(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

/** The sixteen bytes of an address such as `2001:db8::1`. */
function v6Data(text: string): Buffer {
  const [head = [], tail] = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = tail ? [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail] : head;
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

const isOf: Readonly<Record<number, (text: string) => boolean>> = { [A]: isIPv4, [TXT]: () => true, [AAAA]: isIPv6 };

function record(type: number, text: string): Buffer {
  const data = type === A ? Buffer.from(text.split('.').map(Number)) : type === AAAA ? v6Data(text) : txtData(text);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(IN, 4);
  head.writeUInt32BE(1, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

interface Question {
  readonly type: number;
  readonly end: number;
}

function responseTo(query: Buffer, { type, end }: Question, known: readonly string[] | 'failure' | undefined): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const texts = known === 'failure' ? [] : (known ?? []).filter(isOf[type] ?? (() => false));
  const code = known === undefined ? NXDOMAIN : known === 'failure' ? SERVFAIL : 0;
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(ANSWERED | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...texts.map((text) => record(type, text))]);
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const known = new Map<string, DnsAnswer>();
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, ...question } = questionOf(query);
    asked.push(name);
    const answer = known.get(name);
    if (answer !== 'silence') socket.send(responseTo(query, question, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set: (name, answer) => void known.set(name.toLowerCase(), answer),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
