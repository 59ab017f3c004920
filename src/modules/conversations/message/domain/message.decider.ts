import { limits } from '../../../../catalogue/limits/limits.js';
import { type Decider, decideBy } from '../../../../kernel/decider.js';
import { type Instant, later } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { newestRemovable } from '../../../../kernel/retention.js';
import { type AssetLog, mayBecome, noAssets, noteAsset, statusOf } from './message.assets.js';
import type {
  ChangeAssetStatus,
  DeleteMessage,
  EndMessages,
  MessageCommand,
  PostMessage,
  ReopenMessages,
} from './message.commands.js';
import type { MessageClosureEvent, MessageEvent, MessagePosted, RemovalAsked } from './message.events.js';

/** That a source id is taken, and by which message. */
export interface Sourced {
  readonly sourceId: string;
  readonly sequence: number;
}

/** The end of a conversation's messages: enough to number the next one and to know a repeated one. */
export interface MessageLog {
  readonly lastSequence: number;
  /** Every message after `recentSince` that has a source id is here, newest last. */
  readonly recent: readonly Sourced[];
  readonly recentSince: number;
  /** The ids of recently deleted messages. */
  readonly deleted: readonly string[];
  readonly assets: AssetLog;
  /** Time of the newest event of a message. */
  readonly lastAt?: Instant;
  /** The removal for which no message is accepted. */
  readonly ended?: RemovalAsked;
}

type Event = MessageEvent | MessageClosureEvent;

export const isRecent = ({ recent }: MessageLog, sourceId: string): boolean =>
  recent.some((each) => each.sourceId === sourceId);

/**
 * The sequence is dense: a decision uses the last one, and an append with an older one fails. A source id that is taken
 * changes nothing. The response that shows the first message checks whether both are the same.
 */
function post({ data, meta }: PostMessage, log: MessageLog): readonly Event[] {
  if (log.ended) return reject('errors.position.not_reached');
  const { content, participantId, seenBy, sourceId, freeThrough = 0 } = data;
  if (sourceId !== undefined) {
    if (isRecent(log, sourceId)) return [];
    if (freeThrough < log.recentSince) return reject('errors.position.not_reached');
  }
  const numbered = { ...content, messageId: meta.commandId, sequence: log.lastSequence + 1, participantId, seenBy };
  return [{ type: 'MessagePosted', data: sourceId === undefined ? numbered : { ...numbered, sourceId } }];
}

function remove({ data: { messageId, sequence, media } }: DeleteMessage, log: MessageLog): readonly Event[] {
  if (log.ended) return reject('errors.position.not_reached');
  if (log.deleted.includes(messageId)) return [];
  const about = { messageId, sequence, lastSequence: log.lastSequence };
  return [{ type: 'MessageDeleted', data: media ? { ...about, media } : about }];
}

/** A status that may not follow the present one changes nothing: the first outcome of an upload is final. */
function changeAsset({ data }: ChangeAssetStatus, log: MessageLog): readonly Event[] {
  if (log.ended) return reject('errors.position.not_reached');
  const { messageId, sequence, asset, seen } = data;
  const known = statusOf(log.assets, messageId);
  if (known === undefined && seen.through < log.assets.since) return reject('errors.position.not_reached');
  if (!mayBecome(known ?? seen.status, asset.status)) return [];
  return [{ type: 'AssetStatusChanged', data: { messageId, sequence, lastSequence: log.lastSequence, asset } }];
}

const lastIn = ({ lastSequence, lastAt }: Pick<MessageLog, 'lastSequence' | 'lastAt'>) => ({
  lastSequence,
  ...(lastAt === undefined ? {} : { lastAt }),
});

function end({ data: removal }: EndMessages, log: MessageLog): readonly Event[] {
  const isTooNew =
    removal.scope === 'ALL' && log.lastAt !== undefined && log.lastAt > newestRemovable(removal, removal.at);
  return isTooNew || log.ended ? [] : [{ type: 'MessagesEnded', data: { ...lastIn(log), removal } }];
}

const reopen = (_: ReopenMessages, log: MessageLog): readonly Event[] =>
  log.ended ? [{ type: 'MessagesReopened', data: lastIn(log) }] : [];

const withoutEnd = ({ ended: _, ...log }: MessageLog): MessageLog => log;

/** The oldest one goes when there are too many; from its sequence on back nothing is known any more. */
function posted(log: MessageLog, { sourceId, sequence }: MessagePosted['data']): MessageLog {
  if (sourceId === undefined) return { ...log, lastSequence: sequence };
  const recent = [...log.recent, { sourceId, sequence }];
  const dropped = recent.length > limits.recentMessages ? recent.shift() : undefined;
  return { ...log, lastSequence: sequence, recent, recentSince: dropped?.sequence ?? log.recentSince };
}

export const messageDecider: Decider<MessageCommand, MessageLog, Event> = {
  category: 'messageLog',
  initial: { lastSequence: 0, recent: [], recentSince: 0, deleted: [], assets: noAssets },
  window: limits.recentMessages,

  decide: decideBy({
    PostMessage: post,
    DeleteMessage: remove,
    ChangeAssetStatus: changeAsset,
    EndMessages: end,
    ReopenMessages: reopen,
  }),

  /** The first event seen need not be the stream's first: what came before it is then unknown. */
  evolve(before, event) {
    const { type, data, meta } = event;
    const isTail = before.lastSequence === 0 && meta.version > 1;
    const first = type === 'MessagePosted' ? data.sequence - 1 : data.lastSequence;
    const tail = { ...before, recentSince: first, assets: { ...noAssets, since: meta.position - 1 } };
    const start = isTail ? tail : before;
    if (type === 'MessagesEnded') return { ...start, ...lastIn(data), ended: data.removal };
    if (type === 'MessagesReopened') return { ...withoutEnd(start), ...lastIn(data) };
    const lastAt = start.lastAt === undefined ? meta.at : later(start.lastAt, meta.at);
    const log = { ...start, lastAt, assets: noteAsset(start.assets, event) };
    if (type === 'MessagePosted') return posted(log, data);
    if (type === 'AssetStatusChanged') return { ...log, lastSequence: data.lastSequence };
    const deleted = [...log.deleted.slice(1 - limits.recentMessages), data.messageId];
    return { ...log, lastSequence: data.lastSequence, deleted };
  },
};
