import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askOperator, NoAnswer } from '../../../src/adapters/operator-socket/ask-operator.js';
import { operatorSocket, operatorSocketOf } from '../../../src/adapters/operator-socket/operator-socket.js';
import { LONGEST_LINE } from '../../../src/adapters/operator-socket/protocol.js';
import type { Logger } from '../../../src/ports/process/logger.js';
import {
  type AnswerOperator,
  type OperatorCalls,
  type OperatorOutput,
  OperatorRefused,
} from '../../../src/ports/process/operator-calls.js';

const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let calls: OperatorCalls;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-operator-'));
  calls = operatorSocket(folder, silentLogger);
});
afterEach(async () => {
  await calls.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => operatorSocketOf(folder) ?? '';

async function answered(answer: AnswerOperator, args = {}) {
  await calls.listen(answer);
  const lines: OperatorOutput[] = [];
  for await (const each of askOperator(path(), { command: 'count', args })) lines.push(each);
  return lines;
}

test('lines and progress arrive in their order, with the args of the call', async () => {
  const lines = await answered(
    async function* ({ command, args }) {
      yield { progress: { what: 'Counting', done: 1, of: 2 } };
      yield { line: { command, args } };
    },
    { to: 'ü\n', json: true },
  );
  expect(lines).toEqual([
    { progress: { what: 'Counting', done: 1, of: 2 } },
    { line: { command: 'count', args: { to: 'ü\n', json: true } } },
  ]);
});

test.each([1, 2, 3] as const)('a command ends with exit code %i and its sentence, after its lines', async (exit) => {
  await calls.listen(async function* () {
    yield { line: 'first' };
    throw new OperatorRefused(exit, 'No.');
  });
  const answer = askOperator(path(), { command: 'x', args: {} });
  expect((await answer.next()).value).toEqual({ line: 'first' });
  await expect(answer.next()).rejects.toMatchObject({ exit, message: 'No.' });
});

test('an unexpected error of a command is exit code 3', async () => {
  const failing: AnswerOperator = async function* () {
    yield* [];
    throw new TypeError('broken');
  };
  await expect(answered(failing)).rejects.toMatchObject({ exit: 3, message: 'broken' });
});

test('a slow reader holds up the command, which ends when the reader goes away', async () => {
  let made = 0;
  let ended: unknown;
  await calls.listen(async function* (_, signal) {
    try {
      for (; made < 1_000; made++) yield { line: 'x'.repeat(100_000) };
    } finally {
      ended = signal.aborted;
    }
  });
  const answer = askOperator(path(), { command: 'x', args: {} });
  await answer.next();
  await pause(300);
  const before = made;
  expect(before).toBeLessThan(200);
  await pause(200);
  expect(made).toBe(before);
  await answer.return(undefined);
  await expect.poll(() => ended).toBe(true);
});

test('a line that is too long ends the command with 3', async () => {
  const long: AnswerOperator = async function* () {
    yield { line: 'x'.repeat(LONGEST_LINE) };
  };
  await expect(answered(long)).rejects.toMatchObject({ exit: 3 });
});

test('a call that is too long or no JSON is refused, and the next one is answered', async () => {
  await calls.listen(async function* () {
    yield { line: 1 };
  });
  for (const wrong of [`${'x'.repeat(100_000)}\n`, 'no json\n']) {
    const socket = connect(path());
    socket.end(wrong);
    let said = '';
    for await (const part of socket) said += part;
    expect(said).toMatch(/"exit":3/);
  }
  expect((await askOperator(path(), { command: 'x', args: {} }).next()).value).toEqual({ line: 1 });
});

test('without a service there is no answer; a service that closes ends the calls of the operator', async () => {
  await expect(askOperator(path(), { command: 'x', args: {} }).next()).rejects.toThrow(NoAnswer);
  await calls.listen(async function* (_, signal) {
    yield { line: 1 };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const answer = askOperator(path(), { command: 'x', args: {} });
  await answer.next();
  const rest = expect(answer.next()).rejects.toThrow(NoAnswer);
  await calls.close();
  await rest;
});
