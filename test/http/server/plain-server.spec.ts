import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PacedServer } from '../../../src/http/server/paced-server.js';
import { randomFrom } from '../../support/random.js';
import { client, type Handler, leave, listening } from './connections.fixture.js';

/** Answers with what it got, at once or later, whole or in pieces. */
const echo: Handler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (bytes) => chunks.push(bytes));
  request.on('end', () => {
    const { method, url = '', rawHeaders, httpVersion } = request;
    const got = { method, url, httpVersion, rawHeaders, trailers: request.rawTrailers };
    const answer = () => {
      response.setHeader('Got', JSON.stringify(got));
      // Node may join pieces that are written in one turn.
      if (url.includes('pieces')) response.write('pieces:', () => response.end(Buffer.concat(chunks)));
      else response.end(Buffer.concat(chunks));
    };
    if (url.includes('later')) setTimeout(answer, 1);
    else answer();
  });
};
/** Refuses before the body is there. */
const serve: Handler = (request, response) => {
  if (request.url?.includes('refused')) response.writeHead(401).end('refused');
  else echo(request, response);
};

let plain: Server;
let paced: Server;
beforeAll(async () => {
  [plain, paced] = [await listening(createServer(serve)), await listening(new PacedServer({}, serve))];
});
afterAll(leave);

/** In place of a piece: until something is answered. */
const WAIT = 'wait';
const sameDate = (text: string) => text.replace(/Date: [^\r]+/g, 'Date: now');

/** What a server sends where it gets these pieces one by one, until it ends the connection. */
async function answersOf(server: Server, pieces: readonly string[], end: 'FIN' | 'kept'): Promise<string> {
  const socket = await client(server);
  const closed = Promise.race([once(socket, 'end'), once(socket, 'close')]).catch(() => undefined);
  for (const piece of pieces) {
    if (piece === WAIT) await expect.poll(() => socket.answers()).not.toBe('');
    else socket.write(piece, 'latin1');
    await new Promise(setImmediate);
  }
  if (end === 'FIN') socket.end();
  await closed;
  socket.destroy();
  return sameDate(socket.answers());
}

async function expectSame(pieces: readonly string[], end: 'FIN' | 'kept' = 'kept'): Promise<string> {
  const [expected, got] = await Promise.all([answersOf(plain, pieces, end), answersOf(paced, pieces, end)]);
  expect(got, JSON.stringify(pieces)).toBe(expected);
  return got;
}

/** A plain server writes `100 Continue` into the body of a pipelined answer, so only the first request expects it. */
function aRequest(random: () => number, isFirst: boolean): string {
  const pick = <T>(...all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const method = pick('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS');
  const path = pick('/', '/later', '/pieces', '/later/pieces', `/${'p'.repeat(Math.floor(random() * 3_000))}`);
  const headers = [
    'Host: a',
    ...pick([], ['X: \t y '], [`Y: ${'y'.repeat(random() * 4_000)}`], isFirst ? ['Expect: 100-continue'] : []),
  ];
  const text = pick('', 'x', 'a\r\n\r\nb', 'x\r\n'.repeat(random() * 2_000), '\r\n\r\n'.repeat(random() * 1_500));
  const head = (more: readonly string[]) =>
    `${method} ${path} HTTP/1.1\r\n${[...headers, ...more].join('\r\n')}\r\n\r\n`;
  if (method === 'GET' || method === 'HEAD' || random() < 0.3) return pick('', '\r\n') + head([]);
  if (random() < 0.5) return head([`Content-Length: ${text.length}`]) + text;
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * (random() < 0.5 ? 3 : 3_000));
    const chunk = text.slice(at, at + size);
    chunks.push(`${chunk.length.toString(16)}${pick('', ';a=b')}\r\n${chunk}\r\n`);
    at += size;
  }
  const trailers = pick('', 'Sum: 1\r\n', 'Sum: 1\r\nEnd: 2\r\n');
  return `${head(['Transfer-Encoding: chunked'])}${chunks.join('')}0\r\n${trailers}\r\n`;
}

