import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryAssets } from '../../../../src/adapters/file-assets/memory-assets.js';
import { SqliteOperationalStore } from '../../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../../src/adapters/system/clock.js';
import { systemIds } from '../../../../src/adapters/system/ids.js';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import { MINUTE, plus } from '../../../../src/kernel/instant.js';
import type { Body } from '../../../../src/modules/conversations/asset/application/received-bytes.js';
import { UploadRecords } from '../../../../src/modules/conversations/asset/application/upload-records.js';
import { Uploads } from '../../../../src/modules/conversations/asset/application/uploads.service.js';
import { TENANT } from '../../../support/given/given.js';

let store: MemoryAssets;
let records: UploadRecords;
let uploads: Uploads;
beforeEach(() => {
  store = new MemoryAssets();
  records = new UploadRecords(new SqliteOperationalStore(':memory:'), systemClock, systemIds);
  uploads = new Uploads(records, store, systemClock);
});

const OTHER = '22222222-2222-7222-8222-222222222222';
const headers = { type: 'audio/wav', length: '4' };

const ticket = (tenantId = TENANT) => ({
  tenantId,
  conversationId: 'c',
  messageId: randomUUID(),
  kind: 'AUDIO' as const,
  expires: plus(systemClock.now(), 15 * MINUTE),
});

/** A body whose bytes come when the test says so. */
function held(bytes = Buffer.from('wave')) {
  const gate = Promise.withResolvers<void>();
  async function* source() {
    await gate.promise;
    yield bytes;
  }
  const body: Body = Object.assign(source(), { destroy: (error?: Error) => gate.reject(error) });
  return { body, end: () => gate.resolve(), breakOff: () => gate.reject(new Error('broken off')) };
}

const begin = (of = ticket(), body = held()) => {
  const begun = Promise.withResolvers<void>();
  const outcome = uploads.receive(of, headers, body.body, () => begun.resolve());
  outcome.catch(begun.reject);
  return { ...body, of, outcome, begun: begun.promise };
};

const stateOf = async ({ tenantId, conversationId, messageId }: ReturnType<typeof ticket>) =>
  (await records.get({ tenantId, kind: 'asset-upload', id: `${conversationId}.${messageId}` }))?.value.state;

describe('uploads of one tenant', () => {
  test('are bounded in number, those of another one have room, and an end makes room', async () => {
    const open = Array.from({ length: limits.uploadsAtOncePerTenant }, () => begin());
    await Promise.all(open.map(({ begun }) => begun));
    await expect(begin().begun).rejects.toThrow('errors.rate_limited');
    await begin(ticket(OTHER)).begun;
    open[0]?.end();
    await open[0]?.outcome;
    await begin().begun;
    open[1]?.breakOff();
    await expect(open[1]?.outcome).rejects.toThrow('broken off');
    await begin().begun;
    await expect(begin().begun).rejects.toThrow('errors.rate_limited');
  });
});

describe('uploads of many tenants that send nothing', () => {
  test.each([
    ['12 tenants with 11 of 100 MiB', 12, 11, 100 * 1_048_576],
    ['40 tenants with 32', 40, 32, 4],
  ])('of %s each block nobody', async (_, tenants, each, size) => {
    const silent = (tenantId: string) => {
      const begun = Promise.withResolvers<'begun' | Error>();
      const of = { ...ticket(tenantId), kind: 'VIDEO' as const };
      const announced = { type: 'video/mp4', length: String(size) };
      uploads.receive(of, announced, held().body, () => begun.resolve('begun')).catch(begun.resolve);
      return begun.promise;
    };
    for (let tenant = 0; tenant < tenants; tenant++)
      await Promise.all(Array.from({ length: each }, () => silent(`silent-${tenant}`)));
    const others = await Promise.all(Array.from({ length: each }, () => silent(OTHER)));
    expect(new Set(others)).toEqual(new Set(['begun']));
  });

  test('count from their first byte: places that are full of bytes refuse a further one', async () => {
    const open = Array.from({ length: 8 }, (_, tenant) =>
      Array.from({ length: limits.uploadsAtOncePerTenant }, () => trickling(`busy-${tenant}`)),
    ).flat();
    const begun = await Promise.all(open.map((each) => each.counted));
    expect(begun.filter(Boolean).length).toBeLessThanOrEqual(limits.uploadsAtOnce);
    await expect(trickling('busy-0').outcome).rejects.toThrow('errors.rate_limited');
    expect(await trickling(OTHER).counted).toBe(true);
  });
});

/** An upload whose first byte came and whose last one does not. `counted`: it has a place. */
function trickling(tenantId: string) {
  const counted = Promise.withResolvers<boolean>();
  async function* source() {
    yield Buffer.from('w');
    counted.resolve(true);
    await new Promise(() => {});
  }
  const body: Body = Object.assign(source(), { destroy: () => undefined });
  const outcome = uploads.receive(ticket(tenantId), headers, body, () => undefined);
  outcome.catch(() => counted.resolve(false));
  return { outcome, counted: counted.promise };
}

describe('an upload', () => {
  test('is received once its bytes are kept', async () => {
    const { of, begun, end, outcome } = begin();
    await begun;
    expect([await stateOf(of), await store.names(of)]).toEqual(['receiving', []]);
    end();
    await outcome;
    expect(await stateOf(of)).toBe('received');
    expect(await store.names(of)).toEqual([expect.stringMatching(/^upload-[0-9a-f-]{36}$/)]);
  });
  test('that breaks off leaves its URL as it was', async () => {
    const { of, begun, breakOff, outcome } = begin();
    await begun;
    breakOff();
    await expect(outcome).rejects.toThrow('broken off');
    expect([await stateOf(of), await store.names(of)]).toEqual(['awaiting', []]);
  });
  test('whose message is deleted meanwhile leaves nothing', async () => {
    const { of, begun, end, outcome } = begin();
    await begun;
    await records.deleted(of);
    end();
    await expect(outcome).rejects.toThrow('errors.asset.not_found');
    expect([await stateOf(of), await store.names(of)]).toEqual(['deleted', []]);
  });
  test('that was expected later than it came is not expected again', async () => {
    const { of, begun } = begin();
    await begun;
    await records.expect(of, 'AUDIO', of.expires);
    expect(await stateOf(of)).toBe('receiving');
  });
  test.each([
    [{ type: 'audio/wav', length: undefined }, 'errors.validation.failed'],
    [{ type: 'audio/wav', length: '0' }, 'errors.validation.failed'],
    [{ type: 'audio/flac', length: '4' }, 'errors.content_type.unsupported'],
    [{ type: 'constructor', length: '4' }, 'errors.content_type.unsupported'],
  ])('with the headers %j is %s', async (wrong, code) => {
    const of = ticket();
    await expect(uploads.receive(of, wrong, held().body, () => undefined)).rejects.toThrow(code);
    expect(await stateOf(of)).toBeUndefined();
  });
  test('that is too large is refused and remembered', async () => {
    const of = ticket();
    const wrong = { type: 'audio/wav', length: String(25 * 1_048_576 + 1) };
    await expect(uploads.receive(of, wrong, held().body, () => undefined)).rejects.toThrow('errors.asset.too_large');
    expect(await stateOf(of)).toBe('awaiting');
  });
});
