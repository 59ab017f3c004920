import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { interleaved, medianOf } from '../../bench/rounds.js';
import { table } from '../../bench/table.js';
import { request, Wire } from '../../bench/wire.js';

test('rounds are taken in turn, and the first turn counts for none', async () => {
  const order: string[] = [];
  const contestant = (name: string) => async (ms: number) => order.push(`${name}${ms}`);
  const contest = { floor: contestant('f'), product: contestant('p') };
  const samples = await interleaved(contest, { rounds: 3, ms: 2, warmUpMs: 1 });
  expect(order).toEqual(['f1', 'p1', 'f2', 'p2', 'f2', 'p2', 'f2', 'p2']);
  expect(samples).toEqual({ floor: [3, 5, 7], product: [4, 6, 8] });
  expect(medianOf(samples.product, (sample) => sample)).toBe(6);
});

test('the table says what was reached, what was not, and nothing where nothing is promised', () => {
  const row = { goal: 'G0', what: 'all', floor: '1', product: '2', ratio: '2.00×', bound: '≤ 3×' };
  const written = table([{ ...row, reached: true }, { ...row, reached: false }, row]).split('\n');
  expect(written.map((line) => line.split('|').at(-2)?.trim())).toEqual(['reached', '-'.repeat(9), 'yes', 'NO', '']);
  expect(new Set(written.map(({ length }) => length)).size).toBe(1);
});

test('one connection asks again and again, and reads answers that come in pieces', async () => {
  const server = createServer((asked, response) => {
    const text = `${asked.method} ${asked.url}`;
    response.setHeader('content-length', text.length);
    response.write(text.slice(0, 3));
    setImmediate(() => response.end(text.slice(3)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const wire = await Wire.open((server.address() as AddressInfo).port);
  for (const path of ['/one', '/two']) {
    const { status, body } = await wire.ask(request({ method: 'GET', path }));
    expect([status, body.toString()]).toEqual([200, `GET ${path}`]);
  }
  wire.close();
});
