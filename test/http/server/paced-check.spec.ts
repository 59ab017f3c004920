import { Server } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { assertPaced } from '../../../src/http/server/paced-check.js';
import { StartRefused } from '../../../src/ports/process/start-refused.js';

// biome-ignore lint/suspicious/noExplicitAny: as the method of Node.
type Emit = (this: Server, event: string, ...args: any[]) => boolean;
const emit = Server.prototype.emit as Emit;
const replace = (other: Emit) => {
  Server.prototype.emit = other;
};
afterEach(() => replace(emit));

const refused = async () => {
  const error = await assertPaced().catch((error) => error);
  expect(error).toBeInstanceOf(StartRefused);
  expect(error.message).toMatch(/^Node\.js v[\d.]+ does not serve .*package\.json names\.$/);
};

test('the Node of the tests serves the requests of a connection one after the other', () => assertPaced());

describe('a start is refused in a Node whose server', () => {
  test('takes no streams as connections', async () => {
    replace(function (event, ...args) {
      if (event === 'connection' && !(args[0] instanceof Socket)) throw new TypeError('no socket');
      return emit.call(this, event, ...args);
    });
    await refused();
  });

  test('begins no request of them', async () => {
    replace(function (event, ...args) {
      return event === 'connection' || emit.call(this, event, ...args);
    });
    await refused();
  });

  test('takes a foreign protocol for its end', async () => {
    replace(function (event, ...args) {
      const { headers, socket } = (args[0] ?? {}) as { headers?: { upgrade?: string }; socket?: Socket };
      if (event === 'request' && headers?.upgrade) return void socket?.destroy() === undefined;
      return emit.call(this, event, ...args);
    });
    await refused();
  });
});
