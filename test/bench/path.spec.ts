import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inEach, type OwnFunction, ownFunctions, pathOf, roomsOf } from '../../bench/path/calls.js';
import { isMachinery } from '../../bench/path/machinery.js';
import { ceilings, overCeiling } from '../../bench/path-ceilings.js';
import { compiledService } from '../support/processes/compiled-service.js';

const compiled = 'file:///service/dist/';
const called = [
  { url: `${compiled}src/kernel/stream.js`, at: 0, calls: 3 },
  { url: `${compiled}src/kernel/stream.js`, at: 90, calls: 2 },
  { url: `${compiled}src/fairness/loop.js`, at: 0, calls: 15 },
  { url: `${compiled}bench/report.js`, at: 0, calls: 9 },
  { url: 'file:///service/node_modules/fastify/fastify.js', at: 0, calls: 9 },
  { url: 'node:internal/timers', at: 0, calls: 9 },
];

test('a path counts files, functions and calls of the service', () => {
  const functions = ownFunctions(called, compiled);
  expect(pathOf(functions)).toEqual({ files: 2, functions: 3, calls: 20, machinery: 15 });
  expect(roomsOf(functions)).toEqual([
    ['src/fairness', { files: 1, functions: 1, calls: 15, machinery: 15 }],
    ['src/kernel', { files: 1, functions: 2, calls: 5, machinery: 0 }],
  ]);
});

test('a function counts with the fewest calls of all tries, and not where one try does without it', () => {
  const [first, second] = [3, 2].map((calls) => ({ file: 'src/a.js', at: 0, calls }));
  const timer = { file: 'src/timer.js', at: 0, calls: 1 };
  expect(inEach([[first, timer], [second]] as OwnFunction[][])).toEqual([second]);
});

test.each([
  ['src/http/server/idle.js', true],
  ['src/http/answer/bounded-answers.js', true],
  ['src/http/body/json.js', true],
  ['src/http/answer/paging.js', false],
  ['src/kernel/stream.js', false],
])('%s is machinery: %s', (file, expected) => {
  expect(isMachinery(file)).toBe(expected);
});

test('a figure of more than 3 % over its ceiling is reported', () => {
  const ceiling = { files: 100, functions: 100, calls: 100, machinery: 50 };
  expect(overCeiling({ files: 103, functions: 90, calls: 103, machinery: 51 }, ceiling)).toEqual([]);
  expect(overCeiling({ files: 104, functions: 90, calls: 105, machinery: 52 }, ceiling)).toEqual([
    'files: 104, at most 100',
    'calls: 105, at most 100',
    'machinery: 52, at most 50',
  ]);
});

test('the paths of a read and of a write are not over their ceilings', async () => {
  const program = join(compiledService(), 'bench/path.js');
  const { printed, code } = await new Promise<{ printed: string; code: number | null }>((resolve) => {
    const child = execFile(process.execPath, [program], (_, stdout, stderr) =>
      resolve({ printed: `${stdout}${stderr}`, code: child.exitCode }),
    );
  });
  for (const name of Object.keys(ceilings)) expect(printed).toContain(name);
  expect(printed.split('\n').filter((line) => line.startsWith('OVER'))).toEqual([]);
  expect(code).toBe(0);
}, 120_000);
