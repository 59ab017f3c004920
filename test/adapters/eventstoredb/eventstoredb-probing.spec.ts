import { EventEmitter } from 'node:events';
import type { KurrentDBClient } from '@kurrent/kurrentdb-client';
import { expect, test } from 'vitest';
import { connection } from '../../../src/adapters/eventstoredb/connection.js';
import { Silence } from '../../../src/adapters/eventstoredb/failures.js';
import { isPlace } from '../../../src/adapters/eventstoredb/reading/probing.js';
import { readSurely } from '../../../src/adapters/eventstoredb/reading/reading.js';

const NEVER = new Promise<never>(() => {});
const POSITION = 4_711;

/** A client whose subscription says `told` and never ends, as on a broken connection. */
const clientThat = (told?: string): KurrentDBClient => {
  const subscribeToAll = () => {
    const subscription = Object.assign(new EventEmitter(), { unsubscribe: () => NEVER });
    if (told !== undefined) setImmediate(() => subscription.emit(told));
    return subscription;
  };
  const idle = { dispose: async () => {}, getChannel: async () => ({ close() {} }) };
  return { subscribeToAll, ...idle } as unknown as KurrentDBClient;
};

test('a probe ends in silence though its subscription cannot be ended', async () => {
  await expect(isPlace(clientThat(), POSITION, 50)).rejects.toBeInstanceOf(Silence);
});

test('a silent probe is made again on a new connection', async () => {
  const clients = [clientThat(), clientThat('caughtUp')];
  const make = () => clients.shift() ?? clientThat();
  const line = connection({ make, heed() {} }, 1_000);
  const probe = readSurely(line, 1_000, (client, silenceMs) => isPlace(client, POSITION, silenceMs));
  expect(await probe).toBe(true);
});
