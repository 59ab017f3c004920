import { describe, expect, test } from 'vitest';
import {
  OpenConversation,
  ReplaceConversation,
} from '../../../../src/modules/conversations/conversation/domain/conversation.commands.js';
import { conversationDecider } from '../../../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../../../src/modules/conversations/conversation/domain/conversation.events.js';
import {
  AddParticipant,
  ChangeParticipant,
  type NewMember,
  type ParticipantPatch,
  RemoveParticipant,
  ReplaceParticipant,
} from '../../../../src/modules/conversations/conversation/domain/membership.commands.js';
import type { MembershipEvent } from '../../../../src/modules/conversations/conversation/domain/membership.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const conversation = given(conversationDecider);
const meta = commandMeta();

const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationTypeId: 'support' } };
const anna: NewMember = { id: 'a', kind: 'USER', displayName: 'Anna', userId: 'anna', fromSequence: 4 };
const carl: NewMember = {
  id: 'k',
  kind: 'CLIENT',
  displayName: 'Carl',
  email: 'carl@example.org',
  phoneNumber: '+4930123456',
  fromSequence: 0,
};
const team = { byType: true, id: 's', displayName: 'Team', fromSequence: 4 };

const joined = ({ id: participantId, generatedId: _, ...rest }: NewMember): MembershipEvent => ({
  type: 'ParticipantJoined',
  data: { participantId, ...rest },
});
const left = (participantId: string, gate?: string): MembershipEvent => ({
  type: 'ParticipantLeft',
  data: { participantId, ...(gate === undefined ? {} : { gate }) },
});
const changed = (participantId: string, patch: ParticipantPatch): MembershipEvent => ({
  type: 'ParticipantChanged',
  data: { participantId, ...patch },
});
const { byType: _, ...marker } = team;
const shared = joined({ ...marker, kind: 'SHARED' });

const add = (newMember: NewMember, sharing?: typeof team) =>
  new AddParticipant('c', { newMember, ...(sharing ? { sharing } : {}) }, meta);
const replace = (newMember: NewMember, ifMatch?: readonly number[]) =>
  new ReplaceParticipant('c', { newMember, ifMatch }, meta);
const change = (id: string, patch: ParticipantPatch, ifMatch?: readonly number[]) =>
  new ChangeParticipant('c', { id, patch, ifMatch }, meta);
const remove = (id: string, ifMatch?: readonly number[]) =>
  new RemoveParticipant('c', { id, ifMatch, gate: 'gate' }, meta);

describe('joining', () => {
  test('is remembered with where it began', () => conversation(opened).when(add(anna)).gives(joined(anna)));
  test('is for one workflow participant alone', () => {
    const robo: NewMember = { id: 'w', kind: 'WORKFLOW', displayName: 'Workflow', fromSequence: 0 };
    conversation(opened).when(add(robo)).gives(joined(robo));
    conversation(opened, joined(robo))
      .when(add({ ...robo, id: 'other' }))
      .nothing();
  });
  test('needs a conversation', () => conversation().when(add(anna)).rejected('errors.conversation.not_found'));
  test('goes on in an archived conversation', () =>
    conversation(opened, { type: 'ConversationArchived', data: {} }).when(add(anna)).gives(joined(anna)));
  test('a user takes part once', () =>
    conversation(opened, joined(anna))
      .when(add({ ...anna, id: 'b' }))
      .rejected('errors.participant.exists', { path: 'user_id', code: 'errors.field.taken' }));
  test('an id is given once', () =>
    conversation(opened, joined(anna))
      .when(add({ ...carl, id: 'a' }))
      .rejected('errors.participant.exists', { path: 'id', code: 'errors.field.taken' }));
  test('the id of one who left is not given again', () =>
    conversation(opened, joined(carl), left('k'))
      .when(add(carl))
      .rejected('errors.participant.exists', { path: 'id', code: 'errors.field.taken' }));
  test('a user who left may come back under another id', () =>
    conversation(opened, joined(anna), left('a'))
      .when(add({ ...anna, id: 'b' }))
      .gives(joined({ ...anna, id: 'b' })));
  test('clients may look alike', () =>
    conversation(opened, joined(carl))
      .when(add({ ...carl, id: 'l' }))
      .gives(joined({ ...carl, id: 'l' })));
  test('that nobody chose the id is not remembered', () =>
    conversation(opened)
      .when(add({ ...anna, generatedId: true }))
      .gives(joined(anna)));
});

