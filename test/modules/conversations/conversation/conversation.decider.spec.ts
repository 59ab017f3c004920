import { describe, expect, test } from 'vitest';
import { DAY, instant, plus } from '../../../../src/kernel/instant.js';
import {
  ArchiveConversation,
  ChangeConversation,
  ExpireLock,
  LockConversation,
  OpenConversation,
  ReplaceConversation,
  UnlockConversation,
} from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const conversation = given(conversationDecider);
const today = (time: string) => instant(`2030-01-01T${time}:00Z`);
const at = (time = '09:00') => commandMeta({ at: today(time) });

const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationTypeId: 'support' } };
const archived: ConversationEvent = { type: 'ConversationArchived', data: {} };
const locked = (by: string, until: string): ConversationEvent => ({
  type: 'ConversationLocked',
  data: { by, until: today(until) },
});
const anna = { id: 'p1', kind: 'USER', displayName: 'Anna', userId: 'anna', fromSequence: 0 } as const;
const joined = (id: string) => ({
  type: 'ParticipantJoined' as const,
  data: { participantId: id, kind: 'USER' as const, displayName: 'Anna', userId: 'anna', fromSequence: 0 },
});
const content = { conversationTypeId: 'support', participants: [] };

describe('opening a conversation', () => {
  test('is one append with everybody who takes part', () =>
    conversation()
      .when(new OpenConversation('c', { ...content, participants: [anna] }, at()))
      .gives(opened, joined('p1')));
  test('an id is taken once', () =>
    conversation(opened)
      .when(new OpenConversation('c', content, at()))
      .rejected('errors.conversation.exists'));
  test('nobody takes part twice', () =>
    conversation()
      .when(new OpenConversation('c', { ...content, participants: [anna, { ...anna, id: 'p2' }] }, at()))
      .rejected('errors.participant.exists'));
  test('the first user brings the shared marker, where the type shares it', () =>
    conversation()
      .when(
        new OpenConversation(
          'c',
          {
            ...content,
            participants: [anna],
            sharing: { byType: true, id: 's', displayName: 'Team', fromSequence: 0 },
          },
          at(),
        ),
      )
      .gives(
        { type: 'ConversationOpened', data: { conversationTypeId: 'support', sharedReadStatus: true } },
        {
          type: 'ParticipantJoined',
          data: { participantId: 's', kind: 'SHARED', displayName: 'Team', fromSequence: 0 },
        },
        joined('p1'),
      ));
});

describe('replacing a conversation', () => {
  const replace = (more: object = {}) => new ReplaceConversation('c', { ...content, ...more }, at());
  test('opens it where there is none', () => conversation().when(replace()).gives(opened));
  test('an import may open an archived one', () =>
    conversation()
      .when(replace({ archived: true }))
      .gives({ type: 'ConversationOpened', data: { conversationTypeId: 'support', archived: true } }));
  test('the same again changes nothing', () => conversation(opened).when(replace()).nothing());
  test('what is left out goes, but archived stays', () =>
    conversation({ type: 'ConversationOpened', data: { conversationTypeId: 'support', description: 'x' } }, archived)
      .when(replace())
      .gives({ type: 'ConversationChanged', data: { description: null } }));
  test('with If-Match there must be one', () =>
    conversation()
      .when(replace({ ifMatch: 'any' }))
      .rejected('errors.precondition.failed'));
});

describe('changing a conversation', () => {
  const change = (patch: object) => new ChangeConversation('c', patch, at());
  test('is one event, however much changes', () =>
    conversation(opened)
      .when(change({ description: 'new', data: { digest: 'd', value: {} } }))
      .gives({ type: 'ConversationChanged', data: { description: 'new', data: { digest: 'd', value: {} } } }));
  test('an empty patch changes nothing', () => conversation(opened).when(change({})).nothing());
  test('archived cannot be set by a patch', () =>
    conversation(opened)
      .when(change({ archived: true }))
      .rejected('errors.validation.failed', { path: 'archived', code: 'errors.field.refused' }));
  test('archived can be set back', () =>
    conversation(opened, archived)
      .when(change({ archived: false }))
      .gives({ type: 'ConversationChanged', data: { archived: false } }));
  test('a stale revision is refused', () =>
    conversation(opened, archived)
      .when(change({ archived: false, ifMatch: [1] }))
      .rejected('errors.precondition.failed'));
  test('participants do not move the revision', () =>
    conversation(opened, joined('p1'))
      .when(change({ description: 'x', ifMatch: [1] }))
      .gives({ type: 'ConversationChanged', data: { description: 'x' } }));
  test('archiving twice is archiving once', () =>
    conversation(opened, archived)
      .when(new ArchiveConversation('c', {}, at()))
      .nothing());
});

