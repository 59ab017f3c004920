import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AuditEntry, auditEvents } from '../../projections/audit-event/projection.js';
import { type AuditFilters, auditEntriesOf, auditWalk } from '../../projections/audit-event/reads.js';
import { SqliteDocumentStore } from '../../src/adapters/sqlite/documents/document-store.js';
import type { Event, Meta, Recorded } from '../../src/kernel/event.js';
import { type Instant, instant } from '../../src/kernel/instant.js';
import { NO_TENANT, streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';

const OTHER = '0195b0c8-7f2a-7c3e-9d41-6b1f0a2c4e57';
const START_MS = Date.parse('2030-01-01T08:00:00Z');
const at = (position: number): Instant => instant(START_MS + position * 60_000);

let position = 0;
const documents = new SqliteDocumentStore(':memory:');

const recorded = (category: string, id: string, event: Event, meta: Partial<Meta> = {}): Recorded => {
  const tenantId = meta.tenantId ?? TENANT;
  const n = ++position;
  return {
    ...event,
    meta: {
      id: `event-${n}`,
      tenantId,
      stream: streamName(category, tenantId, id),
      version: n,
      position: n,
      at: at(n),
      actor: 'user:anna',
      commandId: `command-${n}`,
      correlationId: `request-${n}`,
      ...meta,
    },
  };
};

const entryOf = (event: Recorded): AuditEntry => auditEvents.evolve(undefined, event) as AuditEntry;

async function keep(...event: Parameters<typeof recorded>): Promise<void> {
  const made = recorded(...event);
  const key = auditEvents.key(made) as string;
  const { tenantId, position } = made.meta;
  await documents.commit([{ collection: auditEvents, tenantId, key, doc: entryOf(made), position }], []);
}

async function found(filters: AuditFilters, start: { descending?: boolean; from?: number } = {}) {
  const ids: number[] = [];
  const wanted = { descending: true, ...start };
  for await (const { entry, isWanted } of auditWalk(auditEntriesOf(documents, TENANT), filters, wanted, position)) {
    if (isWanted) ids.push(entry.position);
  }
  return ids;
}

const labelled = { type: 'ConversationLabelled', data: { labels: ['a'] } };
const posted = (messageId: string) => ({ type: 'MessagePosted', data: { messageId, sequence: 1, text: 'Hello' } });

describe('an entry', () => {
  test('has the place of its event and what it is about', () => {
    const event = recorded('messageLog', 'case', posted('m1'), { causationId: 'cause', requestDigest: 'digest' });
    const { id, position, at, stream, version } = event.meta;
    expect(entryOf(event)).toEqual({
      id,
      position,
      at,
      type: 'MessagePosted',
      stream,
      version,
      subjectId: 'm1',
      conversationId: 'case',
      actor: 'user:anna',
      request: 'digest',
      cause: 'cause',
    });
  });
  test('names the subject in the stream or in the data', () => {
    const subject = (...event: Parameters<typeof recorded>) => {
      const { subjectId, conversationId } = entryOf(recorded(...event));
      return [subjectId, conversationId];
    };
    expect(subject('participant', 'case.ben', { type: 'MessageSeen', data: { sequence: 1 } })).toEqual(['ben', 'case']);
    expect(subject('user', 'anna', { type: 'UserDeleted', data: {} })).toEqual(['anna', undefined]);
    expect(subject('conversation', 'case', { type: 'ParticipantLeft', data: { participantId: 'ben' } })).toEqual([
      'ben',
      'case',
    ]);
    expect(subject('owners', TENANT, { type: 'OwnerAdded', data: { userId: 'anna' } })).toEqual(['anna', undefined]);
  });
  test('of a run has its workflow as actor, also of an earlier version', () => {
    const run = { type: 'WorkflowRan', data: { conversationId: 'case' } };
    const entry = entryOf(recorded('workflowRun', 'welcome.event-1', run, { actor: 'system' }));
    expect(entry).toMatchObject({ actor: 'workflow:welcome', subjectId: 'welcome', conversationId: 'case' });
  });
  test('is of a request only where a request made the event', () => {
    expect(entryOf(recorded('conversation', 'case', labelled))).toMatchObject({ request: `request-${position}` });
    expect(entryOf(recorded('conversation', 'case', labelled, { causationId: 'cause' })).request).toBeUndefined();
    expect(entryOf(recorded('conversation', 'case', labelled, { actor: 'system' })).request).toBeUndefined();
  });
  test('is made of no event of the deployment', () => {
    const reserved = { type: 'Reserved', data: { holder: 'anna' } };
    expect(
      auditEvents.key(recorded('reservation', 'subdomain.acme', reserved, { tenantId: NO_TENANT })),
    ).toBeUndefined();
  });
});

describe('a walk', () => {
  beforeEach(async () => {
    position = 0;
    await documents.reset();
    await documents.prepare([auditEvents]);
    await keep('conversation', 'case', { type: 'ConversationOpened', data: {} });
    await keep('conversation', 'case', labelled, { requestDigest: 'digest' });
    await keep('messageLog', 'case', posted('m1'), { actor: 'participant:ben' });
    await keep('conversation', 'other', labelled, { actor: 'key:anna' });
    await keep('conversation', 'case', { type: 'ConversationArchived', data: {} }, { causationId: 'event-3' });
    await keep('conversation', 'case', labelled, { tenantId: OTHER });
    await keep('audit', TENANT, { type: 'AuditRead', data: {} }, { actor: 'system' });
  });
  test('finds the events of a tenant alone, in either order', async () => {
    expect(await found({})).toEqual([7, 5, 4, 3, 2, 1]);
    expect(await found({}, { descending: false })).toEqual([1, 2, 3, 4, 5, 7]);
  });
  test('finds by each filter', async () => {
    expect(await found({ conversationId: 'case' })).toEqual([5, 3, 2, 1]);
    expect(await found({ subjectId: 'm1' })).toEqual([3]);
    expect(await found({ subjectKind: 'CONVERSATION' })).toEqual([5, 4, 2, 1]);
    expect(await found({ types: ['ConversationLabelled', 'MessagePosted'] })).toEqual([4, 3, 2]);
    expect(await found({ actor: { id: 'anna' } })).toEqual([5, 4, 2, 1]);
    expect(await found({ actor: { kind: 'API_KEY', id: 'anna' } })).toEqual([4]);
    expect(await found({ actor: { id: 'SERVICE' } })).toEqual([7]);
    expect(await found({ request: ['digest', 'id'] })).toEqual([2]);
    expect(await found({ request: ['no', 'request-1'] })).toEqual([1]);
    expect(await found({ cause: 'event-3' })).toEqual([5]);
    expect(await found({ after: 2, before: 5 })).toEqual([4, 3]);
    expect(await found({ after: at(2), before: at(5) })).toEqual([4, 3]);
  });
  test('finds what all filters together leave', async () => {
    const filters: readonly AuditFilters[] = [
      { conversationId: 'case' },
      { subjectKind: 'CONVERSATION' },
      { types: ['ConversationLabelled'] },
      { actor: { kind: 'USER', id: 'anna' } },
      { request: ['digest', 'x'] },
      { before: 5 },
      { after: at(1) },
    ];
    for (const one of filters) {
      for (const other of filters) {
        const [a, b] = [await found(one), await found(other)];
        const both = Object.assign({}, one, other);
        expect([both, await found(both)]).toEqual([both, a.filter((each) => b.includes(each))]);
      }
    }
  });
  test('goes on behind a place', async () => {
    expect(await found({ subjectKind: 'CONVERSATION' }, { from: 4 })).toEqual([2, 1]);
    expect(await found({ subjectKind: 'CONVERSATION' }, { from: 2, descending: false })).toEqual([4, 5]);
  });
  test('goes through long lists of several indexes in order', async () => {
    for (let n = 0; n < 400; n++) {
      await keep('conversation', 'long', n % 3 === 0 ? labelled : { type: 'LegalHoldPlaced', data: {} });
    }
    const all = await found({ conversationId: 'long' });
    expect(all).toHaveLength(400);
    expect(await found({ types: ['LegalHoldPlaced', 'ConversationLabelled'], after: 7 })).toEqual(all);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
  });
});

test('each filter is a walk of its own index', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-audit-'));
  const path = join(folder, 'read.db');
  const store = new SqliteDocumentStore(path);
  await store.prepare([auditEvents]);
  const db = new DatabaseSync(path, { readOnly: true });
  const plan = (field: string) =>
    db
      .prepare(
        `explain query plan select key, doc from audit_event_1 where tenant = ? and f_${field} = ? and f_position > ? and f_position < ? and true order by f_position desc, key desc limit ?`,
      )
      .all(1, 'x', 0, 9, 9)
      .map(({ detail }) => detail);
  for (const field of ['type', 'subjectId', 'conversationId', 'actor', 'request', 'cause']) {
    expect(plan(field)).toEqual([
      `SEARCH audit_event_1 USING INDEX audit_event_1_by_${field}_position_if_present (tenant=? AND f_${field}=? AND f_position>? AND f_position<?)`,
    ]);
  }
  db.close();
  await store.close();
  rmSync(folder, { recursive: true });
});
