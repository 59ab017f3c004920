import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../../../src/kernel/decider.js';
import type { Recorded } from '../../../../src/kernel/event.js';
import { HOUR, instant, plus } from '../../../../src/kernel/instant.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import { conversationSnapshot } from '../../../../src/modules/conversations/conversation/domain/conversation.snapshot.js';
import type {
  Conversation,
  Open,
} from '../../../../src/modules/conversations/conversation/domain/conversation.state.js';
import {
  AddParticipant,
  ChangeParticipant,
  RemoveParticipant,
} from '../../../../src/modules/conversations/conversation/domain/membership.commands.js';
import type { MembershipEvent } from '../../../../src/modules/conversations/conversation/domain/membership.events.js';
import { commandMeta, metaOf } from '../../../support/given/given.js';

type AnyEvent = Recorded<ConversationEvent | MembershipEvent>;
type Step = ConversationEvent | MembershipEvent;

const kinds = ['USER', 'CLIENT', 'SHARED', 'WORKFLOW'] as const;
const id = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor');
const joined = fc.record({
  participantId: id,
  kind: fc.constantFrom(...kinds),
  userId: fc.option(id, { nil: undefined }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  joined.map(({ participantId, kind, userId }): Step => {
    const user = kind === 'USER' && userId !== undefined ? { userId } : {};
    const data = { participantId, kind, displayName: `${participantId} ☃`, fromSequence: 3, ...user };
    return { type: 'ParticipantJoined', data };
  }),
  id.map(
    (participantId): Step => ({ type: 'ParticipantChanged', data: { participantId, email: null, displayName: 'x' } }),
  ),
  id.map((participantId): Step => ({ type: 'ParticipantLeft', data: { participantId } })),
  fc.constant<Step>({ type: 'ConversationChanged', data: { description: null, data: { digest: 'd' } } as never }),
  fc.constant<Step>({ type: 'ConversationLabelled', data: { labels: ['é', 'x:y'] } as never }),
  fc.constant<Step>({ type: 'ConversationLocked', data: { until: '2030-01-01T00:00:00.000Z', by: 'u' } as never }),
  fc.constant<Step>({ type: 'ConversationUnlocked', data: {} as never }),
  fc.constant<Step>({ type: 'ConversationArchived', data: {} as never }),
  fc.constant<Step>({ type: 'ConversationChanged', data: { archived: false } as never }),
  fc.constant<Step>({ type: 'ConversationLockExpired', data: {} as never }),
  fc.constant<Step>({ type: 'LegalHoldPlaced', data: {} as never }),
  fc.constant<Step>({ type: 'LegalHoldLifted', data: {} as never }),
);

const START = instant('2030-01-01T00:00:00Z');

const opened: Step = { type: 'ConversationOpened', data: { conversationTypeId: 't' } };
const newMember = (name: string, userId?: string) => ({
  id: name,
  kind: 'USER' as const,
  displayName: 'New',
  fromSequence: 1,
  ...(userId === undefined ? {} : { userId }),
});
const commands = ['a', 'b', 'c', 'd', 'constructor', 'e'].flatMap((name) => [
  new AddParticipant('x', { newMember: newMember(name, name) }, commandMeta()),
  new ChangeParticipant('x', { id: name, patch: { displayName: 'Other' } } as never, commandMeta()),
  new RemoveParticipant('x', { id: name } as never, commandMeta()),
]);

function decisions(state: Conversation): readonly unknown[] {
  return commands.map((command) => {
    try {
      return conversationDecider.decide(command as never, state);
    } catch (refused) {
      return String(refused);
    }
  });
}

/** An hour after the one before. */
const recordedAs = (event: Step, version: number): AnyEvent =>
  ({ ...event, meta: metaOf('conversation-x', version, { at: plus(START, version * HOUR) }) }) as AnyEvent;

/** The steps that the decider lets happen: who was there does not join again, nor a user twice. */
function possible(steps: readonly Step[]): readonly AnyEvent[] {
  const happened = [recordedAs(opened, 1)];
  for (const each of steps) {
    const { members, left } = fold(conversationDecider, happened) as Open;
    if (each.type === 'ParticipantJoined') {
      const { participantId, userId = '', kind } = each.data;
      const isThere = members.has(participantId) || left.has(participantId) || members.ofUser(userId);
      if (isThere || ((kind === 'SHARED' || kind === 'WORKFLOW') && members.ofKind(kind))) continue;
    }
    if (each.type === 'ParticipantLeft' && !members.has(each.data.participantId)) continue;
    happened.push(recordedAs(each, happened.length + 1));
  }
  return happened;
}

/** What a restart makes of a state. */
const kept = (state: Conversation): Conversation =>
  conversationSnapshot.read(JSON.parse(JSON.stringify(conversationSnapshot.write(state))));

const shape = (state: Conversation) => {
  const { members, left, ...rest } = state as Open;
  return { ...rest, members: [...members.values()], left: [...left.keys()] };
};

describe('a snapshot of a conversation', () => {
  test('leads to the states and decisions that the stream leads to, wherever it was made', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), (steps, at) => {
        const stream = possible(steps);
        const whole = fold(conversationDecider, stream);
        const before = fold(conversationDecider, stream.slice(0, at + 1));
        const resumed = fold(conversationDecider, stream.slice(at + 1), kept(before));
        expect(shape(resumed)).toEqual(shape(whole));
        expect(decisions(resumed)).toEqual(decisions(whole));
      }),
      { numRuns: 300 },
    );
  });

  test('is of a version that is raised with every change of the fold', () => {
    const folder = join(import.meta.dirname, '../../../../src/modules/conversations/conversation/domain');
    const files = [
      'conversation.evolve',
      'conversation.state',
      'members',
      'membership.events',
      'conversation.snapshot',
    ];
    const texts = files.map((file) =>
      readFileSync(join(folder, `${file}.ts`), 'utf8')
        .replace(/^(import|\} from).*$/gm, '')
        .replace(/^ *(\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm, ''),
    );
    const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
    expect([conversationSnapshot.version, digest]).toEqual([5, '401aa4d973933e21']);
  });
});
