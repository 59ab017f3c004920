import type { Random } from '../../support/random.js';

/**
 * A random exchange on one connection. A plain server gets each message once the one before is answered. A paced one
 * gets all of them in pieces of any length, so that both must send the same bytes.
 */
export interface Exchange {
  /** Whole requests, in order. */
  readonly messages: readonly string[];
  /** The last of them ends the connection. */
  readonly closes: boolean;
  /** What comes behind them, of which nobody knows where a request ends. */
  readonly tail: string;
  /** The client ends its side behind the tail, or once all messages are answered. */
  readonly ends: 'behind the tail' | 'behind the answers';
  /** The longest piece of bytes. */
  readonly longest: number;
}

const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;

/** Paths whose handler answers at once, so that the end of the client does not race with the answer. */
const AT_ONCE = ['/now', '/empty', '/p'];
const PATHS = [...AT_ONCE, '/later', '/pieces', '/early', '/later/pieces', '/stream'];

function aBody(random: Random): string {
  const texts = ['', 'x', 'a\r\n\r\nb', '0\r\n\r\n', 'GET /in HTTP/1.1\r\nHost: a\r\n\r\n'];
  const long = ['x\r\n'.repeat(random.between(0, 900)), '\r\n\r\n'.repeat(random.between(0, 600))];
  return random.one(random.chance(0.7) ? texts : long) ?? '';
}

function chunked(text: string, random: Random): string {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const chunk = text.slice(at, at + random.between(1, random.chance(0.5) ? 3 : 900));
    const size = random.chance(0.2) ? `00${chunk.length.toString(16).toUpperCase()}` : chunk.length.toString(16);
    chunks.push(`${size}${random.one(['', '', ';a=b', ';a="b"'])}\r\n${chunk}\r\n`);
    at += chunk.length;
  }
  return `${chunks.join('')}0\r\n${random.one(['', '', 'Sum: 1\r\n', 'Sum: 1\r\nEnd: 2\r\n'])}\r\n`;
}

const EXTRAS = [
  [],
  [],
  ['X: \t y '],
  ['Connection: keep-alive'],
  ['Connection: Upgrade', 'Upgrade: h2c'],
  ['Cookie: a=1', 'Cookie: b=2'],
];

function aMessage(random: Random, paths = PATHS, more: readonly string[] = []): string {
  const method = random.one(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']) ?? 'GET';
  const path = `${random.one(paths)}${random.chance(0.05) ? `?${'q'.repeat(random.between(0, 3_000))}` : ''}`;
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: a', ...(random.one(EXTRAS) ?? []), ...more];
  if (random.chance(0.1)) lines.push(`Y: ${'y'.repeat(random.between(0, 5_000))}`);
  const empty = random.chance(0.1) ? '\r\n' : '';
  if (method === 'GET' || method === 'HEAD' || random.chance(0.3)) return empty + head(...lines);
  const text = aBody(random);
  return random.chance(0.5)
    ? empty + head(...lines, `Content-Length: ${text.length}`) + text
    : empty + head(...lines, 'Transfer-Encoding: chunked') + chunked(text, random);
}

const bytes = (random: Random) =>
  Array.from({ length: random.between(1, 200) }, () => String.fromCharCode(random.between(0, 255))).join('');

const GARBAGE = [
  '\0',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  '\x16\x03\x01\x02\x00',
  'HTTP/1.1 200 OK\r\n\r\n',
  '}\r\n\r\n',
];

/** A request of which a byte is another one, is missing or is there twice. */
function mutated(random: Random): string {
  const text = aMessage(random, AT_ONCE).slice(0, 400);
  const at = random.between(0, text.length - 1);
  const byte = random.one(['\0', '\r', '\n', ' ', ':', 'x', '1', '', text[at]?.repeat(2) ?? '']);
  return text.slice(0, at) + byte + text.slice(at + 1);
}

function aTail(random: Random): string {
  const kind = random.one(['none', 'none', 'partial', 'garbage', 'bytes', 'mutated', 'mutated']);
  if (kind === 'partial') {
    const text = aMessage(random, AT_ONCE).slice(0, 1_000);
    return text.slice(0, random.between(1, text.length - 1));
  }
  if (kind === 'garbage') return random.one(GARBAGE) ?? '';
  if (kind === 'bytes') return bytes(random);
  return kind === 'mutated' ? mutated(random) : '';
}

export function anExchange(random: Random): Exchange {
  const messages = Array.from({ length: random.between(0, 6) }, () => aMessage(random));
  const isLast = random.chance(0.3);
  if (isLast) messages.push(aMessage(random, random.chance(0.5) ? ['/close'] : PATHS, ['Connection: close']));
  const tail = aTail(random);
  const longest = random.one([3, 60, 2_500, 100_000]) ?? 60;
  return {
    messages,
    closes: isLast,
    tail,
    ends: isLast || tail === '' ? 'behind the answers' : 'behind the tail',
    longest,
  };
}

/** The text in pieces of any length up to the longest, at most 300. */
export function inPieces(text: string, longest: number, random: Random): readonly string[] {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length && pieces.length < 300) {
    const size = random.between(1, longest);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return at < text.length ? [...pieces, text.slice(at)] : pieces;
}
