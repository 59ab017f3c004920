import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { audit } from '../../../src/cli/audit/auditor.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { storedAs } from '../../../src/engine/read-models/building/stored-version.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { erasedDocuments } from '../../../src/engine/read-models/erased-documents.js';
import { Parking } from '../../../src/engine/read-models/parking.js';
import { Projector } from '../../../src/engine/read-models/projector.js';
import type { Event } from '../../../src/kernel/event.js';
import type { AnyProjection } from '../../../src/kernel/projection.js';
import { streamName } from '../../../src/kernel/stream.js';
import { filesWith } from '../../support/canary.js';
import { newEventMeta, TENANT } from '../../support/given/given.js';
import { until } from '../../support/until.js';
import { counters } from '../commands/counter.js';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const streamOf = (id: string) => streamName('counter', TENANT, id);
const erased = (version = 1): AnyProjection => ({ ...counters(version), erasedWith: 'conversation' });
const kept: AnyProjection = { ...counters(), name: 'kept' };

/** A log and the stores of a service, which starts and stops with one version of its read models or another. */
function house(readModels = ':memory:') {
  const codec = codecFor({
    types: { Counted: 1, ErasureAdvanced: 1, TenantErasureAdvanced: 1, TenantErased: 1 },
    upcasters: {},
  });
  const log = new EventLog(new SqliteEventStore(':memory:'), codec);
  const [documents, operations] = [new SqliteDocumentStore(readModels), new SqliteOperationalStore(':memory:')];
  const versions = new Map<string, number>();
  let ids = 0;
  const append = async (stream: string, event: Event) => {
    const version = versions.get(stream) ?? 0;
    versions.set(stream, version + 1);
    const [stored] = await log.append(stream, version, [{ ...event, meta: newEventMeta(`event-${++ids}`) }]);
    return stored?.meta.position ?? 0;
  };
  return {
    log,
    documents,
    count: async (id: string, times: number) => {
      for (let n = 1; n <= times; n++) await append(streamOf(id), { type: 'Counted', data: { to: n } });
    },
    erase: (id: string, from: number, to: number) => {
      const ranges = [{ stream: streamOf(id), from, to }];
      return append(streamName('erasure', TENANT, id), { type: 'ErasureAdvanced', data: { ranges } });
    },
    eraseTenant: (type: 'TenantErasureAdvanced' | 'TenantErased') =>
      append(streamName('tenantErasure', TENANT, TENANT), { type, data: {} }),
    keysOf: async (projection: AnyProjection) => (await documents.reader(projection, TENANT).find({ limit: 10 })).keys,
    /** As a process leaves a document that it cannot fold from a version of its stream on. */
    async park(projection: AnyProjection, id: string, version: number) {
      const [event] = await log.read(streamOf(id), { from: version, limit: 1 });
      const before = { id, count: 1, folded: 1 };
      const parking = new Parking(operations, systemClock, quiet);
      if (event) await parking.park({ projection, key: id, before, event, cause: new Error('a bug') });
    },
    async start(...projections: readonly AnyProjection[]) {
      const caughtUp = new CaughtUp();
      const parking = new Parking(operations, systemClock, quiet);
      const failed = (name: string, error: unknown) => {
        throw new Error(`${name} failed`, { cause: error });
      };
      const projector = new Projector(log, documents, projections, parking, caughtUp, failed);
      await projector.start();
      await caughtUp.reached(await log.head(), 5_000);
      return { projector, parking };
    },
  };
}

