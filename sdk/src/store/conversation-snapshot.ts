import type { Conversation } from '../api.js';
import type { FramesStatus } from '../socket.js';
import type { Ended } from './ending.js';
import type { Member } from './members.js';
import type { Sequenced } from './message-window.js';
import type { Pending } from './sending/outbox.js';
import type { Upload } from './sending/uploads.js';

/** The state of a conversation at one moment. */
export interface ConversationSnapshot {
  readonly status: 'loading' | 'ready' | 'ended';
  readonly ended: Ended | undefined;
  readonly connection: FramesStatus['state'];
  readonly conversation: Conversation | undefined;
  /** Participants by id. */
  readonly participants: ReadonlyMap<string, Member>;
  /** Participant of the reader. Absent for a user who takes no part. */
  readonly self: Member | undefined;
  /** A run of messages without a gap, oldest first. */
  readonly messages: readonly Sequenced[];
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** Sequence of the newest message. */
  readonly newest: number;
  /** Own messages that are not among `messages` yet. */
  readonly pending: readonly Pending[];
  /** Uploads by the id of their message. */
  readonly uploads: ReadonlyMap<string, Upload>;
  /** Ids of participants who type. */
  readonly typing: readonly string[];
  /** Sequence of the last message that the reader has seen. */
  readonly lastSeen: number;
  /** Text that is typed and not sent. */
  readonly draft: string;
}
