import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings({ SITE_DIR: 'site/dist' });
});
afterAll(() => tidings.close());

test('the embedded client is one file of 32 KB at most, which any origin may load and which is asked for again', async () => {
  const headers = { 'accept-encoding': 'br', origin: 'https://acme.example' };
  const sent = await fetch(`${tidings.url}/embed/tidings-conversation.js`, { method: 'HEAD', headers });
  expect([sent.status, sent.headers.get('content-type'), sent.headers.get('content-encoding')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'br',
  ]);
  expect(Number(sent.headers.get('content-length'))).toBeLessThan(32_000);
  expect(sent.headers.get('access-control-allow-origin')).toBe('*');
  expect([sent.headers.get('cache-control'), sent.headers.get('etag')]).toEqual(['no-cache', expect.any(String)]);
  const script = await (await fetch(`${tidings.url}/embed/tidings-conversation.js`)).text();
  expect(script).not.toMatch(/\bfrom\s*["'`]|\bimport\s*\(?["'`]/);
  // The build of socket.io-client for development has the package debug.
  expect(script).not.toContain('debug.destroy');
  const page = await (await fetch(`${tidings.url}/c`)).text();
  expect(page).toContain('<meta name="robots" content="noindex"');
  expect(page).toContain('<meta name="referrer" content="no-referrer"');
});

test('the launcher has 7 KB at most, which any origin may load', async () => {
  const headers = { 'accept-encoding': 'br', origin: 'https://acme.example' };
  const sent = await fetch(`${tidings.url}/embed/launcher.js`, { method: 'HEAD', headers });
  expect([sent.status, sent.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(Number(sent.headers.get('content-length'))).toBeLessThan(7_000);
  expect(sent.headers.get('access-control-allow-origin')).toBe('*');
  const script = await (await fetch(`${tidings.url}/embed/launcher.js`)).text();
  expect([...script.matchAll(/\bfrom\s*["'`]|\bimport\s*\(?["'`][^"'`]*["'`]/g)].map(String)).toEqual([
    expect.stringContaining('./tidings-conversation.js'),
  ]);
});
