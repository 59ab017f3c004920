import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HttpConnection, request } from '../../bench/http-connection.js';
import { interleaved, medianOf } from '../../bench/rounds.js';
import { table } from '../../bench/table.js';

test('candidates are measured in turn, after a warm-up', async () => {
  const order: string[] = [];
  const candidate = (name: string) => async (ms: number) => order.push(`${name}${ms}`);
  const candidates = { baseline: candidate('f'), product: candidate('p') };
  const samples = await interleaved(candidates, { rounds: 3, ms: 2, warmUpMs: 1 });
  expect(order).toEqual(['f1', 'p1', 'f2', 'p2', 'f2', 'p2', 'f2', 'p2']);
  expect(samples).toEqual({ baseline: [3, 5, 7], product: [4, 6, 8] });
  expect(medianOf(samples.product, (sample) => sample)).toBe(6);
});

test('the table shows which bounds are reached, and nothing without a bound', () => {
  const row = { benchmark: 'G0', what: 'all', baseline: '1', product: '2', ratio: '2.00×', bound: '≤ 3×' };
  const written = table([{ ...row, reached: true }, { ...row, reached: false }, row]).split('\n');
  expect(written.map((line) => line.split('|').at(-2)?.trim())).toEqual(['reached', '-'.repeat(9), 'yes', 'NO', '']);
  expect(new Set(written.map(({ length }) => length)).size).toBe(1);
});

test('a connection is reused, and answers may arrive in pieces', async () => {
  const server = createServer((asked, response) => {
    const text = `${asked.method} ${asked.url}`;
    response.setHeader('content-length', text.length);
    response.write(text.slice(0, 3));
    setImmediate(() => response.end(text.slice(3)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const connection = await HttpConnection.open((server.address() as AddressInfo).port);
  for (const path of ['/one', '/two']) {
    const { status, body } = await connection.ask(request({ method: 'GET', path }));
    expect([status, body.toString()]).toEqual([200, `GET ${path}`]);
  }
  connection.close();
});
