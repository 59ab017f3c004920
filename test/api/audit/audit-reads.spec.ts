import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { provide } from '../../../src/engine/provide.js';
import { AUDIT_READ_MS } from '../../../src/modules/audit/read/domain/audit-read.events.js';
import { createTenant, type Tenant, UNLIMITED_TENANTS } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { until } from '../../support/until.js';

/** The product waits a minute. */
const EVERY_MS = 3_000;

interface Read {
  readonly actor: { readonly kind: string; readonly id: string };
  readonly request_id?: string;
  readonly data: { readonly call: string; readonly count: number; readonly filters?: Record<string, unknown> };
}

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings(UNLIMITED_TENANTS, undefined, undefined, [provide(AUDIT_READ_MS, [], () => EVERY_MS)]);
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => closeAudited(tidings));

const readsOf = async ({ owner }: Tenant, call: (filters: Record<string, unknown>) => boolean): Promise<Read[]> => {
  const { body } = await owner.mustCall('GET', '/audit/events?type=AuditRead&order=ASC&limit=1000');
  return body.events.filter(({ data }: Read) => data.filters && call(data.filters));
};
const countIn = (reads: readonly Read[]) => reads.reduce((sum, { data }) => sum + data.count, 0);

describe('a read of the audit', () => {
  test('is an event at once, and later ones with the same filters are summed up', async () => {
    const read = () => acme.owner.mustCall('GET', '/audit/events?subject_id=x', undefined, { 'x-request-id': 'r-1' });
    const own = (filters: Record<string, unknown>) => filters.subject_id === 'x';
    await read();
    const [first, ...rest] = await readsOf(acme, own);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      subject: { kind: 'AUDIT', id: acme.owner.id },
      actor: { kind: 'USER', id: acme.owner.id },
      request_id: 'r-1',
      data: { call: 'events', filters: { subject_id: 'x' }, count: 1 },
    });
    for (let n = 0; n < 5; n++) await read();
    expect(await readsOf(acme, own)).toHaveLength(1);
    const all = await until(
      () => readsOf(acme, own),
      (found) => countIn(found) === 6,
    );
    expect(all).toHaveLength(2);
    expect(all[1]?.data).toMatchObject({ count: 5 });
  });
  test('is that of its reader', async () => {
    const key = await acme.apiKey();
    await key.mustCall('GET', '/audit/events?subject_id=y');
    await acme.owner.mustCall('GET', '/audit/events?subject_id=y');
    const found = await readsOf(acme, ({ subject_id }) => subject_id === 'y');
    expect(found.map(({ actor }) => actor.kind)).toEqual(['API_KEY', 'USER']);
  });
  test('is an event too where one event is read, and where events stream', async () => {
    const { body } = await acme.owner.mustCall('GET', '/audit/events?limit=1');
    const [{ id }] = body.events;
    await acme.owner.mustCall('GET', `/audit/events/${id}`);
    await acme.owner.mustCall('GET', '/audit/events?subject_id=z', undefined, { accept: 'text/csv' });
    expect(await readsOf(acme, (filters) => filters.id === id)).toHaveLength(1);
    expect(await readsOf(acme, (filters) => filters.subject_id === 'z')).toHaveLength(1);
  });
  test('keeps the id of a request as a digest', async () => {
    await acme.owner.mustCall('GET', '/audit/events?request_id=ben.example');
    const [read] = await readsOf(acme, ({ request_id }) => request_id !== undefined);
    expect(read?.data.filters?.request_id).toMatch(/^[\w-]{43}$/);
  });
  test('is no event of webhooks', async () => {
    const { body } = await acme.owner.mustCall('GET', '/events?limit=1000');
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual([]);
  });
  test('that is counted is written when the service ends', async () => {
    for (let n = 0; n < 3; n++) await acme.owner.mustCall('GET', '/audit/events?subject_id=end');
    tidings = await tidings.again();
    const again: Tenant = { ...acme, owner: { ...acme.owner, ...acme.owner.at(tidings) } };
    expect(countIn(await readsOf(again, ({ subject_id }) => subject_id === 'end'))).toBe(3);
  });
});
