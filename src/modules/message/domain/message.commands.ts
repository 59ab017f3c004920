import { command } from '../../../kernel/command.js';
import type { Content } from './message.events.js';

/**
 * The target is the conversation; the message's id is the command's. `freeThrough`: up to this sequence no message has
 * the source id, as the read model says; without it nobody looked.
 */
export class PostMessage extends command('PostMessage')<{
  content: Content;
  participantId: string;
  seenBy: string;
  sourceId?: string;
  freeThrough?: number;
}> {}

/** Deletes a message that the read model shows. */
export class DeleteMessage extends command('DeleteMessage')<{ messageId: string; sequence: number }> {}

export const messageCommands = [PostMessage, DeleteMessage] as const;
export type MessageCommand = InstanceType<(typeof messageCommands)[number]>;
