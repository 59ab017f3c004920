import type { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { OWNERS } from '../domain/owner.commands.js';
import { ownerDecider } from '../domain/owner.decider.js';

/** Ids of the users who own the tenant, the first owner first. */
export async function ownersOf(runner: CommandRunner, tenantId: string): Promise<readonly string[]> {
  const { present } = await runner.peek(ownerDecider, tenantId, OWNERS);
  return present;
}
