import { describe, expect, test } from 'vitest';
import { instant, plus, SECOND } from '../../../../src/kernel/instant.js';
import {
  ArchiveConversation,
  ChangeConversation,
  ReplaceConversation,
  TakeBackConversation,
  WithdrawGate,
} from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type {
  ConversationEvent,
  GateWithdrawn,
} from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import { messageGates } from '../../../../src/modules/conversations/conversation/domain/conversation.process.js';
import { RemoveParticipant } from '../../../../src/modules/conversations/conversation/domain/membership.commands.js';
import type { MembershipEvent } from '../../../../src/modules/conversations/conversation/domain/membership.events.js';
import { commandMeta, given, metaOf, TENANT } from '../../../support/given/given.js';

const conversation = given(conversationDecider);
const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationTypeId: 'a' } };
const carl: MembershipEvent = {
  type: 'ParticipantJoined',
  data: { participantId: 'k', kind: 'CLIENT', displayName: 'Carl', fromSequence: 0 },
};
const archived = (gate?: string): ConversationEvent => ({
  type: 'ConversationArchived',
  data: gate === undefined ? {} : { gate },
});
const back = (gate?: string): ConversationEvent => ({
  type: 'ConversationChanged',
  data: { archived: false, ...(gate === undefined ? {} : { gate }) },
});
const withdrawn: GateWithdrawn = { type: 'GateWithdrawn', data: { gate: 'one' } };
const archive = (gate?: string) => new ArchiveConversation('c', gate === undefined ? {} : { gate }, commandMeta());
const restore = new ChangeConversation('c', { archived: false }, commandMeta());
const withdraw = (participantId?: string) =>
  new WithdrawGate('c', { gate: 'one', ...(participantId === undefined ? {} : { participantId }) }, commandMeta());

describe('archiving', () => {
  test('names the gate that closed the messages', () =>
    conversation(opened).when(archive('one')).gives(archived('one')));
  test('without a gate changes nothing, or is refused', () => {
    conversation(opened, archived('one')).when(archive()).nothing();
    conversation(opened, archived('one'), back('one')).when(archive()).rejected('errors.position.not_reached');
  });
  test('does not take place once its gate is withdrawn', () =>
    conversation(opened, withdrawn).when(archive('one')).rejected('errors.position.not_reached'));
  test('does not take place twice with one gate', () =>
    conversation(opened, archived('one'), back('one')).when(archive('one')).rejected('errors.position.not_reached'));
});

describe('restoring', () => {
  test('names the gate that is to be opened', () =>
    conversation(opened, archived('one')).when(restore).gives(back('one')));
  test('of a conversation that was archived without a gate names none', () =>
    conversation(opened, archived()).when(restore).gives(back()));
});

describe('the withdrawal of a gate', () => {
  test('comes where nothing was ended with it', () => {
    conversation(opened, carl).when(withdraw()).gives(withdrawn);
    conversation(opened, carl).when(withdraw('k')).gives(withdrawn);
  });
  test('changes nothing once the conversation is archived, restored, or the gate withdrawn', () => {
    conversation(opened, archived('one')).when(withdraw()).nothing();
    conversation(opened, archived('one'), back('one')).when(withdraw()).nothing();
    conversation(opened, withdrawn).when(withdraw()).nothing();
  });
  test('changes nothing once the participant has left', () =>
    conversation(opened, carl, { type: 'ParticipantLeft', data: { participantId: 'k', gate: 'one' } })
      .when(withdraw('k'))
      .nothing());
  test('moves neither the revision nor the time of the last change', () => {
    const [before, after] = [conversation(opened).state(), conversation(opened, withdrawn).state()];
    expect(after).toEqual({ ...before, settledGates: ['one'] });
  });
  test('refuses the removal that closed it', () =>
    conversation(opened, carl, withdrawn)
      .when(new RemoveParticipant('c', { id: 'k', gate: 'one' }, commandMeta()))
      .rejected('errors.position.not_reached'));
});

describe('data that follow the schema of a type', () => {
  const data = { digest: 'd', value: { a: 1 } };
  const toB: ConversationEvent = { type: 'ConversationChanged', data: { conversationTypeId: 'b' } };
  const change = (dataFor: string) => new ChangeConversation('c', { data, dataFor }, commandMeta());
  test('are taken while the conversation has the type', () =>
    conversation(opened).when(change('a')).gives({ type: 'ConversationChanged', data: { data } }));
  test('are judged again once it has another', () =>
    conversation(opened, toB).when(change('a')).rejected('errors.position.not_reached'));
  test('come with another type in a replacement', () =>
    conversation(opened)
      .when(new ReplaceConversation('c', { conversationTypeId: 'b', data, participants: [] }, commandMeta()))
      .gives({ type: 'ConversationChanged', data: { conversationTypeId: 'b', data } }));
});

test('a conversation that is taken back is removed', () =>
  conversation(opened)
    .when(new TakeBackConversation('c', { runId: 'r' }, commandMeta()))
    .gives({ type: 'ConversationRemoved', data: { runId: 'r', conversationTypeId: 'a', dueAt: commandMeta().at } }));

describe('the process manager of gates', () => {
  const meta = metaOf(`messageLog-${TENANT}_c`, 1);
  const react = (event: Parameters<typeof messageGates.react>[0]) => messageGates.react(event);
  test('withdraws a gate half a minute after it closed', () => {
    const due = plus(instant('2030-01-01T08:00:00Z'), 30 * SECOND);
    const data = { gate: 'one', participantId: 'k' };
    expect(react({ type: 'MessagesClosed', data: { lastSequence: 0, ...data }, meta })).toEqual([
      { command: { type: 'WithdrawGate', target: 'c', data }, due },
    ]);
  });
  test.each([withdrawn, back('one')])('opens the gate of $type', (event) =>
    expect(react({ ...event, meta } as Parameters<typeof react>[0])).toEqual([
      { command: { type: 'OpenMessages', target: 'c', data: { gate: 'one' } } },
    ]),
  );
  test('leaves other changes alone', () =>
    expect(react({ ...back(), meta } as Parameters<typeof react>[0])).toEqual([]));
});