describe('an erasure', () => {
  test('removes the documents that its events made, in read models that are erased', async () => {
    const { log, documents, count, erase, keysOf, start } = house();
    await count('gone', 3);
    await count('stays', 3);
    await erase('gone', 1, 3);
    await start(erased(), kept);
    expect(await keysOf(erased())).toEqual(['stays']);
    expect(await keysOf(kept)).toEqual(['gone', 'stays']);
    expect((await audit(log, documents, [erased(), kept])).report.differences).toEqual([]);
  });
  test('removes them from each of two copies of a read model', async () => {
    const { log, count, erase } = house();
    await count('gone', 3);
    await erase('gone', 1, 3);
    const [event] = await log.readAll(3, 1);
    const copies = [storedAs(erased(), 1), storedAs(erased(), 1_000_001)];
    const found = await erasedDocuments(log, event as never, copies);
    expect(found.map(({ projection: { version }, key }) => [version, key])).toEqual([
      [1, 'gone'],
      [1_000_001, 'gone'],
    ]);
  });
  test('removes them from what is built anew later', async () => {
    const { count, erase, keysOf, start } = house();
    await count('gone', 3);
    await erase('gone', 1, 3);
    await count('stays', 3);
    (await start(erased())).projector.close();
    await start(erased(2));
    expect(await keysOf(erased(2))).toEqual(['stays']);
  });
  test('removes a document whose fold failed, and what is parked of it', async () => {
    const { count, erase, keysOf, start } = house();
    const good = erased();
    const evolve: AnyProjection['evolve'] = (doc, event) => {
      if (event.meta.stream === streamOf('gone') && event.meta.version === 2) throw new Error('a bug');
      return good.evolve(doc, event);
    };
    await count('gone', 3);
    await count('stays', 3);
    const first = await start({ ...good, evolve });
    expect(first.parking.size).toBe(1);
    first.projector.close();
    await erase('gone', 1, 3);
    const second = await start({ ...good, evolve });
    await until(() => second.parking.size === 0);
    expect(await keysOf(good)).toEqual(['stays']);
    second.projector.close();
    expect([(await start({ ...good, evolve })).parking.size, await keysOf(good)]).toEqual([0, ['stays']]);
  });
  test('ends what is parked when the process was killed between the two', async () => {
    const { count, erase, keysOf, start, park } = house();
    const good = erased();
    await count('gone', 3);
    await erase('gone', 1, 3);
    (await start(good)).projector.close();
    await park(good, 'gone', 2);
    const evolve: AnyProjection['evolve'] = () => {
      throw new Error('a bug');
    };
    const again = await start({ ...good, evolve });
    expect([again.parking.size, await keysOf(good)]).toEqual([0, []]);
  });
});

describe('the erasure of a tenant', () => {
  test('removes its documents in steps from all read models, and the rest at its end', async () => {
    const { log, documents, count, eraseTenant, keysOf, start } = house();
    for (let n = 0; n < 1_500; n++) await count(`c${n}`, 1);
    await eraseTenant('TenantErasureAdvanced');
    const { projector } = await start(erased(), kept);
    expect(await documents.reader(erased(), TENANT).find({ limit: 2_000 })).toMatchObject({ hasMore: false });
    expect((await documents.reader(erased(), TENANT).find({ limit: 2_000 })).keys).toHaveLength(1_100);
    expect((await documents.reader(kept, TENANT).find({ limit: 2_000 })).keys).toHaveLength(1_500);
    expect((await audit(log, documents, [erased(), kept])).report.differences).toEqual([]);
    projector.close();
    await eraseTenant('TenantErased');
    await start(erased(), kept);
    expect([await keysOf(erased()), await keysOf(kept)]).toEqual([[], []]);
    expect((await audit(log, documents, [erased(), kept])).report.differences).toEqual([]);
  });
  test('leaves nothing of it in the files of read models that were put back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidings-erased-tenant-'));
    const { documents, count, eraseTenant, start } = house(join(folder, 'read.db'));
    onTestFinished(async () => {
      await documents.close();
      rmSync(folder, { recursive: true });
    });
    await count('qwzxcanary', 1);
    (await start(erased())).projector.close();
    expect(filesWith(folder, 'qwzxcanary')).not.toEqual([]);
    await eraseTenant('TenantErased');
    await start(erased());
    await until(() => filesWith(folder, 'qwzxcanary').length === 0);
  });
  test('removes them from what is built anew later, also those of events right before it', async () => {
    const { log, documents, count, eraseTenant, keysOf, start } = house();
    for (let n = 0; n < 5; n++) await count(`c${n}`, 2);
    await eraseTenant('TenantErased');
    await count('late', 1);
    await start(erased(), kept);
    expect([await keysOf(erased()), await keysOf(kept)]).toEqual([['late'], ['late']]);
    expect((await audit(log, documents, [erased(), kept])).report.differences).toEqual([]);
  });
});
