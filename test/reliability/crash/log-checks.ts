import { createHash } from 'node:crypto';
import type { Recorded } from '../../../src/kernel/event.js';
import { parseStreamName } from '../../../src/kernel/stream.js';
import type { MessageEvent, MessagePosted } from '../../../src/modules/conversations/message/domain/message.events.js';
import type { Stored } from '../../../src/ports/stores/event-store.js';
import { byMark, markOf } from './traces.js';
import type { Entry } from './wish.js';

/** What was compared, and what of it is wrong. */
export interface Finding {
  readonly compared: number;
  readonly wrong: readonly string[];
}

export type Findings = Readonly<Record<string, Finding>>;

const streamsOf = (events: readonly Recorded[]): ReadonlyMap<string, readonly Recorded[]> =>
  Map.groupBy(events, ({ meta }) => meta.stream);

const twice = (values: readonly string[]): readonly string[] => {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
};

/** Versions from 1 without gaps, positions rising, no event id twice, each command's events together. */
function streams(events: readonly Recorded[]): Finding {
  const wrong = twice(events.map(({ meta }) => meta.id)).map((id) => `event id ${id} is there twice`);
  for (const [i, { meta }] of events.entries()) {
    if (meta.position <= (events[i - 1]?.meta.position ?? 0)) wrong.push(`position ${meta.position} is out of order`);
  }
  for (const [stream, own] of streamsOf(events)) {
    const gap = own.findIndex(({ meta }, i) => meta.version !== i + 1);
    if (gap >= 0) wrong.push(`${stream}: version ${gap + 1} is missing`);
    const commands = own.map(({ meta }) => meta.commandId).filter((id, i, all) => id !== all[i - 1]);
    for (const id of twice(commands)) wrong.push(`${stream}: command ${id} was appended in pieces`);
  }
  return { compared: events.length, wrong };
}

/** In each conversation sequences from 1 without gaps, in the order of the log; message and source ids once. */
function sequences(events: readonly Recorded[]): Finding {
  const wrong: string[] = [];
  let compared = 0;
  for (const [stream, own] of streamsOf(events)) {
    if (parseStreamName(stream).category !== 'messageLog') continue;
    const posted = (own as readonly Recorded<MessageEvent>[]).filter(
      (event): event is Recorded<MessagePosted> => event.type === 'MessagePosted',
    );
    compared += posted.length;
    const gap = posted.findIndex(({ data }, i) => data.sequence !== i + 1);
    if (gap >= 0) wrong.push(`${stream}: sequence ${posted[gap]?.data.sequence} stands where ${gap + 1} should`);
    for (const id of twice(posted.map(({ data }) => data.messageId))) wrong.push(`${stream}: message ${id} twice`);
    for (const id of twice(posted.flatMap(({ data }) => data.sourceId ?? [])))
      wrong.push(`${stream}: source ${id} twice`);
  }
  return { compared, wrong };
}

type Marks = ReadonlyMap<string, readonly Recorded[]>;

const leavesMark = ({ wish }: Entry) => wish.kind !== 'seen';

/** What was acknowledged is there once, under the ids that were answered. */
function acknowledged(marks: Marks, entries: readonly Entry[]): Finding {
  const wrong: string[] = [];
  const acked = entries.filter((entry) => leavesMark(entry) && entry.outcome.is === 'acked');
  for (const { wish, outcome } of acked) {
    if (outcome.is !== 'acked') continue;
    const left = marks.get(wish.mark) ?? [];
    const [event] = left;
    if (left.length === 0) wrong.push(`lost: wish ${wish.n} (${wish.kind}), answered ${outcome.status}`);
    else if (left.length > 1) wrong.push(`doubled: wish ${wish.n} (${wish.kind}) left ${left.length} events`);
    else if (event && !agrees(event, outcome.told)) {
      wrong.push(`wish ${wish.n} (${wish.kind}) was answered ${JSON.stringify(outcome.told)}, the log says otherwise`);
    }
  }
  return { compared: acked.length, wrong };
}

function agrees({ type, data, meta }: Recorded, told: { readonly id?: string; readonly sequence?: number }): boolean {
  const { messageId, participantId, sequence } = data as Readonly<Record<string, unknown>>;
  const { id } = parseStreamName(meta.stream);
  if (type === 'MessagePosted') return told.id === messageId && (told.sequence ?? sequence) === sequence;
  if (type === 'ParticipantJoined' || type === 'ParticipantChanged') return told.id === participantId;
  return type === 'TenantCreated' || told.id === undefined || told.id === id;
}

