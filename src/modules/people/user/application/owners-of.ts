import { limits } from '../../../../catalogue/limits/limits.js';
import type { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { OWNERS } from '../domain/owner.commands.js';
import { ownerDecider } from '../domain/owner.decider.js';

/** Ids of the users who own the tenant, the first owner first. */
export async function ownersOf(runner: CommandRunner, tenantId: string): Promise<readonly string[]> {
  const { present } = await runner.peek(ownerDecider, tenantId, OWNERS);
  return present;
}

/** The owners who get mails about the tenant. */
export const ownersTold = async (runner: CommandRunner, tenantId: string): Promise<readonly string[]> =>
  (await ownersOf(runner, tenantId)).slice(0, limits.ownersTold);
