import { command } from '../../kernel/command.js';
import type { Content } from './message.events.js';

/** What the read model said of a source id, and how far it had come. */
export interface SourceLookup {
  readonly throughSequence: number;
}

/** The target is the conversation. `lookup`: asked before, where the message has a source id. */
export class PostMessage extends command('PostMessage')<
  Content & {
    messageId: string;
    participantId: string;
    seenBy: string;
    sourceId?: string;
    lookup?: SourceLookup;
  }
> {}

/** Of a message that the read model knows. */
export class DeleteMessage extends command('DeleteMessage')<{ messageId: string; sequence: number }> {}

export const messageCommands = [PostMessage, DeleteMessage] as const;
export type MessageCommand = InstanceType<(typeof messageCommands)[number]>;
