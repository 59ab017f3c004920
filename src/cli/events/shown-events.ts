import { join } from 'node:path';
import { type AuditEntry, auditEntry } from '../../../projections/audit-event/projection.js';
import { FileBlobs } from '../../adapters/file-blobs/file-blobs.js';
import { systemClock } from '../../adapters/system/clock.js';
import type { Config } from '../../config/config.js';
import type { ReadFailure } from '../../engine/log/event-log.js';
import { parseStreamName } from '../../kernel/stream.js';
import { ActorNames } from '../../modules/audit/event/application/actor-names.js';
import { type AuditEvent, toAuditEventDto } from '../../modules/audit/event/application/audit-event.wire.js';
import { blobOf } from '../../modules/audit/event/application/shown-data.js';
import type { Blobs } from '../../ports/stores/blobs.js';
import type { DocumentStore } from '../../ports/stores/document-store.js';
import type { Stored } from '../../ports/stores/event-store.js';
import type { ReadableDocuments } from '../../ports/stores/readable-documents.js';
import type { openedLog } from '../shared/opened-log.js';
import { documentsOf } from '../shared/read-models.js';

type Opened = Awaited<ReturnType<typeof openedLog>>;

/** Characters of the data in a line of text. */
const SHOWN = 160;
/** Events after which names are looked up again, so that few are remembered. */
const NAMES = 1_000;

/** Events with the names of who caused them. */
export class ShownEvents {
  private readonly names = new Map<string, ActorNames>();
  private looked = 0;
  /** Made for the first blob, because it looks after its folder. */
  private blobs: Blobs | undefined;

  private constructor(
    private readonly opened: Opened,
    private readonly blobFolder: string,
    private readonly documents: ReadableDocuments | undefined,
  ) {}

  /** Without read models there are no names. */
  static async of(config: Config, opened: Opened): Promise<ShownEvents> {
    const documents = await documentsOf(config).catch(() => undefined);
    return new ShownEvents(opened, join(config.dataDir, 'blobs'), documents);
  }

  async *events(stored: readonly Stored[]): AsyncGenerator<AuditEvent | ReadFailure> {
    if (stored.length === 0) return;
    for (const each of await this.opened.asStored(stored)) yield 'error' in each ? each : await this.shown(each);
  }

  async close(): Promise<void> {
    await this.documents?.close();
  }

  private async shown(stored: NonNullable<AuditEvent['stored']>): Promise<AuditEvent> {
    const entry = auditEntry(stored.event);
    const { tenantId } = stored.event.meta;
    const blob = blobOf(stored.event.data);
    const blobBytes = blob && (await this.blobsNow().size(tenantId, blob.digest));
    return { entry, stored, actorName: await this.nameOf(tenantId, entry), blobBytes };
  }

  private blobsNow(): Blobs {
    this.blobs ??= new FileBlobs(this.blobFolder, systemClock, this.opened.keys);
    return this.blobs;
  }

  private async nameOf(tenantId: string, entry: AuditEntry): Promise<string | undefined> {
    if (!this.documents) return undefined;
    if (this.looked++ % NAMES === 0) this.names.clear();
    const names =
      this.names.get(tenantId) ??
      new ActorNames({ documents: this.documents as Pick<DocumentStore, 'reader'> as DocumentStore, tenantId });
    this.names.set(tenantId, names);
    return names.of(entry).catch(() => undefined);
  }
}

/** A line of JSON or text. */
export function lineOf(event: AuditEvent | ReadFailure, json: boolean): string {
  if ('error' in event) {
    const { position, stream, version, type, error } = event;
    if (json) return JSON.stringify({ position, stream, version, type, unreadable: error.message });
    return `${position}  ${type}  ${stream}@${version}  cannot be read: ${error.message}`;
  }
  const wire = toAuditEventDto(event);
  const { tenantId } = parseStreamName(event.entry.stream);
  if (json) return JSON.stringify({ tenant_id: tenantId, ...wire });
  const { position, at, type, subject, actor, erased, data } = wire;
  const where = subject.conversation_id === undefined ? '' : ` in ${subject.conversation_id}`;
  const who = [actor.kind, actor.id, actor.name && `(${actor.name})`].filter(Boolean).join(' ');
  const shown = erased ? 'erased' : JSON.stringify(data).slice(0, SHOWN);
  return `${position}  ${at}  ${tenantId}  ${type}  ${subject.kind} ${subject.id}${where}  by ${who}  ${shown}`;
}