describe('locking a conversation', () => {
  const lock = (by: string, until: string, time = '09:00') =>
    new LockConversation('c', { by, until: today(until) }, at(time));
  test('an open conversation can be locked', () =>
    conversation(opened).when(lock('anna', '10:00')).gives(locked('anna', '10:00')));
  test('someone else is turned away while the lock holds', () =>
    conversation(opened, locked('anna', '10:00')).when(lock('ben', '11:00')).rejected('errors.conversation.locked'));
  test('the holder may prolong it', () =>
    conversation(opened, locked('anna', '10:00')).when(lock('anna', '11:00')).gives(locked('anna', '11:00')));
  test('the end of a lock lies in the future', () =>
    conversation(opened)
      .when(lock('anna', '09:00'))
      .rejected('errors.validation.failed', { path: 'lock_expires_at', code: 'errors.field.past' }));
  test('the end of a lock lies at most 30 days ahead', () => {
    const ends = (until: string) => new LockConversation('c', { until: instant(until), by: 'anna' }, at('09:00'));
    const start = at('09:00').at;
    conversation(opened)
      .when(ends(plus(start, 30 * DAY)))
      .gives({
        type: 'ConversationLocked',
        data: { until: plus(start, 30 * DAY), by: 'anna' },
      });
    conversation(opened)
      .when(ends(plus(start, 30 * DAY + 1)))
      .rejected('errors.validation.failed', { path: 'lock_expires_at', code: 'errors.field.too_far' });
  });
  test('asking for the lock one has changes nothing', () =>
    conversation(opened, locked('anna', '10:00')).when(lock('anna', '10:00')).nothing());
  test('a lock that has run out stands in nobody’s way', () =>
    conversation(opened, locked('anna', '10:00'))
      .when(lock('ben', '12:00', '10:00'))
      .gives(locked('ben', '12:00')));
  test('there must be a conversation', () =>
    conversation().when(lock('anna', '10:00')).rejected('errors.conversation.not_found'));
});

describe('the end of a lock', () => {
  const unlock = (by: string, override = false) => new UnlockConversation('c', { by, override }, at());
  const expire = (until: string, time: string) => new ExpireLock('c', { until: today(until) }, at(time));
  test('the holder gives it back', () =>
    conversation(opened, locked('anna', '10:00'))
      .when(unlock('anna'))
      .gives({ type: 'ConversationUnlocked', data: { by: 'anna' } }));
  test('a colleague cannot', () =>
    conversation(opened, locked('anna', '10:00')).when(unlock('ben')).rejected('errors.conversation.locked'));
  test('an owner can', () =>
    conversation(opened, locked('anna', '10:00'))
      .when(unlock('boss', true))
      .gives({ type: 'ConversationUnlocked', data: { by: 'boss' } }));
  test('unlocking what is not locked changes nothing', () => conversation(opened).when(unlock('anna')).nothing());
  test('is noted when its time has come', () =>
    conversation(opened, locked('anna', '10:00'))
      .when(expire('10:00', '10:00'))
      .gives({ type: 'ConversationLockExpired', data: { until: today('10:00') } }));
  test('is not noted when it was prolonged', () =>
    conversation(opened, locked('anna', '10:00'), locked('anna', '11:00')).when(expire('10:00', '10:00')).nothing());
  test('the state forgets it', () =>
    expect(
      conversation(opened, locked('anna', '10:00'), {
        type: 'ConversationLockExpired',
        data: { until: today('10:00') },
      }).state(),
    ).not.toHaveProperty('lock'));
});
