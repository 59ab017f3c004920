import type { AssetStatus } from '../../../../catalogue/assets.js';
import { command } from '../../../../kernel/command.js';
import type { Position } from '../../../../kernel/event.js';
import type { Asset, Content, Gate, RemovalAsked } from './message.events.js';

/**
 * The target is the conversation; the message's id is the command's. `freeThrough`: in the read model no message up to
 * this sequence has the source id. Without it the read model was not read.
 */
export class PostMessage extends command('PostMessage')<{
  content: Content;
  participantId: string;
  seenBy: string;
  sourceId?: string;
  freeThrough?: number;
}> {}

/** Deletes a message that the read model shows. `media`: it has an asset. */
export class DeleteMessage extends command('DeleteMessage')<{ messageId: string; sequence: number; media?: true }> {}

/** Status of an asset, or that its message is deleted. */
export type SeenStatus = AssetStatus | 'DELETED';

/** `seen`: the status in the read model, complete up to the position `through`. */
export class ChangeAssetStatus extends command('ChangeAssetStatus')<{
  messageId: string;
  sequence: number;
  asset: Asset;
  seen: { status: SeenStatus; through: Position };
}> {}

/** Ends the messages before retention removes the conversation, unless one of them is too new for its policy. */
export class EndMessages extends command('EndMessages')<RemovalAsked> {}

/** The conversation is not removed after all. */
export class ReopenMessages extends command('ReopenMessages')<Record<string, never>> {}

/** Before the end of what messages rest on: the conversation is archived, or the author leaves. */
export class CloseMessages extends command('CloseMessages')<Gate> {}

/** Opens a gate whose archiving or removal did not happen, or was undone. */
export class OpenMessages extends command('OpenMessages')<Pick<Gate, 'gate'>> {}

export const messageCommands = [
  PostMessage,
  DeleteMessage,
  ChangeAssetStatus,
  EndMessages,
  ReopenMessages,
  CloseMessages,
  OpenMessages,
] as const;
export type MessageCommand = InstanceType<(typeof messageCommands)[number]>;
