import { get as request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { createTenant, type Tenant, UNLIMITED_TENANTS } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { until } from '../../support/until.js';

const NDJSON = { accept: 'application/x-ndjson' };
const CSV = { accept: 'text/csv' };

let tidings: Tidings;
let acme: Tenant;
let other: Tenant;

beforeAll(async () => {
  tidings = await startTidings(UNLIMITED_TENANTS);
  acme = await createTenant(tidings, 'acme');
  other = await createTenant(tidings, 'other');
  await acme.conversationWithClient('case', { description: 'quoted "text", and\nlines' });
  for (const label of ['=1+1', '+1', '-1', '@a', 'plain']) {
    await acme.owner.mustCall('PUT', '/conversations/case/labels', { labels: [label] });
  }
});
afterAll(() => closeAudited(tidings));

/** More than the buffers of a connection hold. */
const EVENTS = 300;
const BYTES = 100_000;

const lines = (text: string) => text.trimEnd().split('\n');
const CASE = '/audit/events?conversation_id=case';

/** RFC 4180, one record after the other. */
function records(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match && match[0] !== ''; match = cell.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

describe('NDJSON', () => {
  test('has the events of the list, one a line', async () => {
    const { body } = await acme.owner.mustCall('GET', `${CASE}&limit=1000`);
    const { text, headers } = await acme.owner.mustCall('GET', CASE, undefined, NDJSON);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(lines(text).map((line) => JSON.parse(line))).toEqual(body.events);
  });
  test('has as many events as are asked for, from a cursor on', async () => {
    const first = await acme.owner.mustCall('GET', `${CASE}&limit=2`);
    const path = `${CASE}&limit=3&cursor=${first.body.next_cursor}`;
    const page = await acme.owner.mustCall('GET', path);
    const { text } = await acme.owner.mustCall('GET', path, undefined, NDJSON);
    expect(lines(text).map((line) => JSON.parse(line))).toEqual(page.body.events);
    expect(page.body.events).toHaveLength(3);
  });
  test('is empty where no event matches', async () => {
    const { text, status } = await acme.owner.mustCall('GET', '/audit/events?subject_id=nobody', undefined, NDJSON);
    expect([status, text]).toEqual([200, '']);
  });
});

describe('CSV', () => {
  test('has a record for each event below the names of its columns', async () => {
    const { body } = await acme.owner.mustCall('GET', `${CASE}&limit=1000`);
    const { text, headers } = await acme.owner.mustCall('GET', CASE, undefined, CSV);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = records(text);
    expect(head?.join()).toBe(
      'id,type,position,at,subject_kind,subject_id,conversation_id,actor_kind,actor_id,actor_name,request_id,caused_by,data',
    );
    expect(rows.map(([id]) => id)).toEqual(body.events.map(({ id }: { id: string }) => id));
    for (const [i, row] of rows.entries()) {
      const { type, subject, actor, data } = body.events[i];
      expect([row[1], row[4], row[5], row[7], row[8]]).toEqual([type, subject.kind, subject.id, actor.kind, actor.id]);
      expect(JSON.parse(row[12] ?? '')).toEqual(data);
    }
    expect(JSON.stringify(rows)).toContain('quoted');
  });
  test('has no cell that a spreadsheet takes for a formula', async () => {
    await acme.owner.mustCall('PATCH', `/users/${acme.owner.id}`, { firstname: '=1+1', lastname: 'x' });
    const { text } = await acme.owner.mustCall('GET', CASE, undefined, CSV);
    const cells = records(text).flat();
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1 x");
  });
});

describe('the format', () => {
  test.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/*', 'text/csv; charset=utf-8'],
    ['application/json;q=0.1, text/csv', 'text/csv; charset=utf-8'],
    ['application/x-ndjson, application/json', 'application/json; charset=utf-8'],
  ])('for %s is %s', async (accept, type) => {
    const { headers } = await acme.owner.mustCall('GET', `${CASE}&limit=1`, undefined, { accept });
    expect(headers.get('content-type')).toBe(type);
  });
  test.each(['text/html', 'text/csv;q=0', 'image/*'])('%s is refused', async (accept) => {
    const { status, body } = await acme.owner.call('GET', CASE, undefined, { accept });
    expect([status, body.code]).toEqual([406, 'errors.not_acceptable']);
  });
  test('is said to HEAD without a body', async () => {
    const { status, headers, text } = await acme.owner.call('HEAD', CASE, undefined, CSV);
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/csv; charset=utf-8', '']);
  });
  test('of another call is JSON alone', async () => {
    expect((await acme.owner.call('GET', '/users', undefined, CSV)).status).toBe(406);
  });
});

describe('a receiver that takes little', () => {
  const open = (caller = acme.owner) =>
    new Promise<{ status: number; bytes: () => number; resume(): void; leave(): void; ended: Promise<void> }>(
      (resolve, reject) => {
        const sent = request(
          `${tidings.url}/api/v1/audit/events?conversation_id=long`,
          { headers: { ...caller.headers, ...NDJSON }, agent: false },
          (response) => {
            let bytes = 0;
            response.pause();
            const ended = Promise.withResolvers<void>();
            response.on('end', () => ended.resolve());
            response.on('close', () => ended.resolve());
            resolve({
              status: response.statusCode ?? 0,
              bytes: () => bytes,
              resume: () => void response.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume(),
              leave: () => void sent.destroy(),
              ended: ended.promise,
            });
          },
        );
        sent.on('error', reject);
      },
    );

  beforeAll(async () => {
    await acme.conversationWithClient('long');
    for (let n = 0; n < EVENTS; n++) {
      const conversation_data = { n, text: 'x'.repeat(BYTES) };
      await acme.owner.mustCall('PATCH', '/conversations/long', { conversation_data });
    }
  }, 120_000);

  test('holds up no more than its own stream, gets all of it, and has a bounded share', async () => {
    const streams = await Promise.all(Array.from({ length: limits.auditStreamsAtOncePerTenant }, () => open()));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await acme.owner.call('GET', CASE, undefined, CSV);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await other.owner.call('GET', '/audit/events', undefined, CSV)).status).toBe(200);
    expect((await acme.owner.call('GET', CASE)).status).toBe(200);
    const [first, ...others] = streams;
    first?.resume();
    await first?.ended;
    expect(first?.bytes()).toBeGreaterThan(EVENTS * BYTES);
    for (const each of others) each.leave();
    await until(
      async () => (await acme.owner.call('GET', CASE, undefined, CSV)).status,
      (status) => status === 200,
    );
  });
});
