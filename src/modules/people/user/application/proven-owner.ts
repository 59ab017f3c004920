import { usersOf } from '../../../../../projections/user/reads.js';
import type { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { Reservations } from '../../../../engine/commands/reservations.js';
import { isSameEmail } from '../../../../engine/commands/unique-names.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';
import { hasProvenEmail, user } from '../domain/user.resource.js';
import { ownersOf } from './owners-of.js';

/** Whether an owner of the tenant followed a link to the address that they have. */
export async function hasProvenOwner(
  runner: CommandRunner,
  documents: DocumentStore,
  tenantId: string,
): Promise<boolean> {
  for (const id of await ownersOf(runner, tenantId)) {
    const owner = await usersOf(documents, tenantId).get(id);
    if (owner && hasProvenEmail(owner.value)) return true;
  }
  return false;
}

/** Whether an address is that of a user of the tenant. */
export async function isOfUser(
  runner: CommandRunner,
  reservations: Reservations,
  tenantId: string,
  email: string,
): Promise<boolean> {
  for (const holder of await reservations.holdersOf(tenantId, await reservations.names.ofEmail(tenantId, email))) {
    const { record } = holder === undefined ? {} : await runner.peek(user.decider, tenantId, holder);
    if (record && isSameEmail(record.value.email, email)) return true;
  }
  return false;
}