describe('the marker that users share', () => {
  test('comes with the first user', () => conversation(opened).when(add(anna, team)).gives(shared, joined(anna)));
  test('does not come with a client', () => conversation(opened).when(add(carl, team)).gives(joined(carl)));
  test('comes once', () => conversation(opened, shared).when(add(anna, team)).gives(joined(anna)));
  test('comes with a replacement that joins', () =>
    conversation(opened)
      .when(new ReplaceParticipant('c', { newMember: anna, sharing: team }, meta))
      .gives(shared, joined(anna)));
  test('is not removed', () =>
    conversation(opened, shared).when(remove('s')).rejected('errors.participant.kept_by_service'));
  test('is not renamed', () =>
    conversation(opened, shared)
      .when(change('s', { displayName: 'We' }))
      .rejected('errors.participant.kept_by_service'));
});

describe('replacing a participant', () => {
  test('lets them join where they were not', () => conversation(opened).when(replace(carl)).gives(joined(carl)));
  test('the same again changes nothing', () =>
    conversation(opened, joined(carl))
      .when(replace({ ...carl, fromSequence: 9 }))
      .nothing());
  test('what is left out goes', () =>
    conversation(opened, joined(carl))
      .when(replace({ id: 'k', kind: 'CLIENT', displayName: 'Karl', fromSequence: 9 }))
      .gives(changed('k', { displayName: 'Karl', email: null, phoneNumber: null })));
  test('the same name again leaves a user without a name without one', () =>
    conversation(opened, joined({ ...anna, unnamed: true }))
      .when(replace(anna))
      .nothing());
  test('the kind never changes', () =>
    conversation(opened, joined(carl))
      .when(replace({ ...anna, id: 'k' }))
      .rejected('errors.validation.failed', { path: 'kind', code: 'errors.field.refused' }));
  test('the user never changes', () =>
    conversation(opened, joined(anna))
      .when(replace({ ...anna, userId: 'bert' }))
      .rejected('errors.validation.failed', { path: 'user_id', code: 'errors.field.refused' }));
  test('a condition is met by the revision alone', () => {
    const renamed = conversation(opened, joined(carl), changed('k', { displayName: 'Karl' }));
    renamed.when(replace(carl, [1])).rejected('errors.precondition.failed');
    renamed.when(replace(carl, [2])).gives(changed('k', { displayName: 'Carl' }));
  });
  test('no condition is met where there is nothing yet', () =>
    conversation(opened)
      .when(replace(carl, [1]))
      .rejected('errors.precondition.failed'));
});

describe('changing a participant', () => {
  test('says what differs, and null takes it away', () =>
    conversation(opened, joined(carl))
      .when(change('k', { displayName: 'Carl', email: null, preferredLanguage: 'de' }))
      .gives(changed('k', { email: null, preferredLanguage: 'de' })));
  test('taking away what is not there changes nothing', () =>
    conversation(opened, joined(carl))
      .when(change('k', { preferredLanguage: null }))
      .nothing());
  test('a user gets no address', () => {
    const patch = change('a', { email: 'a@example.org', phoneNumber: '+4930123456' });
    const asked = conversation(opened, joined(anna)).when(patch);
    asked.rejected('errors.validation.failed', { path: 'email', code: 'errors.field.refused' });
    asked.rejected('errors.validation.failed', { path: 'phone_number', code: 'errors.field.refused' });
  });
  test('is refused where there is nobody', () =>
    conversation(opened, joined(carl), left('k')).when(change('k', {})).rejected('errors.participant.not_found'));
  test('needs the revision that was seen', () =>
    conversation(opened, joined(carl))
      .when(change('k', { displayName: 'Karl' }, [7]))
      .rejected('errors.precondition.failed'));
});

