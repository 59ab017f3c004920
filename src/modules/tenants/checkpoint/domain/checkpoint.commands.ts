import { command } from '../../../../kernel/command.js';

/** Keeps a checkpoint that is signed. */
export class KeepCheckpoint extends command('KeepCheckpoint')<{ readonly note: string }> {}

export const checkpointCommands = [KeepCheckpoint] as const;
