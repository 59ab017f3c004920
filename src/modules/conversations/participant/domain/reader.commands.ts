import { command } from '../../../../kernel/command.js';

/** A user who takes no part has read up to the sequence. */
export class MarkConversationSeen extends command('MarkConversationSeen')<{ userId: string; sequence: number }> {}

export const readerCommands = [MarkConversationSeen] as const;
