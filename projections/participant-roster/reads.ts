import { innerId } from '../../src/kernel/stream.js';
import type { Condition, DocumentStore, Query, Reader } from '../../src/ports/stores/document-store.js';
import { participantRoster, type RosterEntry } from './projection.js';

const PAGE = 1_000;
const PARTICIPANTS_AT_ONCE = 500;

export const rosterOf = (documents: DocumentStore, tenantId: string): Reader<RosterEntry> =>
  documents.reader(participantRoster, tenantId);

export const rosterKey = (conversationId: string, participantId: string): string =>
  innerId(conversationId, participantId);

/** The question of a conversation's participants, in the order they joined. */
export const inConversation = (conversationId: string) => ({
  where: [{ field: 'conversationId', is: '=', value: conversationId }] as readonly Condition[],
  order: { field: 'joined', descending: false },
});

/** Everyone in the order they joined, some at a time. */
export async function* everyoneIn(
  documents: DocumentStore,
  tenantId: string,
  conversationId: string,
): AsyncGenerator<readonly RosterEntry[]> {
  const roster = rosterOf(documents, tenantId);
  const question = { ...inConversation(conversationId), limit: PARTICIPANTS_AT_ONCE };
  for (let after: Query['after']; ; ) {
    const { docs, keys, hasMore } = await roster.find({ ...question, ...(after ? { after } : {}) });
    yield docs;
    const [last, key] = [docs.at(-1), keys.at(-1)];
    if (!hasMore || !last || key === undefined) return;
    after = { key, value: last.joined };
  }
}

/**
 * All participants of each of a few conversations, in one query if the conversations have few participants together.
 * Conversations missing from the result have to be read by `everyoneIn`.
 */
export async function fewInEach(
  roster: Reader<RosterEntry>,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RosterEntry[]>> {
  const where: readonly Condition[] = [{ field: 'conversationId', is: 'in', values: conversationIds }];
  const order = { field: 'conversationId', descending: false };
  const { docs, hasMore } = await roster.find({ where, order, limit: PARTICIPANTS_AT_ONCE });
  const found = Map.groupBy(docs, ({ conversationId }) => conversationId);
  const last = docs.at(-1);
  if (hasMore && last) found.delete(last.conversationId);
  const known = hasMore ? [...found.keys()] : conversationIds;
  const joined = (id: string) => (found.get(id) ?? []).toSorted((a, b) => a.joined - b.joined || byKey(a, b));
  return new Map(known.map((id) => [id, joined(id)]));
}

const byKey = (a: RosterEntry, b: RosterEntry): number => (a.id < b.id ? -1 : 1);

type ByConversation = ReadonlyMap<string, RosterEntry>;

/** One query for any number of conversations, in the order of an index, so that the store chooses that index. */
async function firstInEach(
  roster: Reader<RosterEntry>,
  conversationIds: readonly string[],
  field: 'kind' | 'userId',
  value: string,
): Promise<ByConversation> {
  const found = new Map<string, RosterEntry>();
  const where: readonly Condition[] = [
    { field: 'conversationId', is: 'in', values: conversationIds },
    { field, is: '=', value },
  ];
  const order = { field: 'conversationId', descending: false };
  for (let offset = 0; ; offset += PAGE) {
    const { docs, hasMore } = await roster.find({ where, order, offset, limit: PAGE });
    for (const entry of docs) if (!found.has(entry.conversationId)) found.set(entry.conversationId, entry);
    if (!hasMore) return found;
  }
}

export const userInEach = (roster: Reader<RosterEntry>, conversationIds: readonly string[], userId: string) =>
  firstInEach(roster, conversationIds, 'userId', userId);

export const sharedMarkerInEach = (roster: Reader<RosterEntry>, conversationIds: readonly string[]) =>
  firstInEach(roster, conversationIds, 'kind', 'SHARED');

/** The marker that all users of a conversation share, where its type says so. */
export const sharedMarkerIn = async (roster: Reader<RosterEntry>, conversationId: string) =>
  (await sharedMarkerInEach(roster, [conversationId])).get(conversationId);

/** How far someone has read: users as far as the marker they share. */
export const seenBy = (entry: RosterEntry, shared: RosterEntry | undefined): number =>
  entry.kind === 'USER' && shared ? shared.seen : entry.seen;
