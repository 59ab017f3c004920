import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/catalogue/limits/limits.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { HOUR, MINUTE, plus } from '../../../src/kernel/instant.js';
import { BlobChecks } from '../../../src/modules/conversations/conversation/application/blob-checks.service.js';
import { BlobCheckWorker } from '../../../src/modules/conversations/conversation/application/blob-checks.worker.js';
import { BlobQuota } from '../../../src/modules/conversations/conversation/application/blob-quota.service.js';
import { CLOCK, type Clock } from '../../../src/ports/process/clock.js';
import { LOGGER, type Logger } from '../../../src/ports/process/logger.js';
import { BLOBS, type Blobs } from '../../../src/ports/stores/blobs.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../src/ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { isEmbeddedRun } from '../../support/engines.js';
import { readsDuring } from '../../support/given/reads-during.js';
import { setClock } from '../../support/processes/set-clock.js';

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'acme');
});
afterAll(() => tidings.close());

/** Above 128 KiB, and above 1 MiB, where a body is not read into memory. */
const SIZES = [200_000, 2_000_000];
const dataOf = (name: string, size: number) => ({ text: `${name} ${'x'.repeat(size)}` });
const write = (id: string, name: string, size: number) =>
  acme.owner.call('POST', '/conversations', {
    id,
    conversation_type_id: 'support',
    conversation_data: dataOf(name, size),
  });

function blobs({ tenantId } = acme): readonly string[] {
  const folder = join(tidings.dataDir, 'blobs', tenantId);
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    : [];
}

/** Runs the check as it runs `ms` from now, on files that were written so long ago. */
async function checkAfter(ms: number): Promise<void> {
  const { app } = tidings;
  const now = app.get<Clock>(CLOCK).now();
  const clock: Clock = { now: () => plus(now, ms), monotonic: () => performance.now() };
  const worker = new BlobCheckWorker(
    new BlobChecks(app.get<OperationalStore>(OPERATIONAL_STORE), clock),
    app.get<Blobs>(BLOBS),
    app.get<DocumentStore>(DOCUMENT_STORE),
    app.get(EventLog),
    app.get(CaughtUp),
    clock,
    app.get<Logger>(LOGGER),
    { isTrusted: true },
  );
  await worker.run(() => true);
}

test('a value of a rejected write is removed an hour later; values that events name stay', async () => {
  for (const size of SIZES) {
    expect((await write(`kept-${size}`, 'kept', size)).status).toBe(201);
    expect((await write(`kept-${size}`, 'rejected', size)).status).toBe(409);
  }
  expect(blobs()).toHaveLength(4);

  await checkAfter(HOUR / 2);
  expect(blobs(), 'its event may still follow').toHaveLength(4);
  await checkAfter(2 * HOUR);
  expect(blobs()).toHaveLength(2);
  for (const size of SIZES) {
    const { body } = await acme.owner.mustCall('GET', `/conversations/kept-${size}?includes=CONVERSATION_DATA`);
    expect(body.conversation_data).toEqual(dataOf('kept', size));
  }
});

test('a value that was written again lately stays, and is checked later', async () => {
  const before = blobs();
  expect((await write(`kept-${SIZES[0]}`, 'again', SIZES[0] ?? 0)).status).toBe(409);
  const [again] = blobs().filter((path) => !before.includes(path));
  const soon = new Date(Date.now() + 2 * HOUR);
  utimesSync(again as string, soon, soon);
  await checkAfter(2 * HOUR);
  expect(blobs()).toContain(again);
  await checkAfter(4 * HOUR);
  expect(blobs()).not.toContain(again);
});

describe('a tenant that fills its share of values that no event names', () => {
  const HALF = limits.unnamedData / 2;
  /** No such bytes are written: the quota counts what it is told. */
  const digest = (n: number) => `${n}`.repeat(64);
  const REFUSED = { code: 'errors.rate_limited' };
  let flood: Tenant;
  let quota: BlobQuota;
  let clock: ReturnType<typeof setClock>;
  beforeAll(async () => {
    const { app } = tidings;
    flood = await createTenant(tidings, 'flood');
    clock = setClock(new Date().toISOString());
    quota = new BlobQuota(
      app.get(BlobChecks, { strict: false }),
      app.get<DocumentStore>(DOCUMENT_STORE),
      app.get(EventLog),
      app.get(CaughtUp),
      clock,
    );
  });
  const create = ({ owner }: Tenant, id: string) =>
    owner.call('POST', '/conversations', {
      id,
      conversation_type_id: 'support',
      conversation_data: dataOf(id, SIZES[0] ?? 0),
    });

  test('is refused at once and after a restart, also by many writes together, and others are not', async () => {
    await quota.admit(flood.tenantId, digest(1), HALF);
    const together = await Promise.allSettled([2, 3, 4].map((n) => quota.admit(flood.tenantId, digest(n), HALF)));
    expect(together.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const { status, body, headers } = await create(flood, 'over');
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, REFUSED.code, '60']);
    expect((await create(acme, 'other')).status).toBe(201);
    const small = { id: 'small', conversation_type_id: 'support', conversation_data: { text: 'x' } };
    expect((await flood.owner.call('POST', '/conversations', small)).status).toBe(201);
  });
  test('may go on a minute after the values were removed', async () => {
    await checkAfter(2 * HOUR);
    await expect(quota.admit(flood.tenantId, digest(5), HALF)).rejects.toMatchObject(REFUSED);
    clock.advance(MINUTE);
    await quota.admit(flood.tenantId, digest(5), HALF);
  });
  test('has its share again for values that an event names by now', async () => {
    const grower = await createTenant(tidings, 'grower');
    expect((await create(grower, 'named')).status).toBe(201);
    const [named = ''] = blobs(grower).map((path) => basename(path));
    for (const each of [named, digest(1), digest(2)]) await quota.admit(grower.tenantId, each, HALF);
    await expect(quota.admit(grower.tenantId, digest(3), HALF)).rejects.toMatchObject(REFUSED);
  });
  test.skipIf(!isEmbeddedRun())('is counted beside the work of others: each read waits for its turn', async () => {
    const checks = tidings.app.get(BlobChecks, { strict: false });
    const ids = Array.from({ length: 400 }, (_, n) => `${n}`.padStart(64, '0'));
    await Promise.all(ids.map((id) => checks.plan('many', id, 1)));
    expect(await readsDuring(tidings, 'many', () => quota.admit('many', digest(1), HALF))).toBeGreaterThan(400);
  });
});
