import type { Recorded } from '../../../src/kernel/event.js';
import { parseStreamName } from '../../../src/kernel/stream.js';

// biome-ignore lint/suspicious/noExplicitAny: of an event by its name.
type Data = any;

const first = (text: unknown): string | undefined => (typeof text === 'string' ? text.split(' ')[0] : undefined);

/** Where each kind of event carries the mark of the wish it came from. */
const MARKS: Readonly<Record<string, (data: Data, event: Recorded) => string | undefined>> = {
  MessagePosted: ({ text }) => first(text),
  MessageDeleted: ({ messageId }, { meta }) => `deleted ${placeOf(meta.stream)}.${messageId}`,
  ConversationOpened: ({ description }) => first(description),
  ConversationChanged: ({ description, data }) => first(description) ?? data?.value?.mark ?? first(data?.text),
  ConversationLabelled: ({ labels }) =>
    labels.find((label: string) => label.startsWith('mark:'))?.slice('mark:'.length),
  ConversationLocked: ({ note }) => note,
  ConversationArchived: (_, { meta }) => `archived ${placeOf(meta.stream)}`,
  ParticipantJoined: ({ displayName }) => first(displayName),
  ParticipantChanged: ({ displayName }) => first(displayName),
  UserCreated: ({ firstname }) => firstname,
  ApiKeyCreated: ({ name }) => name,
  ConversationTypeCreated: ({ description }) => description,
  TenantCreated: ({ name }) => first(name),
};

const MARK = /^(w\d+|(deleted|archived) .+)$/;

function placeOf(stream: string): string {
  const { tenantId, id } = parseStreamName(stream);
  return `${tenantId}/${id}`;
}

/** The mark that an event carries. Events of the service itself, and of what was there before the load, carry none. */
export function markOf(event: Recorded): string | undefined {
  const mark = MARKS[event.type]?.(event.data, event);
  return mark !== undefined && MARK.test(mark) ? mark : undefined;
}

/** `answered`: marks by the ids that were answered. The text of a deleted message, and the mark in it, is erased. */
export function byMark(
  events: readonly Recorded[],
  answered: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Recorded[]> {
  const found = new Map<string, Recorded[]>();
  for (const event of events) {
    const { messageId } = event.data as { readonly messageId?: string };
    const isErased = event.type === 'MessagePosted' && event.meta.erased;
    const mark = isErased ? answered.get(messageId ?? '') : markOf(event);
    if (mark === undefined) continue;
    const same = found.get(mark);
    if (same) same.push(event);
    else found.set(mark, [event]);
  }
  return found;
}
