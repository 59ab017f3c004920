import { createHash, type Hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import { auditSubjects } from '../../../../catalogue/audit/subjects.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { LOOP, type Loop } from '../../../../fairness/loop.js';
import { actorOf } from '../../../../kernel/caller.js';
import type { Position } from '../../../../kernel/event.js';
import { UUID } from '../../../../kernel/ids.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { CSV_HEAD, toCsv, toNdjson } from '../../event/application/audit-event.formats.js';
import { type AuditEvent, toAuditEventDto } from '../../event/application/audit-event.wire.js';
import { AuditEvents } from '../../event/application/audit-events.service.js';
import type { AuditExport } from './audit-export.js';
import { ExportFiles } from './export-files.service.js';
import { type ExportEntry, ExportStore } from './export-store.service.js';
import { PART_KEY_BYTES } from './sealed-part.js';
import type { SubjectFilter } from './subject-filter.js';

const PART_BYTES = 4_194_304;
/** Events that are read from the log at once. */
const EVENTS_AT_ONCE = 64;
/** Events that one step looks at. */
const MOST_LOOKED = 20_000;

export const conversationSubject = (id: string): string => `conversation ${id}`;
export const userSubject = (id: string): string => `user ${id}`;

/** Rows that make the next part of a file. */
interface Rows {
  readonly chunks: Buffer[];
  bytes: number;
  events: number;
  place: Position | undefined;
  isLast: boolean;
  newest: AuditExport['newest'];
}

/** Writes a file part by part. Each step is repeated whole after a crash. */
@Injectable()
export class ExportStep {
  /** Digests of files as far as they are written, which a process that begins later computes again. */
  private readonly hashes = new Map<string, { readonly hash: Hash; readonly parts: number }>();

  constructor(
    @Inject(AuditEvents) private readonly events: AuditEvents,
    @Inject(ExportStore) private readonly exports: ExportStore,
    @Inject(ExportFiles) private readonly files: ExportFiles,
    @Inject(LOOP) private readonly loop: Loop,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** The next part, or the end of the file. False: the export changed meanwhile. @throws StoreUnavailable */
  async advance(entry: ExportEntry): Promise<boolean> {
    const { value, key } = entry;
    const { tenantId } = key;
    const subjects = await this.exports.subjects(tenantId, value.id);
    const rows = await this.rows(tenantId, value, subjects);
    if (value.bytes + rows.bytes > limits.auditExportBytes) return this.fail(entry, 'too_large');
    const content = Buffer.concat(rows.chunks);
    const keys = content.length === 0 ? value.keys : [...value.keys, this.ids.secret(PART_KEY_BYTES)];
    const fileKey = keys.at(-1);
    if (content.length > 0 && fileKey !== undefined) {
      await this.exports.saveSubjects(tenantId, value.id, subjects);
      await this.files.write({ tenantId, id: value.id, key: fileKey }, value.keys.length, content);
    }
    const next: AuditExport = {
      ...value,
      ...(rows.place === undefined ? {} : { place: rows.place }),
      ...(rows.newest && { newest: rows.newest }),
      events: value.events + rows.events,
      bytes: value.bytes + content.length,
      keys,
    };
    const hash = await this.hashed(tenantId, value, content);
    if (!rows.isLast) return this.saved(entry, next, hash);
    const ended = { status: 'DONE', sha256: hash.copy().digest('hex'), endedAt: this.clock.now() } as const;
    return this.saved(entry, { ...next, ...ended });
  }

  async fail(entry: ExportEntry, failure: NonNullable<AuditExport['failure']>): Promise<boolean> {
    const { key, value } = entry;
    this.hashes.delete(value.id);
    const failed: AuditExport = { ...value, status: 'FAILED', failure, keys: [], endedAt: this.clock.now() };
    const isSaved = await this.exports.save(entry, failed, value.expiresAt);
    if (isSaved) await this.files.remove(key.tenantId, value.id);
    return isSaved;
  }

  /** `hash`: of a file that goes on. */
  private async saved(entry: ExportEntry, next: AuditExport, hash?: Hash): Promise<boolean> {
    const isSaved = await this.exports.save(entry, next, this.clock.now());
    if (isSaved && hash) this.hashes.set(next.id, { hash, parts: next.keys.length });
    else this.hashes.delete(next.id);
    const { tenantId } = entry.key;
    if (!isSaved && !(await this.exports.find(tenantId, next.id))) await this.files.remove(tenantId, next.id);
    return isSaved;
  }

  /** The digest of the file with the content at its end. */
  private async hashed(tenantId: string, { id, keys }: AuditExport, content: Buffer): Promise<Hash> {
    const known = this.hashes.get(id);
    if (known?.parts === keys.length) return known.hash.copy().update(content);
    const hash = createHash('sha256');
    for await (const chunk of this.files.read({ tenantId, id, keys })) hash.update(chunk);
    return hash.update(content);
  }

  private async rows(tenantId: string, value: AuditExport, subjects: SubjectFilter): Promise<Rows> {
    const { chosen, descending, through, place, newest, format } = value;
    const rows: Rows = { chunks: [], bytes: 0, events: 0, place, isLast: false, newest };
    if (format === 'csv' && value.bytes === 0) add(rows, CSV_HEAD);
    const from = place ?? (descending ? through + 1 : undefined);
    let wanted: AuditEntry[] = [];
    let looked = 0;
    for await (const { entry, isWanted } of this.events.walk(tenantId, chosen, { descending, from })) {
      if (!descending && entry.position > through) break;
      if (rows.bytes >= PART_BYTES || looked === MOST_LOOKED) {
        await this.addEvents(tenantId, value, wanted, rows, subjects);
        return rows;
      }
      looked++;
      rows.place = entry.position;
      if (isWanted) wanted.push(entry);
      if (wanted.length < EVENTS_AT_ONCE) continue;
      await this.addEvents(tenantId, value, wanted, rows, subjects);
      wanted = [];
    }
    await this.addEvents(tenantId, value, wanted, rows, subjects);
    rows.isLast = true;
    return rows;
  }

  private async addEvents(
    tenantId: string,
    { format }: AuditExport,
    entries: readonly AuditEntry[],
    rows: Rows,
    subjects: SubjectFilter,
  ): Promise<void> {
    if (entries.length === 0) return;
    for (const event of await this.events.of(tenantId, entries)) {
      const shown = toAuditEventDto(event);
      add(rows, format === 'csv' ? toCsv(shown) : toNdjson(shown));
      for (const subject of subjectsOf(event)) subjects.add(subject);
      rows.events++;
      const { id, position } = event.entry;
      if (position > (rows.newest?.position ?? 0)) rows.newest = { id, position };
    }
    await this.loop.pause(tenantId);
  }
}

function add(rows: Rows, text: string): void {
  const chunk = Buffer.from(text);
  rows.chunks.push(chunk);
  rows.bytes += chunk.length;
}

/** The conversation and the users that an event names. An id in its data may be that of a user. */
function subjectsOf({ entry, stored }: AuditEvent): readonly string[] {
  const { conversationId, subjectId, actor, type } = entry;
  const by = actorOf(actor);
  const named = Object.values((stored?.event.data ?? {}) as object).filter((each) => typeof each === 'string');
  return [
    ...(conversationId === undefined ? [] : [conversationSubject(conversationId)]),
    ...(auditSubjects[type]?.kind === 'USER' ? [userSubject(subjectId)] : []),
    ...(by.kind === 'USER' && by.id !== undefined ? [userSubject(by.id)] : []),
    ...named.filter((each) => UUID.test(each)).map(userSubject),
  ];
}