describe('a user without a name', () => {
  const uma: NewMember = {
    id: 'u',
    kind: 'USER',
    displayName: 'uma.ulm',
    unnamed: true,
    userId: 'uma',
    fromSequence: 0,
  };
  const { unnamed: _, ...named } = { ...uma, displayName: 'Uma' };
  test('joins as one', () => conversation(opened).when(add(uma)).gives(joined(uma)));
  test('has one once it is changed', () =>
    conversation(opened, joined(uma))
      .when(change('u', { displayName: 'Uma' }))
      .gives(changed('u', { displayName: 'Uma', unnamed: null })));
  test('has one where the same is chosen', () =>
    conversation(opened, joined(uma))
      .when(change('u', { displayName: 'uma.ulm' }))
      .gives(changed('u', { unnamed: null })));
  test('stays one where something else changes', () =>
    conversation(opened, joined(uma))
      .when(change('u', { preferredLanguage: 'de' }))
      .gives(changed('u', { preferredLanguage: 'de' })));
  test('has one, and none again, by a replacement', () => {
    const renamed = changed('u', { displayName: 'Uma', unnamed: null });
    conversation(opened, joined(uma)).when(replace(uma)).nothing();
    conversation(opened, joined(uma)).when(replace(named)).gives(renamed);
    conversation(opened, joined(uma), renamed)
      .when(replace(uma))
      .gives(changed('u', { displayName: 'uma.ulm', unnamed: true }));
  });
});

describe('leaving', () => {
  test('is remembered', () => conversation(opened, joined(carl)).when(remove('k')).gives(left('k', 'gate')));
  test('happens once', () =>
    conversation(opened, joined(carl), left('k')).when(remove('k')).rejected('errors.participant.not_found'));
  test('needs the revision that was seen', () =>
    conversation(opened, joined(carl))
      .when(remove('k', [2]))
      .rejected('errors.precondition.failed'));
});

describe('the participants listed with a conversation', () => {
  const list = (...participants: readonly NewMember[]) =>
    new ReplaceConversation('c', { conversationTypeId: 'support', participants }, meta);
  test('are created or replaced, others stay', () =>
    conversation(opened, joined(carl), joined({ ...carl, id: 'l' }))
      .when(list({ ...carl, displayName: 'Karl' }, anna))
      .gives(changed('k', { displayName: 'Karl' }), joined(anna)));
  test('a user without an id of their own keeps the one they have', () =>
    conversation(opened, joined(anna))
      .when(list({ ...anna, id: 'new', generatedId: true, displayName: 'Anne' }))
      .gives(changed('a', { displayName: 'Anne' })));
  test('a user does not get a second id', () =>
    conversation(opened, joined(anna))
      .when(list({ ...anna, id: 'b' }))
      .rejected('errors.participant.exists', { path: 'participants.0.user_id', code: 'errors.field.taken' }));
  test('nobody is listed twice', () => {
    const twice = { path: 'participants.1.id', code: 'errors.field.taken' } as const;
    conversation(opened, joined(carl)).when(list(carl, carl)).rejected('errors.participant.exists', twice);
    conversation(opened).when(list(carl, carl)).rejected('errors.participant.exists', twice);
    const open = new OpenConversation('c', { conversationTypeId: 'support', participants: [carl, carl] }, meta);
    conversation().when(open).rejected('errors.participant.exists', twice);
  });
  test('a refused kind is told with its place', () =>
    conversation(opened, joined(carl))
      .when(list(anna, { ...anna, userId: 'bert', id: 'k' }))
      .rejected('errors.validation.failed', { path: 'participants.1.kind', code: 'errors.field.refused' }));
  test('a thousand may be listed at once', () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({ ...anna, id: `p${n}`, userId: `u${n}` }));
    const { when } = conversation(opened);
    expect(() => when(list(...many)).gives(...many.map(joined))).not.toThrow();
  });
});
