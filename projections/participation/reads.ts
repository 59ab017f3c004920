import { innerId } from '../../src/kernel/stream.js';
import type { DocumentStore, Reader } from '../../src/ports/stores/document-store.js';
import { type Participation, participations } from './projection.js';

const participationsOf = (documents: DocumentStore, tenantId: string): Reader<Participation> =>
  documents.reader(participations, tenantId);

/** A participant who is erased; undefined for any other. */
export async function erasedParticipant(
  documents: DocumentStore,
  tenantId: string,
  conversationId: string,
  participantId: string,
): Promise<Participation | undefined> {
  const known = await participationsOf(documents, tenantId).get(innerId(conversationId, participantId));
  return known?.erased ? known : undefined;
}

/** Keys of those participants that are erased. */
export async function erasedAmong(
  documents: DocumentStore,
  tenantId: string,
  keys: readonly string[],
): Promise<readonly string[]> {
  const known = await participationsOf(documents, tenantId).many(keys);
  return known.flatMap(({ erased, conversationId, participantId }) =>
    erased ? [innerId(conversationId, participantId)] : [],
  );
}

/** Some of a user's participations of which something is left, by key. */
export async function openOfUser(
  documents: DocumentStore,
  tenantId: string,
  userId: string,
  limit: number,
  after?: string,
): Promise<readonly Participation[]> {
  const where = [
    { field: 'userId', is: '=', value: userId },
    { field: 'isComplete', is: '=', value: false },
  ] as const;
  const from = after === undefined ? {} : { after: { key: after } };
  return (await participationsOf(documents, tenantId).find({ where, limit, ...from })).docs;
}