/** What was refused left nothing; what was never answered is there once or not at all; nothing came of nothing. */
function others(marks: Marks, entries: readonly Entry[]): Finding {
  const wrong: string[] = [];
  const known = new Map(entries.map((entry) => [entry.wish.mark, entry]));
  for (const [mark, left] of marks) {
    const entry = known.get(mark);
    if (!entry)
      wrong.push(`${left[0]?.type} at ${left[0]?.meta.position} bears the mark ${mark}, which nobody asked for`);
    else if (entry.outcome.is === 'refused') {
      const { wish, outcome } = entry;
      wrong.push(`wish ${wish.n} was refused (${outcome.code}) and left ${left[0]?.type}: ${JSON.stringify(wish)}`);
    } else if (left.length > 1) wrong.push(`wish ${entry.wish.n} (${entry.wish.kind}) left ${left.length} events`);
  }
  return { compared: entries.filter(({ outcome }) => outcome.is !== 'acked').length, wrong };
}

/** A conversation is opened with all its participants or not at all. */
function whole(events: readonly Recorded[], entries: readonly Entry[]): Finding {
  const wrong: string[] = [];
  const joining = new Map(entries.map(({ wish }) => [wish.mark, wish.about?.joining]));
  const opened = [...streamsOf(events).values()].filter((own) => own[0]?.type === 'ConversationOpened');
  for (const own of opened) {
    const [first] = own;
    const command = first?.meta.commandId;
    const mark = first && markOf(first);
    const together = own.filter(({ type, meta }) => type === 'ParticipantJoined' && meta.commandId === command).length;
    const wanted = joining.get(mark ?? '');
    if (wanted !== together) wrong.push(`${first?.meta.stream}: opened with ${together} of ${wanted} participants`);
  }
  return { compared: opened.length, wrong };
}

/** Whose marker an event moves, and how far: who joins has seen what was there, who posts their own. */
function marking({ type, data, meta }: Recorded): readonly [name: string, sequence: number] | undefined {
  const { sequence = 0, fromSequence = 0, seenBy, participantId } = data as Readonly<Record<string, never>>;
  const { tenantId, id } = parseStreamName(meta.stream);
  if (type === 'MessageSeen') return [`${tenantId}/${id}`, sequence];
  if (type === 'MessagePosted') return [`${tenantId}/${id}.${seenBy}`, sequence];
  return type === 'ParticipantJoined' ? [`${tenantId}/${id}.${participantId}`, fromSequence] : undefined;
}

/** A marker that was acknowledged is never behind what was acknowledged. */
function markers(events: readonly Recorded[], entries: readonly Entry[]): Finding {
  const reached = new Map<string, number>();
  for (const event of events) {
    const [name, sequence = 0] = marking(event) ?? [];
    if (name !== undefined) reached.set(name, Math.max(sequence, reached.get(name) ?? 0));
  }
  const acked = entries.filter(({ wish, outcome }) => wish.kind === 'seen' && outcome.is === 'acked');
  const wrong = acked.flatMap(({ wish: { n, tenantId, conversationId, about } }) => {
    const now = reached.get(`${tenantId}/${conversationId}.${about?.id}`) ?? 0;
    return now < (about?.sequence ?? 0) ? [`wish ${n}: the marker stands at ${now}, not at ${about?.sequence}`] : [];
  });
  return { compared: acked.length, wrong };
}

/** Whatever may have happened: all that the log says of the journal. */
export function checkLog(events: readonly Recorded[], entries: readonly Entry[]): Findings {
  const answered = entries.flatMap(({ wish: { kind, mark }, outcome }) =>
    kind === 'message' && outcome.is === 'acked' && outcome.told.id ? [[outcome.told.id, mark] as const] : [],
  );
  const marks = byMark(events, new Map(answered));
  return {
    'streams dense, ids once': streams(events),
    'sequences dense, in log order': sequences(events),
    'acknowledged: none lost, none doubled': acknowledged(marks, entries),
    'unanswered: once or not at all': others(marks, entries),
    'conversations opened whole': whole(events, entries),
    'read markers kept': markers(events, entries),
  };
}

/** Of everything in the log as it is stored, so that a longer log can be seen to begin with it. */
export function digestOf(events: readonly Stored[]): string {
  const digest = createHash('sha256');
  for (const event of events) digest.update(JSON.stringify(event));
  return digest.digest('hex');
}
