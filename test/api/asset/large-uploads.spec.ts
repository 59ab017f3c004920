import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TenantBudget } from '../../../src/fairness/tenant-budget.js';
import { LARGE_BODY_BYTES } from '../../../src/large-data/large-bodies.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

const MiB = 1_048_576;
const MAX = 3 * MiB;

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ LOG_LEVEL: 'error', CONVERSATION_DATA_MAX_CHARS: String(MAX) });
  acme = await createTenant(tidings, 'uploads');
});
afterAll(() => tidings.close());

const bodyOf = (id: string, characters: number) =>
  JSON.stringify({ id, conversation_type_id: 'support', conversation_data: { text: 'x'.repeat(characters) } });
const budget = () => tidings.app.get<TenantBudget>(LARGE_BODY_BYTES);
const inFlight = () => budget().inUse;
const spooled = () => readdirSync(join(tidings.dataDir, 'spool'));
const untilNothingIsLeft = () =>
  until(
    () => inFlight() + spooled().length,
    (left) => left === 0,
  );
const headers = (more: object = {}) => ({
  authorization: `Bearer ${acme.owner.token}`,
  'content-type': 'application/json',
  ...more,
});

/** Sends parts of a body without its length. */
function chunked(parts: readonly string[], more: object = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${tidings.url}/api/v1/conversations`,
      { method: 'POST', headers: headers(more) },
      (answer) => {
        let body = '';
        answer.on('data', (chunk) => {
          body += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
      },
    );
    sent.on('error', reject);
    for (const part of parts) sent.write(part);
    sent.end();
  });
}

const partsOf = (body: string) => [body.slice(0, 30), body.slice(30, MiB + 7), body.slice(MiB + 7)];
const dataOf = async (id: string) =>
  (await acme.owner.mustCall('GET', `/conversations/${id}?includes=CONVERSATION_DATA`)).body.conversation_data;

describe('large bodies', () => {
  test('may come in chunks, and small ones too', async () => {
    expect((await chunked(partsOf(bodyOf('chunks', 2 * MiB)))).status).toBe(201);
    expect((await dataOf('chunks')).text).toHaveLength(2 * MiB);
    expect((await chunked(['{"id":"small",', '"conversation_type_id":"support"}'])).status).toBe(201);
    await untilNothingIsLeft();
  });

  test('are repeated by their key, and another body under it is refused', async () => {
    const key = { 'idempotency-key': 'large' };
    const first = await chunked(partsOf(bodyOf('keyed', 2 * MiB)), key);
    expect(await chunked([bodyOf('keyed', 2 * MiB)], key)).toEqual(first);
    expect((await chunked(partsOf(bodyOf('keyed', 2 * MiB + 1)), key)).status).toBe(422);
  });

  test('beyond the bound are 413, with a length and without one; data beyond it are 400', async () => {
    const tooLarge = bodyOf('beyond', MAX + 65_536);
    const answer = await acme.owner.service.call('POST', '/conversations', { raw: tooLarge, headers: headers() });
    expect([answer.status, answer.body.code]).toEqual([413, 'errors.body.too_large']);
    const inChunks = await chunked(partsOf(tooLarge)).catch(({ code }) => ({ status: code }));
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(inChunks.status);
    const { status, body } = await acme.owner.service.call('POST', '/conversations', {
      raw: bodyOf('beyond', MAX),
      headers: headers(),
    });
    expect([status, body.errors[0].code, body.errors[0].details]).toEqual([400, 'errors.field.too_long', { max: MAX }]);
    const rest = JSON.stringify({ id: 'beyond', description: 'x'.repeat(2 * MiB), conversation_data: {} });
    expect((await acme.owner.service.call('POST', '/conversations', { raw: rest, headers: headers() })).status).toBe(
      413,
    );
    await untilNothingIsLeft();
  });

  test.each([
    ['data that are no JSON', (body: string) => body.replace('"text":', '"text"')],
    ['data that end early', (body: string) => body.slice(0, -20)],
    ['no JSON behind them', (body: string) => `${body}]`],
  ])('with %s are malformed', async (_, broken) => {
    const raw = broken(bodyOf('broken', 2 * MiB));
    const { status, body } = await acme.owner.service.call('POST', '/conversations', { raw, headers: headers() });
    expect([status, body.code]).toEqual([400, 'errors.body.malformed']);
    await untilNothingIsLeft();
  });

  test('that break off or lie about their length leave nothing', async () => {
    const { port } = new URL(tidings.url);
    const lines = Object.entries(headers({ 'content-length': 2 * MiB, host: 'localhost' })).map(
      ([k, v]) => `${k}: ${v}\r\n`,
    );
    for (const part of [0, 100, 1.5 * MiB]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      socket.write(
        `POST /api/v1/conversations HTTP/1.1\r\n${lines.join('')}\r\n${bodyOf('cut', 2 * MiB).slice(0, part)}`,
      );
      if (part > MiB)
        await until(
          () => spooled().length,
          (files) => files === 1,
        );
      socket.destroy();
    }
    await untilNothingIsLeft();
    expect((await acme.owner.call('GET', '/conversations/cut')).status).toBe(404);
  });

  test('wait their turn: above the share of the tenant they are 429', async () => {
    const others = budget().open(acme.tenantId);
    others.take(63 * MiB);
    const answer = await acme.owner.service.call('POST', '/conversations', {
      raw: bodyOf('later', 2 * MiB),
      headers: headers(),
    });
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      429,
      'errors.rate_limited',
      '2',
    ]);
    others.release();
    const rivals = Array.from({ length: 10 }, (_, n) => budget().open(`rival-${n}`));
    for (const rival of rivals) while (!rival.take(MiB));
    const full = await acme.owner.service.call('POST', '/conversations', {
      raw: bodyOf('later', 2 * MiB),
      headers: headers(),
    });
    expect([full.status, full.body.code, full.headers.get('retry-after')]).toEqual([
      503,
      'errors.store.unavailable',
      '2',
    ]);
    for (const rival of rivals) rival.release();
    expect((await chunked([bodyOf('later', 2 * MiB)])).status).toBe(201);
  });
});
