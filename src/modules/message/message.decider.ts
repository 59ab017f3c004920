import type { Decider } from '../../kernel/decider.js';
import { equal } from '../../kernel/equal.js';
import { limits } from '../../kernel/limits.js';
import { reject } from '../../kernel/rejection.js';
import type { MessageCommand, PostMessage } from './message.commands.js';
import type { Content, MessageEvent, MessagePosted } from './message.events.js';

/** A message that was posted under a source id. */
export interface Sourced {
  readonly sourceId: string;
  readonly messageId: string;
  readonly sequence: number;
  readonly participantId: string;
  readonly content: Content;
}

/** The end of a conversation's messages: enough to number the next one and to know a repeated one. */
export interface MessageLog {
  readonly lastSequence: number;
  /** Every message after `recentSince` that has a source id is here, newest last. */
  readonly recent: readonly Sourced[];
  readonly recentSince: number;
  readonly deleted: readonly string[];
}

export const contentOf = ({ kind, text, location, formattedAddress }: Content): Content => ({
  kind,
  ...(text === undefined ? {} : { text }),
  ...(location === undefined ? {} : { location }),
  ...(formattedAddress === undefined ? {} : { formattedAddress }),
});

export const sourcedMessage = (log: MessageLog, sourceId: string): Sourced | undefined =>
  log.recent.findLast((each) => each.sourceId === sourceId);

/** Whether asking again under the same source id means the same message. */
export const sameMessage = (known: Pick<Sourced, 'participantId' | 'content'>, asked: PostMessage['data']): boolean =>
  known.participantId === asked.participantId && equal(known.content, contentOf(asked));

/** The sequence is dense: whoever decides holds the last one, and the append fails for whoever holds an older. */
function post({ data }: PostMessage, log: MessageLog): readonly MessageEvent[] {
  const { messageId, participantId, seenBy, sourceId, lookup } = data;
  if (sourceId !== undefined) {
    const known = sourcedMessage(log, sourceId);
    if (known) return sameMessage(known, data) ? [] : reject('errors.message.source_id_taken');
    if ((lookup?.throughSequence ?? 0) < log.recentSince) return reject('errors.position.not_reached');
  }
  const sequence = log.lastSequence + 1;
  const source = sourceId === undefined ? {} : { sourceId };
  return [
    { type: 'MessagePosted', data: { ...contentOf(data), messageId, sequence, participantId, seenBy, ...source } },
  ];
}

function remembered(log: MessageLog, { sourceId, messageId, sequence, participantId, ...rest }: MessagePosted['data']) {
  if (sourceId === undefined) return log;
  const sourced: Sourced = { sourceId, messageId, sequence, participantId, content: contentOf(rest) };
  if (log.recent.length < limits.recentMessages) return { ...log, recent: [...log.recent, sourced] };
  const [dropped, ...recent] = log.recent;
  return { ...log, recent: [...recent, sourced], recentSince: dropped?.sequence ?? log.recentSince };
}

export const messageDecider: Decider<MessageCommand, MessageLog, MessageEvent> = {
  category: 'messageLog',
  initial: { lastSequence: 0, recent: [], recentSince: 0, deleted: [] },
  tail: limits.recentMessages,

  decide(command, log) {
    switch (command.type) {
      case 'PostMessage':
        return post(command, log);
      case 'DeleteMessage': {
        const { messageId, sequence } = command.data;
        if (log.deleted.includes(messageId)) return [];
        return [{ type: 'MessageDeleted', data: { messageId, sequence, lastSequence: log.lastSequence } }];
      }
    }
  },

  evolve(before, { type, data, meta: { version } }) {
    const fresh = before.lastSequence === 0 && version > 1;
    const first = type === 'MessagePosted' ? data.sequence - 1 : data.lastSequence;
    const log = fresh ? { ...before, recentSince: first } : before;
    if (type === 'MessagePosted') return { ...remembered(log, data), lastSequence: data.sequence };
    return { ...log, lastSequence: data.lastSequence, deleted: [...log.deleted.slice(-255), data.messageId] };
  },
};
