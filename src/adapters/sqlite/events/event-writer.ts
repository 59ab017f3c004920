import type { DatabaseSync } from 'node:sqlite';
import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Position } from '../../../kernel/event.js';
import type { StreamVersion } from '../../../kernel/stream.js';
import { lruCache } from '../../../lib/lru-cache.js';
import { BrokenCondition, type NewStored, type Stored, WrongVersion } from '../../../ports/stores/event-store.js';
import type { EventReader } from './event-reader.js';

export interface Append {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly NewStored[];
  readonly given: readonly StreamVersion[];
}

export type Verdict = readonly Stored[] | WrongVersion | BrokenCondition;

export interface Written {
  /** One for each append, in their order. */
  readonly verdicts: readonly Verdict[];
  /** New events of the log, in order. */
  readonly events: readonly Stored[];
}

export interface EventWriter {
  readonly head: Position;
  /** One transaction; each append is judged alone and sees the ones before it. Throws what SQLite throws, with nothing written. */
  write(appends: readonly Append[]): Written;
}

interface StreamState {
  readonly id: number;
  readonly version: number;
}

export function eventWriter(db: DatabaseSync, reader: EventReader): EventWriter {
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  const rollback = db.prepare('rollback');
  const insertStream = db.prepare('insert into streams (name) values (?)');
  const insertEvent = db.prepare(
    'insert into events (position, stream, version, id, type, body) values (?, ?, ?, ?, ?, ?)',
  );
  const selectStream = db.prepare(
    'select id, (select max(version) from events where stream = streams.id) as version from streams where name = ?',
  );

  const committed = lruCache<string, StreamState>({ bytes: cacheBudgets.streamVersions });
  /** Changes of the open transaction; a commit publishes them. */
  const staged = new Map<string, StreamState>();
  let fresh: Stored[] = [];
  let head = reader.head();

  function stateOf(stream: string): StreamState | undefined {
    return staged.get(stream) ?? committed.get(stream) ?? stored(stream);
  }

  function stored(stream: string): StreamState | undefined {
    const row = selectStream.get(stream);
    if (row === undefined) return undefined;
    const state = { id: Number(row.id), version: Number(row.version) };
    staged.set(stream, state);
    return state;
  }

  function judge(append: Append): Verdict {
    const { stream, expected } = append;
    const state = stateOf(stream);
    const actual = state?.version ?? 0;
    if (expected === actual) {
      return broken(append) ?? insert(append, state?.id ?? Number(insertStream.run(stream).lastInsertRowid));
    }
    return (expected < actual && storedBefore(append)) || new WrongVersion(stream, expected, actual);
  }

  function broken({ given }: Append): BrokenCondition | undefined {
    for (const condition of given) {
      const actual = stateOf(condition.stream)?.version ?? 0;
      if (actual !== condition.version) return new BrokenCondition(condition, actual);
    }
    return undefined;
  }

  function storedBefore({ stream, expected, events }: Append): readonly Stored[] | undefined {
    const there = reader.whole(stream, expected + 1, events.length);
    const same = there.length === events.length && there.every(({ id }, i) => id === events[i]?.id);
    return same ? there : undefined;
  }

  function insert({ stream, expected, events }: Append, streamId: number): readonly Stored[] {
    const inserted = events.map(({ id, type, body }, i): Stored => {
      const event = { stream, version: expected + 1 + i, position: head + fresh.length + 1, id, type, body };
      insertEvent.run(event.position, streamId, event.version, id, type, body);
      fresh.push(event);
      return event;
    });
    staged.set(stream, { id: streamId, version: expected + events.length });
    return inserted;
  }

  function keep(): readonly Stored[] {
    for (const [stream, state] of staged) committed.set(stream, state);
    head += fresh.length;
    return fresh;
  }

  return {
    get head() {
      return head;
    },
    write(appends) {
      fresh = [];
      staged.clear();
      begin.run();
      try {
        const verdicts = appends.map(judge);
        commit.run();
        return { verdicts, events: keep() };
      } catch (error) {
        if (db.isTransaction) rollback.run();
        throw error;
      }
    },
  };
}
