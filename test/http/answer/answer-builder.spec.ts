import { text } from 'node:stream/consumers';
import { StreamableFile } from '@nestjs/common';
import { expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { BudgetQueue } from '../../../src/fairness/queue/budget-queue.js';
import { AnswerBuilder } from '../../../src/http/answer/answer-builder.js';
import type { AnswerRow } from '../../../src/http/answer/answer-row.js';
import { answerBuffers } from '../../../src/http/answer/answer-stream.js';

const MAX = 1_048_576;
const KIB = 1_024;
const PAGING = { has_more: false };

const rowOf = (bytes: number): AnswerRow => ({ json: JSON.stringify({ text: 'x'.repeat(bytes) }) });

/** An answer of a tenant, and the bytes that it reserved. */
function anAnswer(expected = MAX) {
  const memory = new BudgetQueue({ total: MAX, perTenant: MAX });
  const reserved: number[] = [];
  const reserve = (bytes: number) => {
    reserved.push(bytes);
    return memory.reserve('t', bytes);
  };
  return {
    answer: new AnswerBuilder({
      tenantId: 't',
      max: MAX,
      expected,
      reserve,
      loop: { pause: () => undefined },
      buffers: answerBuffers(),
    }),
    memory,
    reserved,
  };
}

const sent = async (built: string | StreamableFile) =>
  built instanceof StreamableFile ? text(built.getStream()) : built;

test('rows of up to 256 KiB reserve nothing, and are sent as one text', async () => {
  const { answer, reserved } = anAnswer();
  const rows = Array.from({ length: 25 }, () => rowOf(10 * KIB));
  for (const row of rows) expect(answer.add(row)).toBe(true);
  const built = answer.build('rows', PAGING);
  expect(built).toBe(`{"rows":[${rows.map(({ json }) => json).join()}],"has_more":false}`);
  expect(reserved).toEqual([]);
});

test('an answer without rows is a list, too', () => {
  expect(anAnswer().answer.build('rows', PAGING)).toBe('{"rows":[],"has_more":false}');
});

test('more rows reserve the expected bytes once, and keep no more than they take', async () => {
  const { answer, memory, reserved } = anAnswer(500 * KIB);
  const rows = Array.from({ length: 40 }, () => rowOf(10 * KIB));
  for (const row of rows) expect(await answer.add(row)).toBe(true);
  expect(reserved).toHaveLength(1);
  expect(await sent(answer.build('rows', PAGING))).toBe(
    `{"rows":[${rows.map(({ json }) => json).join()}],"has_more":false}`,
  );
  expect(memory.inUse).toBeGreaterThan(400 * KIB);
  expect(memory.inUse).toBeLessThan(410 * KIB);
});

test('a list ends where its rows take more than expected, but not below 256 KiB', async () => {
  const [short, long] = [anAnswer(100 * KIB), anAnswer(300 * KIB)];
  const fill = async ({ answer }: typeof short) => {
    while (await answer.add(rowOf(10 * KIB)));
    return answer.count;
  };
  expect([await fill(short), await fill(long)]).toEqual([25, 29]);
  expect(short.reserved).toEqual([]);
});

test('the first row is taken whatever its size, and others up to the bound of an answer', async () => {
  const { answer } = anAnswer();
  expect(await answer.add(rowOf(MAX))).toBe(true);
  expect(answer.isTooLarge).toBe(true);
  expect(answer.add(rowOf(1))).toBe(false);
});

test('a large value is read while the answer is sent, and counts for the bound alone', async () => {
  const { answer, reserved } = anAnswer();
  const value = `"${'y'.repeat(limits.answerText)}"`;
  async function* read() {
    yield Buffer.from(value);
  }
  const row = { json: '{"id":"a"}', large: { member: 'data', bytes: value.length, read } };
  expect([answer.add(row), answer.add(row)]).toEqual([true, true]);
  expect(await sent(answer.build('rows', PAGING))).toBe(
    `{"rows":[{"id":"a","data":${value}},{"id":"a","data":${value}}],"has_more":false}`,
  );
  expect(reserved).toEqual([]);
});
