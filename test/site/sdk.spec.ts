import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Tidings as Client } from '../../sdk/src/tidings.js';
import { startTidings } from '../support/api.js';

const dist = join(import.meta.dirname, '../../site/dist');
const MODULES = ['tidings', 'session', 'socket', 'store', 'push', 'webhooks'];

interface Listed {
  readonly type: string;
  readonly sizes: { readonly identity: number; readonly br?: number; readonly gzip?: number };
}
const files = Object.entries(JSON.parse(readFileSync(join(dist, '.files.json'), 'utf8')) as Record<string, Listed>);
const served = files.filter(([route]) => route.startsWith('/sdk/'));
const sdk = served.filter(([route]) => !route.endsWith('.d.ts'));

test('the SDK is served as ES modules of 25 KB at most over the wire', () => {
  const routes = sdk.map(([route]) => route);
  for (const name of MODULES) expect(routes).toContain(`/sdk/${name}.js`);
  expect(sdk.every(([, { type }]) => type === 'text/javascript; charset=utf-8')).toBe(true);
  for (const coding of ['br', 'gzip'] as const) {
    const bytes = sdk.reduce((sum, [, { sizes }]) => sum + (sizes[coding] ?? sizes.identity), 0);
    expect(bytes).toBeLessThan(25_000);
  }
});

test('the types of each served module are served beside it, with all that they import', () => {
  const types = served.filter(([route]) => route.endsWith('.d.ts'));
  const routes = types.map(([route]) => route);
  for (const name of MODULES) expect(routes).toContain(`/sdk/${name}.d.ts`);
  expect(types.every(([, { type }]) => type === 'text/plain; charset=utf-8')).toBe(true);
  for (const route of routes) {
    const text = readFileSync(join(dist, route), 'utf8');
    for (const [, from = ''] of text.matchAll(/(?:from|import\()\s*["']([^"']+)["']/g))
      expect(routes).toContain(posix.join(posix.dirname(route), from.replace(/\.js$/, '.d.ts')));
  }
});

test('the served modules import each other alone, and call the service', async () => {
  for (const [route] of sdk) {
    const text = readFileSync(join(dist, route), 'utf8');
    for (const [, from] of text.matchAll(/(?:from|import)\s*["']([^"']+)["']/g)) expect(from).toMatch(/^\.\//);
  }
  const service = await startTidings();
  const module = (name: string) => import(pathToFileURL(join(dist, `sdk/${name}.js`)).href);
  const { Tidings, TidingsError } = await module('tidings');
  const client: Client = new Tidings({ url: service.url });
  await expect(client.call('GET /tenant')).rejects.toBeInstanceOf(TidingsError);
  expect(Object.keys(await module('socket'))).toEqual(['frames']);
  expect(Object.keys(await module('session')).sort()).toEqual(['AuthSession', 'SignedOut']);
  expect(Object.keys(await module('store')).sort()).toEqual([
    'ConversationListStore',
    'ConversationStore',
    'TidingsStore',
    'indexedDbOutbox',
    'memoryOutbox',
  ]);
  expect(Object.keys(await module('push'))).toEqual(['subscribeToPush']);
  expect(Object.keys(await module('webhooks')).sort()).toEqual(['WebhookRefused', 'verifyWebhook']);
  await service.close();
});
