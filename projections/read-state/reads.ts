import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { readStates, readSum } from './projection.js';

export interface Unread {
  readonly conversations: number;
  readonly messages: number;
}

/** Counts of all that a user has not read, in archived or in open conversations, or in both. */
export async function unreadOf(
  documents: DocumentStore,
  tenantId: string,
  userId: string,
  archived?: boolean,
): Promise<Unread> {
  const reader = documents.reader(readStates, tenantId);
  const places = archived === undefined ? [true, false] : [archived];
  const unread = async (of: keyof Unread) => {
    let sum = 0;
    for (const place of places) {
      sum += (await reader.sum(readSum(place, of))) - (await reader.sum(readSum(place, of, userId)));
    }
    return sum;
  };
  return { conversations: await unread('conversations'), messages: await unread('messages') };
}
