import { database } from './database.js';

export interface NewEvent {
  readonly stream: string;
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

export interface Place {
  readonly position: number;
  readonly version: number;
}

export interface Log {
  /** The event is durable when the promise resolves. */
  append(event: NewEvent): Promise<Place>;
}

interface Waiting extends NewEvent {
  readonly done: (place: Place) => void;
}

const SCHEMA = `
  create table if not exists streams (id integer primary key, name text not null unique) strict;
  create table if not exists events (
    position integer primary key, stream integer not null, version integer not null,
    id text not null, type text not null, body text not null, unique (stream, version)
  ) strict`;

/** All appends of one turn of the event loop are one transaction with one fsync. */
export function groupCommit(path: string): Log {
  const db = database(path, 'FULL', SCHEMA);
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  const insert = db.prepare('insert into events values (?, ?, ?, ?, ?, ?)');
  const insertStream = db.prepare('insert into streams (name) values (?)');
  const streams = new Map<string, { readonly id: number; version: number }>();
  let position = Number(db.prepare('select coalesce(max(position), 0) as head from events').get()?.head);
  let queue: Waiting[] = [];

  function streamOf(name: string) {
    const known = streams.get(name);
    if (known) return known;
    const fresh = { id: Number(insertStream.run(name).lastInsertRowid), version: 0 };
    streams.set(name, fresh);
    return fresh;
  }

  function write({ stream, id, type, body }: Waiting): Place {
    const state = streamOf(stream);
    const place = { position: ++position, version: ++state.version };
    insert.run(place.position, state.id, place.version, id, type, body);
    return place;
  }

  function flush(): void {
    const batch = queue;
    queue = [];
    begin.run();
    const places = batch.map(write);
    commit.run();
    for (const [i, { done }] of batch.entries()) done(places[i] as Place);
  }

  return {
    append: (event) =>
      new Promise((done) => {
        if (queue.push({ ...event, done }) === 1) setImmediate(flush);
      }),
  };
}
