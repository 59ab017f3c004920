import { join } from 'node:path';
import { FileLogSigner } from '../../src/adapters/file-keys/file-log-signer.js';
import { readVerifierKey } from '../../src/adapters/file-keys/notes/verifier-key.js';
import { SqliteEventStore } from '../../src/adapters/sqlite/events/event-store.js';
import { SqliteLogReader } from '../../src/adapters/sqlite/events/log-reader.js';
import { SqliteOperationalStore } from '../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../src/adapters/system/clock.js';
import { systemIds } from '../../src/adapters/system/ids.js';
import { LogVerifier } from '../../src/cli/log/verify/log-verifier.js';
import { TreeFollower } from '../../src/engine/evidence/tree-follower.js';
import { codecFor } from '../../src/engine/log/codec.js';
import { EventLog } from '../../src/engine/log/event-log.js';
import { streamName } from '../../src/kernel/stream.js';
import { checkpointText } from '../../src/lib/notes/tree-checkpoint.js';
import { checkpointSize } from '../../src/modules/tenants/checkpoint/application/checkpoint-writer.service.js';
import { checkpointStream } from '../../src/modules/tenants/checkpoint/application/checkpoints.service.js';
import { originOf } from '../../src/ports/identity/log-signer.js';
import type { Benchmark } from '../benchmark.js';
import { folder } from '../folders.js';
import { perSecond, times } from '../table.js';

const TENANT = '018f0000-0000-7000-8000-000000000001';
const BATCH = 500;
const ROUND_MS = 1_000;
const PAGE = 1_000;
const MICROSECONDS = 1_000_000;

const bodyOf = (data: object) =>
  JSON.stringify({ v: 1, at: '2030-01-01T00:00:00.000Z', by: 'x', cmd: 'c', cor: 'c', data });
const BODY = bodyOf({ text: 'x'.repeat(500) });

async function filled(store: SqliteEventStore, events: number): Promise<void> {
  for (let n = 0; n < events / BATCH; n++) {
    const made = Array.from({ length: BATCH }, () => ({ id: systemIds.next(), type: 'Done', body: BODY }));
    await store.append(streamName('thing', TENANT, String(n)), 0, made);
  }
}

/** Builds the tree of all events and seals it. Returns the seconds of CPU. */
async function sealed(
  store: SqliteEventStore,
  operations: SqliteOperationalStore,
  signer: FileLogSigner,
  events: number,
) {
  const log = new EventLog(store, codecFor({ types: { Done: 1 }, upcasters: {} }));
  const whole = Promise.withResolvers<void>();
  let version = 0;
  const follower = new TreeFollower(
    { log, store, operations, failed: (_, error) => whole.reject(error) },
    {
      everyMs: ROUND_MS,
      sealedBy: checkpointSize,
      isSealed: async () => false,
      async seal(tenantId, head) {
        const note = signer.sign(checkpointText({ origin: originOf(signer.name, tenantId), ...head }));
        const made = { id: systemIds.next(), type: 'CheckpointSigned', body: bodyOf({ note }) };
        await store.append(checkpointStream(tenantId), version++, [made]);
        if (head.size >= events) whole.resolve();
      },
    },
  );
  const before = process.cpuUsage();
  follower.start();
  await whole.promise;
  follower.close();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / MICROSECONDS;
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

/** Verification of a log against a mere read of it, and the CPU time with which its tree is built. */
export const verify: Benchmark = async ({ full }) => {
  const events = full ? 1_000_000 : 100_000;
  const path = folder('verify');
  const store = new SqliteEventStore(join(path, 'log.db'));
  const operations = new SqliteOperationalStore(join(path, 'operational.db'));
  const signer = new FileLogSigner({
    dataDir: path,
    masterKey: undefined,
    name: undefined,
    defaultName: 'bench',
    clock: systemClock,
  });
  await filled(store, events);
  const building = await sealed(store, operations, signer, events);
  await store.close();
  const log = new SqliteLogReader(join(path, 'log.db'));
  const reading = await seconds(async () => {
    for (let page = await log.readAll(0, PAGE); page.length > 0; )
      page = await log.readAll(page.at(-1)?.position ?? 0, PAGE);
  });
  const keys = signer.keys.flatMap((line) => readVerifierKey(line) ?? []);
  const verifying = await seconds(async () => {
    const { differences } = await new LogVerifier({ log, keys, operations, isDense: true }).run();
    if (differences > 0) throw new Error('The log differs.');
  });
  await log.close();
  await operations.close();
  const what = `verification of ${events.toLocaleString('en')} events: events a second`;
  return [
    {
      benchmark: 'verify',
      what,
      baseline: perSecond(events / reading),
      product: perSecond(events / verifying),
      ratio: times(verifying / reading),
      bound: '',
    },
    {
      benchmark: 'verify',
      what: 'building the tree: CPU an event',
      baseline: '',
      product: `${((building / events) * MICROSECONDS).toFixed(1)} µs`,
      ratio: '',
      bound: '',
    },
  ];
};
