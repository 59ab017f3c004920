import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Answer, startTidings, type Tidings } from '../../support/api.js';
import { freePort } from '../../support/processes/free-port.js';

/** Bytes sent as they are; answers all that came back. */
function raw({ url }: Tidings, text: string, afterMs = 1_000): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => resolve(answer));
    setTimeout(() => {
      socket.destroy();
      resolve(answer);
    }, afterMs);
  });
}

describe('a request nobody signed', () => {
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings();
    acme = await createTenant(tidings, 'acme');
  });
  afterAll(() => tidings.close());

  const post = (body: unknown): Promise<Answer> => tidings.call('POST', '/signup', { body });

  test('is told at most 100 errors, with paths of at most 200 characters', async () => {
    const { status, text, body } = await post({
      ['k'.repeat(260_000)]: Object.fromEntries(Array.from({ length: 19_000 }, (_, n) => [n, '\u0000'])),
    });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(60_000);
    expect(body.errors).toHaveLength(100);
    expect(Math.max(...body.errors.map(({ path }: { path: string }) => path.length))).toBe(200);
  });

  test('is told at most 100 unknown members', async () => {
    const { body } = await post(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`member${n}`, 1])));
    expect(body.errors).toHaveLength(100);
  });

  test('is refused before its body is read', async () => {
    const head = 'POST /api/v1/conversations HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const answer = await raw(tidings, `${head}Content-Length: 4000000\r\n\r\n{"id"`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.each([
    ['no path there is', 'POST /api/v1/nothing', '404 Not Found'],
    ['a path without the method', 'PATCH /api/v1/signup', '405 Method Not Allowed'],
  ])('to %s is refused before its body is read', async (_, start, status) => {
    const head = `${start} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
    const answer = await raw(tidings, `${head}Content-Length: 1000000\r\n\r\n{"id"`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  });

  test('is refused for its credential before its body is judged', async () => {
    const malformed = { raw: '{', headers: { 'content-type': 'application/json' } };
    expect((await tidings.call('POST', '/conversations', malformed)).status).toBe(401);
    const { token } = acme.owner;
    expect((await tidings.call('POST', '/conversations', { ...malformed, token })).body.code).toBe(
      'errors.body.malformed',
    );
  });

  test('has one host', async () => {
    const answer = await raw(tidings, 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('errors.request.malformed');
  });

  test('gets no content sniffed, and nothing personal kept', async () => {
    const open = await tidings.call('GET', '//health/live');
    expect(open.headers.get('x-content-type-options')).toBe('nosniff');
    expect(open.headers.get('strict-transport-security')).toBeNull();
    const me = await acme.owner.call('GET', '/users/me');
    expect(me.headers.get('cache-control')).toBe('no-store');
  });

  test('with a legal body of 4 MB is taken once somebody signs it', async () => {
    const data = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`key${n}`, 'x'.repeat(80)]));
    const { answer } = await acme.conversation('large', { conversation_data: data });
    expect(answer.status).toBe(201);
  });
});

describe('a service behind https', () => {
  test('tells browsers to stay with it', async () => {
    const tidings = await startTidings({ PUBLIC_URL: 'https://tidings.example' });
    const { headers } = await tidings.call('GET', '//health/live');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    await tidings.close();
  });
});

describe('metrics', () => {
  const status = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/metrics`, { headers })).status;
  const sesame = { authorization: 'Bearer sesame' };

  test('do not exist without a setting, for this machine neither', async () => {
    const tidings = await startTidings({ METRICS_TOKEN: '' });
    expect([await status(tidings.url), await status(tidings.url, sesame)]).toEqual([404, 404]);
    await tidings.close();
  });

  test('answer everyone with the token, and nobody without it', async () => {
    const { url, close } = await startTidings({ METRICS_TOKEN: 'sesame' });
    expect([await status(url), await status(url, { authorization: 'Bearer other' })]).toEqual([401, 401]);
    expect(await status(url, { ...sesame, 'x-forwarded-for': '192.0.2.1' })).toBe(200);
    await close();
  });

  test.each(['', 'sesame'])('have a port of their own, on this machine alone; with the token "%s"', async (token) => {
    const port = await freePort();
    const tidings = await startTidings({ METRICS_PORT: String(port), METRICS_TOKEN: token });
    const own = `http://127.0.0.1:${port}`;
    expect([await status(tidings.url), await status(tidings.url, sesame)]).toEqual([404, 404]);
    expect([await status(own), await status(own, sesame)]).toEqual([token ? 401 : 200, 200]);
    const read = await fetch(`${own}/metrics`, { headers: sesame });
    expect(read.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await read.text()).toContain('# HELP tidings_log_position ');
    expect((await fetch(`${own}/health/live`)).status).toBe(404);
    expect((await fetch(`${own}/metrics`, { method: 'POST', headers: sesame })).status).toBe(404);
    if (process.platform === 'linux') await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
    await tidings.close();
    await expect(fetch(`${own}/metrics`)).rejects.toThrow();
  });

  test('refuse the start where their port is taken or is none', async () => {
    const port = await freePort();
    const first = await startTidings({ METRICS_PORT: String(port) });
    await expect(startTidings({ METRICS_PORT: String(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
    await expect(startTidings({ METRICS_PORT: '0' })).rejects.toThrow(
      'METRICS_PORT must be an integer from 1 to 65535, not "0".',
    );
  });
});

test('the data folder is readable to its owner alone, also where it was there before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-private-'));
  mkdirSync(join(folder, 'blobs'), { mode: 0o755 });
  writeFileSync(join(folder, 'blobs', 'old'), 'x', { mode: 0o644 });
  chmodSync(folder, 0o755);
  const tidings = await startTidings({}, folder);
  await createTenant(tidings, 'acme');
  const modes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => [
    entry.name,
    statSync(join(entry.parentPath, entry.name)).mode & 0o077,
  ]);
  expect(modes.length).toBeGreaterThan(3);
  expect(modes.filter(([, others]) => others !== 0)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await tidings.close();
  rmSync(folder, { recursive: true });
});
