import { describe, expect, test } from 'vitest';
import {
  OpenConversation,
  ReplaceConversation,
} from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import {
  AddParticipant,
  type NewMember,
} from '../../../../src/modules/conversations/conversation/domain/membership.commands.js';
import type {
  MembershipEvent,
  ParticipantKind,
} from '../../../../src/modules/conversations/conversation/domain/membership.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const conversation = given(conversationDecider);
const meta = commandMeta();

const anna: NewMember = { id: 'a', kind: 'USER', displayName: 'Anna', userId: 'anna', fromSequence: 4 };
const bert: NewMember = { id: 'b', kind: 'USER', displayName: 'Bert', userId: 'bert', fromSequence: 6 };
const carl: NewMember = { id: 'k', kind: 'CLIENT', displayName: 'Carl', fromSequence: 0 };
const team = { id: 's', displayName: 'Team', fromSequence: 6 };
const sharing = { ...team, byType: true };
const keeping = { ...team, byType: false };

const opened = (sharedReadStatus?: boolean): ConversationEvent => ({
  type: 'ConversationOpened',
  data: { conversationTypeId: 'support', ...(sharedReadStatus === undefined ? {} : { sharedReadStatus }) },
});
const joined = ({ id: participantId, ...rest }: NewMember): MembershipEvent => ({
  type: 'ParticipantJoined',
  data: { participantId, ...rest },
});
const marker = joined({ ...team, kind: 'SHARED' });
const retyped = (sharedReadStatus?: boolean): ConversationEvent => ({
  type: 'ConversationChanged',
  data: { conversationTypeId: 'other', ...(sharedReadStatus === undefined ? {} : { sharedReadStatus }) },
});
const readUpTo = (participantId: string, seen: number): MembershipEvent => ({
  type: 'ParticipantChanged',
  data: { participantId, seen },
});
const left: MembershipEvent = { type: 'ParticipantLeft', data: { participantId: 's' } };

const open = (by: typeof sharing, ...participants: NewMember[]) =>
  new OpenConversation('c', { conversationTypeId: 'support', participants, sharing: by }, meta);
const add = (newMember: NewMember, by: typeof sharing) => new AddParticipant('c', { newMember, sharing: by }, meta);
const put = (conversationTypeId: string, by: typeof sharing & { seen?: number }, ...participants: NewMember[]) =>
  new ReplaceConversation('c', { conversationTypeId, participants, sharing: by }, meta);

describe('whether the users of a conversation share a read status', () => {
  test('is fixed when it is opened', () => {
    conversation().when(open(keeping, anna)).gives(opened(false), joined(anna));
    conversation().when(open(sharing, carl)).gives(opened(true), joined(carl));
    conversation().when(open(sharing, anna)).gives(opened(true), marker, joined(anna));
  });

  test('stays when the type says otherwise by now', () => {
    conversation(opened(false)).when(add(anna, sharing)).gives(joined(anna));
    conversation(opened(false), joined(anna)).when(add(bert, sharing)).gives(joined(bert));
    conversation(opened(true)).when(add(anna, keeping)).gives(marker, joined(anna));
    conversation(opened(true), marker, joined(anna)).when(add(bert, keeping)).gives(joined(bert));
  });

  test('stays in a PUT of the same type', () => {
    conversation(opened(false), joined(anna))
      .when(put('support', sharing, bert))
      .gives(joined(bert));
    conversation(opened(true), marker, joined(anna)).when(put('support', keeping)).nothing();
  });

  test('of a conversation that an earlier version opened is what its events say', () => {
    conversation(opened(), joined(anna)).when(add(bert, sharing)).gives(joined(bert));
    conversation(opened(), marker, joined(anna)).when(add(bert, keeping)).gives(joined(bert));
    conversation(opened(), joined(anna), marker).when(put('support', keeping)).nothing();
  });

  test('of such a conversation without a user is what the type says when the first one joins', () => {
    conversation(opened(), joined(carl)).when(add(anna, sharing)).gives(marker, joined(anna));
    conversation(opened(), joined(carl)).when(add(anna, keeping)).gives(joined(anna));
  });
});

describe('a PUT with another type', () => {
  test('that shares lets the users share what the furthest of them has read', () =>
    conversation(opened(false), joined(anna), joined(bert))
      .when(put('other', { ...sharing, seen: 5 }))
      .gives(retyped(true), joined({ ...team, kind: 'SHARED', fromSequence: 5 })));

  test('that shares adds one marker, also where users come with it', () =>
    conversation(opened(false), joined(anna))
      .when(put('other', { ...sharing, seen: 5 }, bert))
      .gives(retyped(true), joined({ ...team, kind: 'SHARED', fromSequence: 5 }), joined(bert)));

  test('that shares adds the marker with the first user', () => {
    conversation(opened(false), joined(carl)).when(put('other', sharing)).gives(retyped(true));
    conversation(opened(false))
      .when(put('other', sharing, anna))
      .gives(retyped(true), marker, joined(anna));
  });

  test('that does not share lets each user go on where all of them were', () =>
    conversation(opened(true), marker, joined(anna), joined(carl))
      .when(put('other', { ...keeping, seen: 8 }, bert))
      .gives(retyped(false), left, readUpTo('a', 8), joined(bert)));

  test('that says the same changes nothing in it', () => {
    conversation(opened(false), joined(anna)).when(put('other', keeping)).gives(retyped());
    conversation(opened(true), marker, joined(anna)).when(put('other', sharing)).gives(retyped());
  });

  test('fixes it for a conversation that an earlier version opened', () =>
    conversation(opened()).when(put('other', keeping)).gives(retyped(false)));

  test('can be taken back: another marker joins', () =>
    conversation(opened(true), marker, joined(anna), retyped(false), left, readUpTo('a', 8))
      .when(
        new ReplaceConversation(
          'c',
          { conversationTypeId: 'support', participants: [], sharing: { ...sharing, id: 't', seen: 9 } },
          meta,
        ),
      )
      .gives(
        { type: 'ConversationChanged', data: { conversationTypeId: 'support', sharedReadStatus: true } },
        joined({ ...team, id: 't', kind: 'SHARED', fromSequence: 9 }),
      ));

  test('leaves users where they have read further alone', () => {
    const { members } = conversation(opened(false), joined(anna), readUpTo('a', 2)).state() as never as {
      members: ReadonlyMap<string, NewMember>;
    };
    expect(members.get('a')?.fromSequence).toBe(4);
  });
});

describe('a participant that the service keeps', () => {
  const kept = (kind: ParticipantKind, id = 's'): NewMember => ({ id, kind, displayName: 'Whoever', fromSequence: 9 });

  test('may be listed as it is, and stays so', () => {
    const robo = joined({ ...kept('WORKFLOW', 'w'), displayName: 'Robo' });
    conversation(opened(true), marker, robo)
      .when(put('support', sharing, kept('SHARED'), kept('WORKFLOW', 'w')))
      .nothing();
  });

  test('is created by no list', () => {
    for (const kind of ['SHARED', 'WORKFLOW'] as const) {
      conversation(opened(true))
        .when(put('support', sharing, kept(kind)))
        .rejected('errors.validation.failed', { path: 'participants.0.kind', code: 'errors.field.refused' });
    }
  });

  test('is listed once, and as no other kind', () => {
    conversation(opened(true), marker)
      .when(put('support', sharing, kept('SHARED'), kept('SHARED')))
      .rejected('errors.participant.exists');
    conversation(opened(true), marker)
      .when(put('support', sharing, kept('CLIENT')))
      .rejected('errors.validation.failed', { path: 'participants.0.kind', code: 'errors.field.refused' });
  });
});
