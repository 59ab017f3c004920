import { command } from '../../../../kernel/command.js';
import type { ErasureAdvanced } from '../../../../kernel/erasure.js';
import type { Instant } from '../../../../kernel/instant.js';

/** The target of each command is the key of the subject. */
export class EraseUser extends command('EraseUser')<{ readonly userId: string }> {}
export class AdvanceErasure extends command('AdvanceErasure')<ErasureAdvanced['data']> {}
/** `signature`: of the certificate with this number of events and this time. */
export class CompleteErasure extends command('CompleteErasure')<{
  readonly events: number;
  readonly completedAt: Instant;
  readonly signature?: string;
}> {}

export const erasureCommands = [EraseUser, AdvanceErasure, CompleteErasure] as const;
export type ErasureCommand = InstanceType<(typeof erasureCommands)[number]>;
