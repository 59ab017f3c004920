import type { CommandMeta } from '../../../../../kernel/command.js';
import type { Position } from '../../../../../kernel/event.js';
import type { Channel } from '../../domain/notification.effect.js';

/** Parts of a request that determine the texts. */
export interface TextRequest {
  readonly tenantId: string;
  readonly conversationId: string;
  /** Instead of the one that the conversation's type names. */
  readonly templateName?: string;
  readonly runId?: string;
  readonly workflowId?: string;
  /** conversation_data to fill in. Default: the present data. */
  readonly data?: (paths: readonly string[]) => Promise<unknown>;
  /** Position of the event whose data they are; a resend renders the same. */
  readonly dataAt?: Position;
  /** Id of the notification that is sent again. */
  readonly resendOf?: string;
  /** The failure that caused the notifications, for parameters of the kind ERROR. */
  readonly error?: string;
}

export interface NotifyRequest extends TextRequest {
  /** Every CLIENT where left out. */
  readonly participantIds?: readonly string[];
  /** Both where left out. */
  readonly channels?: readonly Channel[];
  /** Cause of the notifications. The same cause again gives the same notifications and sends nothing twice. */
  readonly cause: string;
  /** `participant:…` who caused it and is not notified. */
  readonly exceptActor?: string;
  readonly meta: CommandMeta;
}
