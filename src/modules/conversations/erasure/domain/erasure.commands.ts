import { command } from '../../../../kernel/command.js';
import type { ErasureAdvanced } from '../../../../kernel/erasure.js';

/** The target is the conversation. */
export class AdvanceErasure extends command('AdvanceErasure')<ErasureAdvanced['data']> {}
export class CompleteErasure extends command('CompleteErasure')<Record<string, never>> {}

export const erasureCommands = [AdvanceErasure, CompleteErasure] as const;
export type ErasureCommand = InstanceType<(typeof erasureCommands)[number]>;
