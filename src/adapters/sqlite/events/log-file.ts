import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Position } from '../../../kernel/event.js';
import { statements } from '../statements.js';
import { syncWal } from '../wal-file.js';
import { prepareEventSchema } from './event-schema.js';

/** Events that are copied in one transaction. */
const PAGE = 1_000;
const PATIENCE_MS = 5_000;

/** Contents of a log. */
export interface LogExtent {
  readonly events: number;
  readonly head: Position;
  /** Ids of the first and the last event. */
  readonly first?: string;
  readonly last?: string;
}

const EXTENT = `
  select count(*) as events, coalesce(max(position), 0) as head,
    (select id from events order by position limit 1) as first,
    (select id from events order by position desc limit 1) as last
  from events`;
const GAP = `
  select position from events as one
  where position > 1 and not exists (select 1 from events where position = one.position - 1) order by position limit 1`;
const BROKEN_STREAM = `
  select streams.name as name from streams left join events on events.stream = streams.id
  group by streams.id having count(events.position) <> coalesce(max(events.version), 0) limit 1`;
const EVENTS = 'insert into main.events select * from source.events where position > ? and position <= ?';
const STREAMS = `
  insert or ignore into main.streams select * from source.streams
  where id in (select stream from main.events where position > ?)`;

/**
 * Copies a log, byte for byte, up to the head that it has at the beginning, into a new file. Each page is one reading of
 * the log, so that its owner goes on and its write-ahead log can become empty.
 */
export function copyLogFile(from: string, to: string, progress: (copied: number, of: number) => void): void {
  const db = new DatabaseSync(to, { timeout: PATIENCE_MS });
  try {
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16384');
    prepareEventSchema(db);
    db.prepare('attach ? as source').run(`${pathToFileURL(from)}?mode=ro`);
    const head = Number(db.prepare('select coalesce(max(position), 0) as head from source.events').get()?.head);
    syncWal(from);
    const [events, streams] = [db.prepare(EVENTS), db.prepare(STREAMS)];
    for (let after = 0; after < head; after += PAGE) {
      const until = Math.min(after + PAGE, head);
      db.exec('begin');
      events.run(after, until);
      streams.run(after);
      db.exec('commit');
      progress(until, head);
    }
  } finally {
    db.close();
  }
}

/** Reads the file as a whole. Returns what it holds, or a sentence about the first defect. */
export function inspectLogFile(path: string): LogExtent | string {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const found = statements(db);
    const [damage] = found('pragma quick_check(1)').get() as unknown as [string];
    if (damage !== 'ok') return `${path} is damaged: ${damage}.`;
    const [events, head, first, last] = found(EXTENT).get() as unknown as [number, number, string?, string?];
    if (events !== head) {
      const gap = (found(GAP).get() as unknown as [number] | undefined)?.[0] ?? 1;
      return `The log has no event at position ${gap - 1}.`;
    }
    const broken = (found(BROKEN_STREAM).get() as unknown as [string] | undefined)?.[0];
    if (broken !== undefined) return `The stream ${broken} lacks a version.`;
    return { events, head, ...(first && { first }), ...(last && { last }) };
  } finally {
    db.close();
  }
}
