import { describe, expect, test } from 'vitest';
import { MarkConversationSeen } from '../../../../src/modules/conversations/participant/domain/reader.commands.js';
import { readerDecider } from '../../../../src/modules/conversations/participant/domain/reader.decider.js';
import type { ConversationSeen } from '../../../../src/modules/conversations/participant/domain/reader.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const reader = given(readerDecider);
const seen = (sequence: number): ConversationSeen => ({ type: 'ConversationSeen', data: { userId: 'u', sequence } });
const mark = (sequence: number) => new MarkConversationSeen('c.u', { userId: 'u', sequence }, commandMeta());

describe('the mark of a user who takes no part', () => {
  test('moves on', () => reader(seen(2)).when(mark(3)).gives(seen(3)));
  test('never goes back', () => reader(seen(5)).when(mark(4)).nothing());
  test('stays where it is when it is told again', () => reader(seen(5)).when(mark(5)).nothing());
  test('at nothing seen changes nothing', () => reader().when(mark(0)).nothing());
  test('is known from the last event alone', () =>
    expect(reader(seen(2), seen(9)).state()).toEqual(reader(seen(9)).state()));
});
