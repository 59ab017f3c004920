import { describe, expect, test } from 'vitest';
import {
  EraseConversation,
  OpenConversation,
  PlaceLegalHold,
  RemoveConversation,
  ReplaceConversation,
  SetLabels,
} from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import {
  AddParticipant,
  EraseParticipant,
  RemoveParticipant,
} from '../../../../src/modules/conversations/conversation/domain/membership.commands.js';
import type {
  MembershipEvent,
  ParticipantKind,
} from '../../../../src/modules/conversations/conversation/domain/membership.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const conversation = given(conversationDecider);
const meta = commandMeta();
const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationTypeId: 't' } };
const placed: ConversationEvent = { type: 'LegalHoldPlaced', data: {} };
const lifted: ConversationEvent = { type: 'LegalHoldLifted', data: {} };
const erased: ConversationEvent = { type: 'ConversationErased', data: { conversationTypeId: 't' } };
const joined = (kind: ParticipantKind = 'CLIENT', more: object = {}): MembershipEvent => ({
  type: 'ParticipantJoined',
  data: { participantId: 'p', kind, displayName: 'Cleo', fromSequence: 0, ...more },
});
const left: MembershipEvent = { type: 'ParticipantLeft', data: { participantId: 'p', gate: 'gate' } };
const participantErased = (kind: ParticipantKind = 'CLIENT', more: object = {}): MembershipEvent => ({
  type: 'ParticipantErased',
  data: { participantId: 'p', kind, ...more },
});

const eraseWhole = new EraseConversation('c', {}, meta);
const erasePart = new EraseParticipant('c', { id: 'p' }, meta);
const removeAndErase = new RemoveParticipant('c', { id: 'p', gate: 'gate', erase: true }, meta);

describe('the erasure of a conversation', () => {
  test('is decided once', () => {
    conversation(opened).when(eraseWhole).gives(erased);
    conversation(opened, erased).when(eraseWhole).nothing();
    conversation().when(eraseWhole).rejected('errors.conversation.not_found');
  });
  test('is refused while a legal hold stands', () => {
    conversation(opened, placed).when(eraseWhole).rejected('errors.conversation.legal_hold');
    conversation(opened, placed, lifted).when(eraseWhole).gives(erased);
  });
  test('ends it: its id is not given again, and every command says that it is erased', () => {
    const gone = conversation(opened, erased);
    const content = { conversationTypeId: 't', participants: [] };
    gone.when(new OpenConversation('c', content, meta)).rejected('errors.conversation.removed');
    gone.when(new ReplaceConversation('c', content, meta)).rejected('errors.conversation.removed');
    gone.when(new SetLabels('c', { labels: [] }, meta)).rejected('errors.conversation.erased');
    gone.when(new PlaceLegalHold('c', {}, meta)).rejected('errors.conversation.erased');
    gone.when(erasePart).rejected('errors.conversation.erased');
    const policy = { runId: 'r', conversationTypeId: 't', scope: 'ALL', days: 1, at: meta.at } as const;
    gone.when(new RemoveConversation('c', policy, meta)).nothing();
    expect(gone.state()).toEqual({ status: 'removed', erased: { by: 'event-2', conversationTypeId: 't' } });
  });
});

describe('the erasure of a participant', () => {
  test('removes one who still takes part, in the same decision', () => {
    conversation(opened, joined()).when(removeAndErase).gives(left, participantErased());
    const user = { userId: 'u' };
    conversation(opened, joined('USER', user)).when(removeAndErase).gives(left, participantErased('USER', user));
    conversation(opened, joined()).when(erasePart).rejected('errors.position.not_reached');
  });
  test('reaches one who left before, once', () => {
    conversation(opened, joined(), left).when(erasePart).gives(participantErased());
    conversation(opened, joined(), left, participantErased()).when(erasePart).nothing();
    conversation(opened).when(erasePart).rejected('errors.participant.not_found');
  });
  test('is refused while a legal hold stands, before the participant leaves', () => {
    conversation(opened, joined(), placed).when(removeAndErase).rejected('errors.conversation.legal_hold');
    conversation(opened, joined(), left, placed).when(erasePart).rejected('errors.conversation.legal_hold');
    const only = new RemoveParticipant('c', { id: 'p', gate: 'gate' }, meta);
    conversation(opened, joined(), placed).when(only).gives(left);
  });
  test('does not reach those that the service keeps', () => {
    for (const kind of ['SHARED', 'WORKFLOW'] as const) {
      const kept = conversation(opened, joined(kind));
      kept.when(removeAndErase).rejected('errors.participant.kept_by_service');
      conversation(opened, joined(kind), left).when(erasePart).rejected('errors.participant.kept_by_service');
    }
  });
  test('does not free the id', () => {
    const newMember = { id: 'p', kind: 'CLIENT', displayName: 'Other', fromSequence: 0 } as const;
    conversation(opened, joined(), left, participantErased())
      .when(new AddParticipant('c', { newMember }, meta))
      .rejected('errors.participant.exists');
  });
  test('is folded from events whose names are erased', () => {
    const nameless = joined('CLIENT', { displayName: undefined });
    const state = conversation(opened, nameless, left, participantErased()).state();
    expect(state.status === 'open' && state.left.get('p')).toEqual({ kind: 'CLIENT', erasedBy: 'event-4' });
  });
});
