import { innerId } from '../../../../kernel/stream.js';
import type { Mailer } from '../../../../ports/delivery/mailer.js';
import type { OperationalStore } from '../../../../ports/stores/operational-store.js';

/** A mail that is written to the outbox folder. */
export interface MailFile {
  readonly id: string;
  readonly channel: 'EMAIL';
}

/** Key of a user among the subjects whose files are noted; a conversation's is its id. */
export const userKey = (userId: string): string => innerId('', userId);

/** Notes that a mail becomes a file of the outbox folder, before it is written, so that none is forgotten. */
export async function noteMailFile(
  operations: OperationalStore,
  mailer: Mailer,
  tenantId: string,
  keys: readonly string[],
  id: string,
): Promise<void> {
  if (!mailer.discard) return;
  const file: MailFile = { id, channel: 'EMAIL' };
  for (const key of keys)
    await operations.put({ tenantId, kind: 'outbox-file', id: innerId(key, id) }, file, { relaxed: true });
}
