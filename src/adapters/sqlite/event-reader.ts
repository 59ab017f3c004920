import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../kernel/event.js';
import type { ReadOptions, Stored } from '../../ports/event-store.js';

export interface EventReader {
  stream(name: string, options: ReadOptions): readonly Stored[];
  all(after: Position, limit: number): readonly Stored[];
  head(): Position;
}

type Row = readonly [stream: string, version: number, position: number, id: string, type: string, body: string];

const toStored = ([stream, version, position, id, type, body]: Row): Stored => ({
  stream,
  version,
  position,
  id,
  type,
  body,
});

const SELECT = `
  select streams.name, events.version, events.position, events.id, events.type, events.body
  from events join streams on streams.id = events.stream`;

export function eventReader(db: DatabaseSync): EventReader {
  /** Rows as arrays are half the work of rows as objects. */
  const rows = (sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return (...values: (string | number)[]) => (statement.all(...values) as unknown as Row[]).map(toStored);
  };
  const forwards = rows(`${SELECT} where streams.name = ? and version >= ? order by version limit ?`);
  const backwards = rows(`${SELECT} where streams.name = ? and version <= ? order by version desc limit ?`);
  const all = rows(`${SELECT} where position > ? order by position limit ?`);
  const head = db.prepare('select coalesce(max(position), 0) as head from events');

  return {
    stream: (name, options) =>
      options.backwards
        ? backwards(name, options.from ?? Number.MAX_SAFE_INTEGER, options.limit)
        : forwards(name, options.from ?? 1, options.limit),
    all,
    head: () => Number(head.get()?.head),
  };
}
