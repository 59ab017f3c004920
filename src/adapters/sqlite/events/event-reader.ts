import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../../kernel/event.js';
import { PAGE_CHARACTERS, type ReadOptions, type Stored } from '../../../ports/stores/event-store.js';
import { LIMIT } from '../statements.js';

/** Shows no event behind `last`. */
export interface EventReader {
  /** A page as the port promises it. */
  stream(name: string, options: ReadOptions): readonly Stored[];
  /** Exactly this many events of a stream, of any size, also behind `last`. */
  whole(name: string, from: number, limit: number): readonly Stored[];
  /** A page of the log. */
  all(after: Position, limit: number): readonly Stored[];
  /** The newest event of the file. */
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

/** The plus keeps SQLite from searching by it. */
const SHOWN = '+position <= ?';

export function eventReader(db: DatabaseSync, last: () => Position): EventReader {
  /** Rows as arrays are half the work of rows as objects. */
  const prepared = (sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const page = (sql: string) => {
    const statement = prepared(sql);
    return (...values: (string | number)[]): readonly Stored[] => {
      const events: Stored[] = [];
      let characters = 0;
      for (const row of statement.iterate(...values)) {
        const event = toStored(row as unknown as Row);
        events.push(event);
        characters += event.body.length;
        if (characters >= PAGE_CHARACTERS) break;
      }
      return events;
    };
  };
  const forwards = page(`${SELECT} where streams.name = ? and version >= ? and ${SHOWN} order by version ${LIMIT}`);
  const backwards = page(
    `${SELECT} where streams.name = ? and version <= ? and ${SHOWN} order by version desc ${LIMIT}`,
  );
  const all = page(`${SELECT} where position > ? and position <= ? order by position ${LIMIT}`);
  const whole = prepared(`${SELECT} where streams.name = ? and version >= ? order by version ${LIMIT}`);
  const head = db.prepare('select coalesce(max(position), 0) as head from events');

  return {
    stream: (name, options) =>
      options.backwards
        ? backwards(name, options.from ?? Number.MAX_SAFE_INTEGER, last(), options.limit)
        : forwards(name, options.from ?? 1, last(), options.limit),
    whole: (name, from, limit) => (whole.all(name, from, limit) as unknown as Row[]).map(toStored),
    all: (after, limit) => all(after, last(), limit),
    head: () => Number(head.get()?.head),
  };
}
