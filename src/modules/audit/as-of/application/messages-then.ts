import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import { newestAt } from '../../../../engine/log/stream-search.js';
import type { Past } from '../../../../engine/read-models/past/past.js';
import type { Recorded } from '../../../../kernel/event.js';
import { streamName } from '../../../../kernel/stream.js';
import type { MessageClosureEvent, MessageEvent } from '../../../conversations/message/domain/message.events.js';
import {
  type MessagesEnd,
  messagesEndAt,
  NO_MESSAGES,
} from '../../../conversations/message/domain/messages-end.events.js';

/** The end of the messages of a conversation at the moment. Reads few events of a log of any length. */
export async function messagesEndThen({ log, tenantId, position }: Past, conversationId: string): Promise<MessagesEnd> {
  const newest = await newestAt(log, streamName('messageLog', tenantId, conversationId), position);
  return newest ? messagesEndAt(newest as Recorded<MessageEvent | MessageClosureEvent>) : NO_MESSAGES;
}

/** Whether the message was never changed, so that it was then as it is now. */
export const isAsPosted = ({ revision, erased }: MessageRow): boolean => revision === 1 && !erased;
