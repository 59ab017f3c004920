import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { AnsweringThread } from '../../src/processes/answering-thread.js';

type Message = 'throw' | 'exit' | number;

const SCRIPT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', (message) => {
  if (message === 'throw') throw new Error('broken');
  if (message === 'exit') process.exit(3);
  parentPort.postMessage(message + 1);
});`;

describe('a thread that answers', () => {
  const started: Worker[] = [];
  const thread = new AnsweringThread<Message, number>(() => {
    const worker = new Worker(SCRIPT, { eval: true });
    started.push(worker);
    return worker;
  });
  const last = () => started.at(-1) as Worker;
  afterEach(async () => {
    await thread.close();
    started.length = 0;
  });

  test('starts with the first message and answers further ones', async () => {
    expect(started).toEqual([]);
    expect([await thread.ask(1), await thread.ask(2)]).toEqual([2, 3]);
    expect(started).toHaveLength(1);
  });

  test.each(['throw', 'exit'] as const)(
    'that ends by %s fails the message, and the next one starts it anew',
    async (end) => {
      await expect(thread.ask(end)).rejects.toThrow('The thread ended.');
      expect(await thread.ask(1)).toBe(2);
      expect(started).toHaveLength(2);
    },
  );

  test('that ends between two messages is started anew', async () => {
    await thread.ask(1);
    await last().terminate();
    expect(await thread.ask(1)).toBe(2);
    expect(started).toHaveLength(2);
  });

  test('that is closed fails the message that it has', async () => {
    const answer = thread.ask(1);
    const closed = thread.close();
    await expect(answer).rejects.toThrow('The thread ended.');
    await closed;
  });
});
