import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FileLogSigner } from '../../../src/adapters/file-keys/file-log-signer.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { TreeFollower, type TreeHead } from '../../../src/engine/evidence/tree-follower.js';
import { TreeStore } from '../../../src/engine/evidence/tree-store.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { streamName } from '../../../src/kernel/stream.js';
import { checkpointText } from '../../../src/lib/notes/tree-checkpoint.js';
import { checkpointSize } from '../../../src/modules/tenants/checkpoint/application/checkpoint-writer.service.js';
import { checkpointStream } from '../../../src/modules/tenants/checkpoint/application/checkpoints.service.js';
import { originOf } from '../../../src/ports/identity/log-signer.js';
import { until } from '../../support/until.js';

export const [ACME, OTHER] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
export const streamOf = (id: string, tenantId = ACME) => streamName('thing', tenantId, id);

const bodyOf = (data: unknown) =>
  JSON.stringify({ v: 1, at: '2030-01-01T00:00:00.000Z', by: 'x', cmd: 'c', cor: 'c', data });

/** A folder with a log, its keys and its trees. */
export class SealedFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'tidings-verify-'));
  readonly signer = new FileLogSigner({
    dataDir: this.path,
    masterKey: undefined,
    name: undefined,
    defaultName: 'log.example',
    clock: systemClock,
  });
  readonly store = new SqliteEventStore(join(this.path, 'log.db'));
  private readonly operations = new SqliteOperationalStore(join(this.path, 'operational.db'));
  /** The notes of ACME. */
  readonly notes: string[] = [];

  async append(stream: string, events: number): Promise<void> {
    const version = (await this.store.read(stream, { limit: 1, backwards: true }))[0]?.version ?? 0;
    const made = Array.from({ length: events }, (_, n) => ({
      id: systemIds.next(),
      type: 'Done',
      body: bodyOf({ text: `text ${version + n + 1}` }),
    }));
    await this.store.append(stream, version, made);
  }

  /** Seals all tenants with new events, and keeps the leaves of the checkpoints, too. */
  async seal(): Promise<void> {
    const before = this.notes.length;
    const log = new EventLog(this.store, codecFor({ types: {}, upcasters: {} }));
    const follower = new TreeFollower(
      { log, store: this.store, operations: this.operations, failed: (_, error) => console.error(error) },
      { everyMs: 30, sealedBy: checkpointSize, isSealed: async () => true, seal: (...head) => this.sealOne(...head) },
    );
    follower.start();
    await until(() => this.notes.length > before);
    const events = (await this.store.readAll(0, 10_000)).filter(({ stream }) => stream.includes(ACME)).length;
    await until(async () => (await new TreeStore(this.operations).read(ACME)).size >= events);
    follower.close();
  }

  private async sealOne(tenantId: string, head: TreeHead): Promise<void> {
    const note = this.signer.sign(checkpointText({ origin: originOf(this.signer.name, tenantId), ...head }));
    const stream = checkpointStream(tenantId);
    const version = (await this.store.read(stream, { limit: 1, backwards: true }))[0]?.version ?? 0;
    await this.store.append(stream, version, [
      { id: systemIds.next(), type: 'CheckpointSigned', body: bodyOf({ note }) },
    ]);
    if (tenantId === ACME) this.notes.push(note);
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.operations.close();
  }

  /** A copy whose log was changed by hand. */
  tampered(...statements: readonly string[]): string {
    const copy = mkdtempSync(join(tmpdir(), 'tidings-tampered-'));
    cpSync(this.path, copy, { recursive: true });
    const db = new DatabaseSync(join(copy, 'log.db'));
    for (const each of statements) db.exec(each);
    db.close();
    return copy;
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}

/** Moves everything from a position on, and the later versions of its stream, by some places. */
export const shifted = (from: number, by: number): readonly string[] => [
  `create temp table moved as select position, version from events
     where position >= ${from} and stream = (select stream from events where position = ${from})`,
  `update events set version = -version - ${by} where position in (select position from moved)`,
  `update events set version = -version where version < 0`,
  `update events set position = -position - ${by} where position >= ${from}`,
  `update events set position = -position where position < 0`,
];
