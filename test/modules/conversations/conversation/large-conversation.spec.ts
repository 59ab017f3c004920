import { describe, expect, test } from 'vitest';
import { fold } from '../../../../src/kernel/decider.js';
import type { Recorded } from '../../../../src/kernel/event.js';
import { streamName } from '../../../../src/kernel/stream.js';
import {
  EMPTY_SNAPSHOT,
  evolveSnapshot,
} from '../../../../src/modules/automation/workflow/domain/conversation-snapshot.js';
import { ReplaceConversation } from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import type { Open } from '../../../../src/modules/conversations/conversation/domain/conversation.state.js';
import type {
  MembershipEvent,
  ParticipantJoined,
} from '../../../../src/modules/conversations/conversation/domain/membership.events.js';
import { commandMeta, recorded, TENANT } from '../../../support/given/given.js';
import { timed } from '../../../support/processes/thread-time.js';

type AnyEvent = Recorded<ConversationEvent | MembershipEvent>;

const MEMBERS = 20_000;
/** Ten times what a linear fold takes on a slow machine, a tenth of what a quadratic one takes on a fast one. */
const BOUND_MS = 1_500;

const joined = (n: number): ParticipantJoined => ({
  type: 'ParticipantJoined',
  data: { participantId: `p${n}`, kind: 'USER', displayName: `User ${n}`, userId: `u${n}`, fromSequence: 0 },
});
const events = [
  { type: 'ConversationOpened', data: { conversationTypeId: 'support' } },
  ...Array.from({ length: MEMBERS }, (_, n) => joined(n)),
] as readonly (ConversationEvent | MembershipEvent)[];
const stream: readonly AnyEvent[] = recorded(events, streamName('conversation', TENANT, 'c'));

describe(`a conversation of ${MEMBERS} participants`, () => {
  test('is folded in linear time', () => {
    const { result, ms } = timed(() => fold(conversationDecider, stream) as Open);
    expect([result.members.size, result.members.ofUser('u777')?.id]).toEqual([MEMBERS, 'p777']);
    expect([...result.members.values()].slice(0, 3).map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
    expect(ms).toBeLessThan(BOUND_MS);
  });
  test('is folded in linear time for workflows', () => {
    const { result, ms } = timed(() => stream.reduce(evolveSnapshot, EMPTY_SNAPSHOT));
    expect(result.kinds.get('p19999')).toBe('USER');
    expect(ms).toBeLessThan(BOUND_MS);
  });
  test('is decided without a scan of all for each participant of the command', () => {
    const state = fold(conversationDecider, stream);
    const participants = Array.from({ length: 1_000 }, (_, n) => ({
      id: `new${n}`,
      kind: 'USER' as const,
      displayName: 'New',
      userId: `new${n}`,
      fromSequence: 0,
    }));
    const command = new ReplaceConversation('c', { conversationTypeId: 'support', participants }, commandMeta());
    const { result, ms } = timed(() => conversationDecider.decide(command, state));
    expect(result).toHaveLength(1_000);
    expect(ms).toBeLessThan(BOUND_MS);
  });
  test('keeps a state that others are folded from', () => {
    const half = fold(conversationDecider, stream.slice(0, 100)) as Open;
    fold(conversationDecider, stream.slice(100, 200), half);
    expect([half.members.size, half.members.has('p150')]).toEqual([99, false]);
  });
});
