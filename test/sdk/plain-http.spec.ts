import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Tidings } from '../../sdk/src/tidings.js';
import { startStandIn } from './stand-ins/server.js';

const root = join(import.meta.dirname, '../..');
const ROOMS = ['sdk/src', 'embed/src', 'app/src', 'site/src/islands'];

afterEach(() => vi.unstubAllGlobals());

test('a page that is not served over https posts under a random key', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const server = await startStandIn();
  server.replies({ body: '{}' });
  const client = new Tidings({ url: server.url });
  for (const name of ['one', 'two']) await client.call('POST /api-keys', { body: { name } });
  const keys = server.asked.map(({ headers }) => String(headers['idempotency-key']));
  expect(new Set(keys).size).toBe(2);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  await server.close();
});

test('no code of a page asks for randomUUID, which only https has', () => {
  const uses = ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|js)$/.test(file))
      .filter((file) => /randomUUID\(/.test(readFileSync(join(root, room, file), 'utf8'))),
  );
  expect(uses).toEqual([]);
});
