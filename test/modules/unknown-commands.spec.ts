import { describe, expect, test } from 'vitest';
import { type Decider, UnknownCommand } from '../../src/kernel/decider.js';
import { quotaDecider } from '../../src/kernel/quota.js';
import { reservationDecider } from '../../src/kernel/reservation.js';
import { workflowRunDecider } from '../../src/modules/automation/workflow/domain/workflow-run.decider.js';
import { conversationDecider } from '../../src/modules/conversations/conversation/domain/conversation.decider.js';
import type { ConversationEvent } from '../../src/modules/conversations/conversation/domain/conversation.events.js';
import { messageDecider } from '../../src/modules/conversations/message/domain/message.decider.js';
import { participantDecider } from '../../src/modules/conversations/participant/domain/participant.decider.js';
import { ownerDecider } from '../../src/modules/people/user/domain/owner.decider.js';
import { user } from '../../src/modules/people/user/domain/user.resource.js';
import { commandMeta, given } from '../support/given/given.js';

const opened: ConversationEvent = { type: 'ConversationOpened', data: { conversationTypeId: 'support' } };
const anna = { email: 'anna@acme.example', role: 'OWNER' } as const;

/** Each with a state in which its commands are decided. */
// biome-ignore lint/suspicious/noExplicitAny: deciders of different commands.
const deciders: Readonly<Record<string, readonly [Decider<any, any, any>, unknown]>> = {
  conversation: [conversationDecider, given(conversationDecider)(opened).state()],
  message: [messageDecider, messageDecider.initial],
  owner: [ownerDecider, given(ownerDecider)({ type: 'OwnerAdded', data: { userId: 'anna' } }).state()],
  participant: [participantDecider, participantDecider.initial],
  quota: [quotaDecider, quotaDecider.initial],
  reservation: [reservationDecider, reservationDecider.initial],
  'workflow run': [workflowRunDecider, workflowRunDecider.initial],
  user: [user.decider, given(user.decider)({ type: 'UserCreated', data: anna }).state()],
};

/** What the command of any of them may hold. */
const data = { userId: 'ben', sequence: 5, floor: 0, holder: 'h', messageId: 'm', value: anna, patch: {} };
const meta = commandMeta();

describe.each(Object.entries(deciders))('the %s decider refuses', (_, [decider, state]) => {
  test.each(['NoSuchCommand', 'CreateTenant', 'constructor', '__proto__'])('a command of type %s', (type) => {
    expect(() => decider.decide({ type, target: 'x', data, meta }, state)).toThrow(UnknownCommand);
  });
});
