import fc from 'fast-check';
import type { Event } from '../../../src/kernel/event.js';
import { instant } from '../../../src/kernel/instant.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { PublishableEvent } from '../../../src/public-events/published/published-event.js';
import { TENANT } from '../../support/given/given.js';
import { type ALog, aLog } from './log.fixture.js';

export const OTHER_TENANT = '22222222-2222-7222-8222-222222222222';

/** One step of a history: where, what (of what can happen there now), and with which details. */
const step = fc.record({
  tenant: fc.constantFrom(TENANT, TENANT, TENANT, OTHER_TENANT),
  conversation: fc.constantFrom('a', 'a', 'b'),
  choice: fc.nat(1_000),
  detail: fc.nat(1_000),
});
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

export const someHistory = (maxLength = 60) =>
  fc.noBias(fc.array(step, { minLength: Math.floor(maxLength / 2), maxLength, size: 'max' }));

interface Conversation {
  readonly members: Map<string, string>;
  readonly left: Set<string>;
  readonly seen: Map<string, number>;
  readonly posted: { id: string; sequence: number }[];
  last: number;
}

type Happening = readonly [category: 'conversation' | 'messageLog' | `participant.${string}`, event: PublishableEvent];

const own = (event: PublishableEvent): Happening => ['conversation', event];

/** What may happen to an open conversation, as its deciders would have it. */
function possible(at: Conversation, detail: number): readonly Happening[] {
  const ids = [...at.members.keys()];
  const someone = ids[detail % ids.length];
  const shared = ids.find((id) => at.members.get(id) === 'SHARED');
  const marker = someone && at.members.get(someone) === 'USER' ? (shared ?? someone) : someone;
  const newcomer = `p${ids.length + at.left.size}`;
  const kind = !shared && detail % 3 !== 0 ? 'SHARED' : detail % 2 ? 'USER' : 'CLIENT';
  const until = instant(1_893_484_800_000 + detail * 1_000);
  const message = at.posted[detail % Math.max(1, at.posted.length)];
  const reader = detail % 4 === 0 ? (shared ?? marker) : marker;
  const unseen = reader === undefined ? 0 : at.last - (at.seen.get(reader) ?? 0);
  const sequence = at.last + 1;
  const lastSequence = at.last;
  const post = { messageId: `m${sequence}`, sequence, kind: 'TEXT' as const, text: `t${detail}` };
  return [
    own({ type: 'ConversationChanged', data: { description: `d${detail}` } }),
    own({ type: 'ConversationArchived', data: {} }),
    own({ type: 'ConversationLabelled', data: { labels: [`l${detail}`] } }),
    own({ type: 'ConversationLocked', data: { until, by: 'anna' } }),
    own({ type: 'ConversationUnlocked', data: { by: 'anna' } }),
    own({ type: 'ConversationLockExpired', data: { until } }),
    ...Array<Happening>(ids.length < 3 ? 10 : 1).fill(
      own({
        type: 'ParticipantJoined',
        data: { participantId: newcomer, kind, displayName: newcomer, fromSequence: at.last },
      }),
    ),
    ...(someone
      ? [own({ type: 'ParticipantChanged', data: { participantId: someone, displayName: `n${detail}` } })]
      : []),
    ...(someone && at.members.get(someone) !== 'SHARED'
      ? [own({ type: 'ParticipantLeft', data: { participantId: someone } })]
      : []),
    ...(someone && marker
      ? Array<Happening>(10).fill([
          'messageLog',
          { type: 'MessagePosted', data: { ...post, participantId: someone, seenBy: marker } },
        ])
      : []),
    ...(message
      ? [
          [
            'messageLog',
            { type: 'MessageDeleted', data: { messageId: message.id, sequence: message.sequence, lastSequence } },
          ] satisfies Happening,
        ]
      : []),
    ...(reader && unseen > 0
      ? Array<Happening>(6).fill([
          `participant.${reader}`,
          { type: 'MessageSeen', data: { sequence: at.last - (detail % unseen) } },
        ])
      : []),
  ];
}

function remember(at: Conversation, [category, event]: Happening): void {
  const { type, data } = event;
  if (type === 'ParticipantJoined') {
    at.members.set(data.participantId, data.kind);
    at.seen.set(data.participantId, data.fromSequence);
  }
  if (type === 'ParticipantLeft') {
    at.members.delete(data.participantId);
    at.left.add(data.participantId);
  }
  if (type === 'MessagePosted') {
    at.last = data.sequence;
    at.seen.set(data.seenBy, data.sequence);
    at.posted.push({ id: data.messageId, sequence: data.sequence });
  }
  if (type === 'MessageDeleted') {
    at.posted.splice(
      at.posted.findIndex(({ id }) => id === data.messageId),
      1,
    );
  }
  if (type === 'MessageSeen') at.seen.set(category.slice('participant.'.length), data.sequence);
}

/** A log in which it all has happened. */
export async function logOf(steps: readonly Step[]): Promise<ALog> {
  const made = aLog();
  const known = new Map<string, Conversation>();
  for (const { tenant, conversation, choice, detail } of steps) {
    const at = known.get(tenant + conversation);
    if (!at) {
      known.set(tenant + conversation, { members: new Map(), left: new Set(), seen: new Map(), posted: [], last: 0 });
      const opened: Event = { type: 'ConversationOpened', data: { conversationTypeId: 'support' } };
      await made.append(streamName('conversation', tenant, conversation), opened);
      continue;
    }
    const open = possible(at, detail);
    const happening = open[choice % open.length] as Happening;
    remember(at, happening);
    const [category, inner] = happening[0].split('.');
    const id = inner === undefined ? conversation : `${conversation}.${inner}`;
    await made.append(streamName(category as string, tenant, id), happening[1]);
  }
  return made;
}
