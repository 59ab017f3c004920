import { innerId } from '../../src/kernel/stream.js';
import type { Condition, DocumentStore, Reader } from '../../src/ports/document-store.js';
import { participantRoster, type RosterEntry } from './projection.js';

const PAGE = 1_000;

export const rosterOf = (documents: DocumentStore, tenantId: string): Reader<RosterEntry> =>
  documents.reader(participantRoster, tenantId);

export const rosterKey = (conversationId: string, participantId: string): string =>
  innerId(conversationId, participantId);

/** The question of a conversation's participants, in the order they joined. */
export const inConversation = (conversationId: string) => ({
  where: [{ field: 'conversationId', is: '=', value: conversationId }] as readonly Condition[],
  order: { field: 'joined', descending: false },
});

export async function everyoneIn(roster: Reader<RosterEntry>, conversationId: string): Promise<readonly RosterEntry[]> {
  const everyone: RosterEntry[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { docs, hasMore } = await roster.find({ ...inConversation(conversationId), offset, limit: PAGE });
    everyone.push(...docs);
    if (!hasMore) return everyone;
  }
}

const first = async (roster: Reader<RosterEntry>, conversationId: string, field: 'kind' | 'userId', value: string) => {
  const where: readonly Condition[] = [
    { field: 'conversationId', is: '=', value: conversationId },
    { field, is: '=', value },
  ];
  return (await roster.find({ where, limit: 1 })).docs[0];
};

export const userIn = (roster: Reader<RosterEntry>, conversationId: string, userId: string) =>
  first(roster, conversationId, 'userId', userId);

/** The marker that all users of a conversation share, where its type says so. */
export const sharedMarkerIn = (roster: Reader<RosterEntry>, conversationId: string) =>
  first(roster, conversationId, 'kind', 'SHARED');

/** How far someone has read: users as far as the marker they share. */
export const seenBy = (entry: RosterEntry, shared: RosterEntry | undefined): number =>
  entry.kind === 'USER' && shared ? shared.seen : entry.seen;
