import { join } from 'node:path';
import fastify from 'fastify';
import { seededRandom, sentence } from '../words.js';
import { database } from './database.js';
import { listen } from './listen.js';
import { requireToken } from './token.js';

/** The least work of a page of conversations with read status and total: token, schema, three prepared queries, JSON. */
const [folder = '', jwk = '', conversations = '0'] = process.argv.slice(2);
const SCHEMA = `
  create table conversations (
    id text primary key, type text not null, description text not null, archived integer not null,
    last_sequence integer not null, created_at text not null, updated_at text not null
  ) strict;
  create index conversations_by_time on conversations (created_at, id);
  create table participants (
    user text not null, conversation text not null, seen integer not null, primary key (user, conversation)
  ) strict, without rowid;
  create table totals (n integer not null) strict`;
const USER = 'owner';

const db = database(join(folder, 'read.db'), 'NORMAL', SCHEMA);
fill(Number(conversations));

function fill(count: number): void {
  const insert = db.prepare('insert into conversations values (?, ?, ?, ?, ?, ?, ?)');
  const join = db.prepare('insert into participants values (?, ?, ?)');
  const random = seededRandom(3);
  db.exec('begin');
  for (let i = 0; i < count; i++) {
    const at = new Date(1_700_000_000_000 + i * 1_000).toISOString();
    insert.run(`case-${i}`, 'support', sentence(random, 8), 0, 0, at, at);
    join.run(USER, `case-${i}`, 0);
  }
  db.prepare('insert into totals values (?)').run(count);
  db.exec('commit; pragma wal_checkpoint(truncate)');
}

const page = db.prepare('select * from conversations order by created_at desc, id desc limit ?');
const seen = db.prepare('select seen from participants where user = ? and conversation = ?');
const total = db.prepare('select n from totals');

const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: { limit: { type: 'integer', minimum: 1, maximum: 1_000 }, includes: { type: 'string' } },
};

function toDto(row: ReturnType<typeof page.all>[number]) {
  const read = Number(seen.get(USER, String(row.id))?.seen ?? 0);
  return {
    id: row.id,
    archived: row.archived === 1,
    conversation_type_id: row.type,
    description: row.description,
    labels: [],
    created_at: row.created_at,
    updated_at: row.updated_at,
    read_status: { last_message_seen: read, unread_message_count: Number(row.last_sequence) - read },
  };
}

const app = fastify();
await requireToken(app, jwk);
app.get<{ Querystring: { limit?: number } }>('/api/v1/conversations', { schema: { querystring } }, async (request) => {
  const { limit = 10 } = request.query;
  const found = page.all(limit + 1);
  const shown = found.slice(0, limit).map(toDto);
  return { conversations: shown, has_more: found.length > limit, total_elements: total.get()?.n, limit, offset: 0 };
});

await listen(app);
