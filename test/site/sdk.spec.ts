import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Tidings as Client } from '../../sdk/src/tidings.js';
import { startTidings } from '../support/api.js';

const dist = join(import.meta.dirname, '../../site/dist');
const MODULES = ['tidings', 'socket', 'webhooks'];

interface Listed {
  readonly type: string;
  readonly sizes: { readonly identity: number; readonly br?: number };
}
const files = Object.entries(JSON.parse(readFileSync(join(dist, '.files.json'), 'utf8')) as Record<string, Listed>);
const sdk = files.filter(([route]) => route.startsWith('/sdk/'));

test('the SDK is served as ES modules of 15 KB at most over the wire', () => {
  const routes = sdk.map(([route]) => route);
  for (const name of MODULES) expect(routes).toContain(`/sdk/${name}.js`);
  expect(sdk.every(([, { type }]) => type === 'text/javascript; charset=utf-8')).toBe(true);
  const bytes = sdk.reduce((sum, [, { sizes }]) => sum + (sizes.br ?? sizes.identity), 0);
  expect(bytes).toBeLessThan(15_000);
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
  expect(Object.keys(await module('webhooks')).sort()).toEqual(['WebhookRefused', 'verifyWebhook']);
  await service.close();
});