/** The text in pieces of any length, most of them short or long. */
function cut(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  const longest = random() < 0.3 ? 3 : 5_000;
  for (let at = 0; at < text.length && pieces.length < 400; ) {
    const size = 1 + Math.floor(random() * longest);
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return [...pieces, text.slice(pieces.join('').length)];
}

const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const next = head('GET /next HTTP/1.1', 'Host: a');
const end = head('GET /end HTTP/1.1', 'Host: a', 'Connection: close');
const post = (...lines: readonly string[]) => head('POST /odd HTTP/1.1', 'Host: a', ...lines);

/** Requests that proxies and servers read differently, and others that no server takes; each with one behind it. */
const odd: Readonly<Record<string, string>> = {
  'a length and chunks': `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}1\r\nx\r\n0\r\n\r\n`,
  'chunks and a length': `${post('Transfer-Encoding: chunked', 'Content-Length: 4')}1\r\nx\r\n0\r\n\r\n`,
  'two lengths': `${post('Content-Length: 1', 'Content-Length: 2')}xx`,
  'two equal lengths': `${post('Content-Length: 1', 'Content-Length: 1')}x`,
  'a length with a sign': `${post('Content-Length: +1')}x`,
  'a length that is a list': `${post('Content-Length: 1, 1')}x`,
  'a length beyond all numbers': `${post('Content-Length: 99999999999999999999')}x`,
  'a negative length': post('Content-Length: -1'),
  'chunks that are not last': `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
  'an unknown coding': `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`,
  'chunks twice': `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  'a coding behind a tab': `${post('Transfer-Encoding:\tchunked')}0\r\n\r\n`,
  'a space before a colon': `${post('Content-Length : 1')}x`,
  'a folded line': `${post('X: a', ' b', 'Content-Length: 1')}x`,
  'a folded coding': `${post('Transfer-Encoding:', ' chunked')}0\r\n\r\n`,
  'lines that end with LF': 'GET /odd HTTP/1.1\nHost: a\n\n',
  'a head that ends with LF': 'GET /odd HTTP/1.1\r\nHost: a\r\n\n',
  'a line that ends with CR': 'GET /odd HTTP/1.1\r\nHost: a\rX: y\r\n\r\n',
  'a zero byte in a value': post('X: a\0b'),
  'a line without a colon': post('X'),
  'no name before a colon': post(': x'),
  'no host': head('GET /odd HTTP/1.1'),
  'no host, but a length': `${head('POST /odd HTTP/1.1', 'Content-Length: 1')}x`,
  'two hosts': head('GET /odd HTTP/1.1', 'Host: a', 'Host: b'),
  'a chunk size in another form': `${post('Transfer-Encoding: chunked')}0x1\r\nx\r\n0\r\n\r\n`,
  'a chunk size with a space': `${post('Transfer-Encoding: chunked')}1 \r\nx\r\n0\r\n\r\n`,
  'a chunk size beyond all numbers': `${post('Transfer-Encoding: chunked')}fffffffffffffffff\r\nx\r\n0\r\n\r\n`,
  'a chunk longer than its size': `${post('Transfer-Encoding: chunked')}1\r\nxy\r\n0\r\n\r\n`,
  'a chunk size that ends with LF': `${post('Transfer-Encoding: chunked')}1\nx\r\n0\r\n\r\n`,
  'a chunk that ends with LF': `${post('Transfer-Encoding: chunked')}1\r\nx\n0\r\n\r\n`,
  'an extension that ends with LF': `${post('Transfer-Encoding: chunked')}1;a\nb\r\nx\r\n0\r\n\r\n`,
  'a long extension': `${post('Transfer-Encoding: chunked')}1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  'trailers that end with LF': `${post('Transfer-Encoding: chunked')}0\r\nSum: 1\n\n`,
  'long trailers': `${post('Transfer-Encoding: chunked')}0\r\nSum: ${'1'.repeat(20_000)}\r\n\r\n`,
  'a long head': post(`X: ${'x'.repeat(20_000)}`),
  'many lines': post(...Array<string>(1_500).fill('X: y')),
  'HTTP/1.0 that goes on': head('GET /odd HTTP/1.0', 'Connection: keep-alive'),
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/3.0': head('GET /odd HTTP/3.0', 'Host: a'),
  'a method that is unknown': head('BREW /odd HTTP/1.1', 'Host: a'),
  'a method in small letters': head('get /odd HTTP/1.1', 'Host: a'),
  'a tunnel': head('CONNECT a:1 HTTP/1.1', 'Host: a'),
  'an expectation that nobody meets': `${post('Expect: tea', 'Content-Length: 1')}x`,
  'a whole URL': head('GET http://b/odd HTTP/1.1', 'Host: a'),
  'a space in a path': head('GET /odd path HTTP/1.1', 'Host: a'),
  'empty lines before it': `\r\n\r\n\r\n${head('GET /odd HTTP/1.1', 'Host: a')}`,
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'nothing but zeros': '\0'.repeat(5_000),
  'a refused body': post('Content-Length: 5000').replace('odd', 'refused') + 'x'.repeat(5_000),
  'refused chunks': `${post('Transfer-Encoding: chunked').replace('odd', 'refused')}${'3e8\r\n'.padEnd(1_005, 'x')}\r\n0\r\n\r\n`,
};

/** Of what comes behind one of these, a plain server makes a 400 that takes the place of its answer. */
const last: Readonly<Record<string, string>> = {
  'HTTP/0.9': 'GET /odd\r\n\r\n',
  'HTTP/1.0': head('GET /odd HTTP/1.0'),
  'HTTP/1.0 with chunks': `${head('POST /odd HTTP/1.0', 'Transfer-Encoding: chunked')}1\r\nx\r\n0\r\n\r\n`,
  'the last request': head('GET /odd HTTP/1.1', 'Host: a', 'Connection: close'),
  'another protocol that nobody speaks': head(
    'GET /odd HTTP/1.1',
    'Host: a',
    'Connection: Upgrade, close',
    'Upgrade: b',
  ),
};

describe('a paced connection answers byte for byte as a plain one', () => {
  test.each([1, 2, 3, 4])('to pipelined requests in pieces of any length, with the seed %i', async (seed) => {
    const { next: random } = randomFrom(seed);
    const runs = Array.from({ length: 60 }, () => {
      const requests = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, n) => aRequest(random, n === 0));
      return { requests, pieces: cut(requests.join('') + end, random) };
    });
    const check = async ({ requests, pieces }: (typeof runs)[number]) =>
      expect((await expectSame(pieces)).split('HTTP/1.1 200 OK')).toHaveLength(requests.length + 2);
    for (let n = 0; n < runs.length; n += 20) await Promise.all(runs.slice(n, n + 20).map(check));
  });

  describe.each(['whole', 'byte by byte', 'behind another'])('to an odd request that comes %s:', (way) => {
    test.each([...Object.entries(odd).map(([name, text]) => [name, text + end] as const), ...Object.entries(last)])(
      '%s',
      async (_, text) => {
        if (way === 'whole') await expectSame([text]);
        else if (way === 'byte by byte') await expectSame([...text.slice(0, 300), text.slice(300)]);
        else await expectSame([next, WAIT, text], 'FIN');
      },
    );
  });

  test.each(['GET / HT', 'GET / HTTP/1.1\r\nHost: a\r\n', `${post('Content-Length: 2')}x`, next, next + next])(
    'to a client that sends no more than %j',
    async (text) => {
      await expectSame([text], 'FIN');
    },
  );
});
