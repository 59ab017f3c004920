import { text } from 'node:stream/consumers';
import { StreamableFile } from '@nestjs/common';
import { expect, test } from 'vitest';
import { BudgetQueue } from '../../../src/fairness/queue/budget-queue.js';
import { answerBuffers } from '../../../src/http/answer/answer-stream.js';
import { ListsAnswer } from '../../../src/http/answer/lists-answer.js';

const MAX = 1_048_576;

function anAnswer() {
  const memory = new BudgetQueue({ total: MAX, perTenant: MAX });
  const reserved: number[] = [];
  const reserve = (bytes: number) => {
    reserved.push(bytes);
    return memory.reserve('t', bytes);
  };
  const bounds = { tenantId: 't', max: MAX, reserve, loop: { pause: () => undefined }, buffers: answerBuffers() };
  return { answer: new ListsAnswer(['as', 'bs'], bounds), reserved };
}

const rowOf = (bytes: number) => ({ json: JSON.stringify({ text: 'x'.repeat(bytes) }) });
const sent = async (built: string | StreamableFile) =>
  JSON.parse(built instanceof StreamableFile ? await text(built.getStream()) : built);

test('an answer has its lists, also the empty ones, and the members of the page', async () => {
  const { answer, reserved } = anAnswer();
  expect(await sent(answer.build({ has_more: false }))).toEqual({ as: [], bs: [], has_more: false });
  for (const member of ['bs', 'as', 'bs'] as const) expect(await answer.add(member, rowOf(2))).toBe(true);
  const body = { as: [{ text: 'xx' }], bs: [{ text: 'xx' }, { text: 'xx' }], has_more: true };
  expect(await sent(answer.build({ has_more: true }))).toEqual(body);
  expect(reserved).toEqual([]);
});

test('the lists have one bound together, and reserve their memory once', async () => {
  const { answer, reserved } = anAnswer();
  for (let n = 0; n < 9; n++) expect(await answer.add(n % 2 ? 'as' : 'bs', rowOf(100_000))).toBe(true);
  expect(await answer.add('as', rowOf(200_000))).toBe(false);
  expect(reserved).toEqual([MAX]);
  const { as, bs } = await sent(answer.build({ has_more: true }));
  expect([as.length, bs.length]).toEqual([4, 5]);
});

test('a value that is read while it is sent counts for the bound, not for the memory', async () => {
  const { answer, reserved } = anAnswer();
  const value = Buffer.from(JSON.stringify('y'.repeat(600_000)));
  async function* read() {
    yield value;
  }
  const row = { json: '{"id":1}', large: { member: 'value', bytes: value.length, read } };
  expect(await answer.add('as', row)).toBe(true);
  expect(await answer.add('bs', row)).toBe(false);
  expect(reserved).toEqual([]);
  expect((await sent(answer.build({ has_more: true }))).as[0].value).toHaveLength(600_000);
});
