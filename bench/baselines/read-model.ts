import { conversationIds, senders } from '../fixtures.js';
import { database } from './database.js';

export interface Message {
  readonly id: string;
  readonly conversationId: string;
  readonly participantId: string;
  readonly sequence: number;
  readonly kind: string;
  readonly text: string;
  readonly at: string;
}

const SCHEMA = `
  create table messages (
    id text not null unique, conversation text not null, sequence integer not null, participant text not null,
    kind text not null, text text not null, created_at text not null, updated_at text not null,
    unique (conversation, sequence)
  ) strict;
  create table conversations (id text primary key, last_sequence integer not null, updated_at text not null) strict;
  create index conversations_by_time on conversations (updated_at);
  create table participants (id text primary key, conversation text not null, seen integer not null) strict;
  create table checkpoint (position integer not null) strict;
  insert into checkpoint values (0)`;

/** Indexes for the contract's lists by either time and for its search by words. */
const ALL = `
  create index messages_by_creation on messages (conversation, created_at, id);
  create index messages_by_update on messages (conversation, updated_at, id);
  create virtual table words using fts5
    (text, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`;

/** Writes the rows that a message changes: its own, its conversation's, its author's; with `all` also the indexes of the contract's reads. */
export function readModel(path: string, all: boolean): (messages: readonly Message[], position: number) => void {
  const db = database(path, 'NORMAL', SCHEMA);
  if (all) db.exec(ALL);
  for (const id of conversationIds) db.prepare('insert into conversations values (?, 0, ?)').run(id, '');
  for (const { participantId, conversationId } of senders) {
    db.prepare('insert into participants values (?, ?, 0)').run(participantId, conversationId);
  }
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  const insert = db.prepare('insert into messages values (?, ?, ?, ?, ?, ?, ?, ?)');
  const move = db.prepare('update conversations set last_sequence = ?, updated_at = ? where id = ?');
  const see = db.prepare('update participants set seen = ? where id = ?');
  const reach = db.prepare('update checkpoint set position = ?');
  const index = all ? db.prepare('insert into words (rowid, text) values (?, ?)') : undefined;

  return (messages, position) => {
    begin.run();
    const conversations = new Map<string, Message>();
    for (const message of messages) {
      const { id, conversationId, sequence, participantId, kind, text, at } = message;
      const { lastInsertRowid } = insert.run(id, conversationId, sequence, participantId, kind, text, at, at);
      index?.run(lastInsertRowid, text);
      see.run(sequence, participantId);
      conversations.set(conversationId, message);
    }
    for (const { conversationId, sequence, at } of conversations.values()) move.run(sequence, at, conversationId);
    reach.run(position);
    commit.run();
  };
}
