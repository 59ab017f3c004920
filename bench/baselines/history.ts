import { join } from 'node:path';
import fastify from 'fastify';
import { seededRandom, sentence } from '../words.js';
import { database } from './database.js';
import { listen } from './listen.js';
import { requireToken } from './token.js';

/** The least work of a page of messages: token, schema, prepared queries, JSON. */
const [folder = '', jwk = '', messages = '0'] = process.argv.slice(2);
const SCHEMA = `
  create table messages (
    conversation text not null, sequence integer not null, id text not null unique, participant text not null,
    kind text not null, text text not null, created_at text not null, updated_at text not null,
    primary key (conversation, sequence)
  ) strict, without rowid`;
const CONVERSATION = 'case-0';

const db = database(join(folder, 'read.db'), 'NORMAL', SCHEMA);
fill(Number(messages));

function fill(count: number): void {
  const insert = db.prepare('insert into messages values (?, ?, ?, ?, ?, ?, ?, ?)');
  const random = seededRandom(2);
  db.exec('begin');
  for (let i = 1; i <= count; i++) {
    const id = `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`;
    const at = new Date(1_700_000_000_000 + i * 1_000).toISOString();
    insert.run(CONVERSATION, i, id, `client-${i % 2}`, 'TEXT', sentence(random, 12), at, at);
  }
  db.exec('commit; pragma wal_checkpoint(truncate)');
}

const page = db.prepare(
  'select * from messages where conversation = ? and sequence < ? order by sequence desc limit ?',
);
const last = db.prepare('select max(sequence) as last from messages where conversation = ?');

const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: { limit: { type: 'integer', minimum: 1, maximum: 1_000 }, last_sequence: { type: 'integer' } },
};

const toDto = (row: ReturnType<typeof page.all>[number]) => ({
  id: row.id,
  conversation_id: row.conversation,
  participant_id: row.participant,
  kind: row.kind,
  sequence: row.sequence,
  text: row.text,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

interface Page {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly limit?: number; readonly last_sequence?: number };
}

const app = fastify();
await requireToken(app, jwk);
app.get<Page>('/api/v1/conversations/:id/messages', { schema: { querystring } }, async ({ params, query }) => {
  const { limit = 50, last_sequence: before = Number.MAX_SAFE_INTEGER } = query;
  const found = page.all(params.id, before, limit + 1);
  const total = last.get(params.id)?.last;
  return { messages: found.slice(0, limit).map(toDto), has_more: found.length > limit, total_elements: total, limit };
});

await listen(app);
