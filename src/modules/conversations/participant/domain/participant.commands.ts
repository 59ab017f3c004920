import { command } from '../../../../kernel/command.js';

/** Decided on the participant's own stream. `floor`: what counts as seen without being said (joining, own messages). */
export class MarkSeen extends command('MarkSeen')<{ sequence: number; floor: number }> {}

export const participantCommands = [MarkSeen] as const;
