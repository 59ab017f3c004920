import { describe, expect, test } from 'vitest';
import { MarkSeen } from '../../../../src/modules/conversations/participant/domain/participant.commands.js';
import { participantDecider } from '../../../../src/modules/conversations/participant/domain/participant.decider.js';
import type { MessageSeen } from '../../../../src/modules/conversations/participant/domain/participant.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const participant = given(participantDecider);
const meta = commandMeta();
const seen = (sequence: number): MessageSeen => ({ type: 'MessageSeen', data: { sequence } });
const mark = (sequence: number, floor = 0) => new MarkSeen('c.p', { sequence, floor }, meta);

describe('the read marker', () => {
  test('moves on', () => participant(seen(2)).when(mark(3)).gives(seen(3)));
  test('may jump', () => participant().when(mark(40)).gives(seen(40)));
  test('never goes back', () => participant(seen(5)).when(mark(4)).nothing());
  test('stays where it is when it is told again', () => participant(seen(5)).when(mark(5)).nothing());
  test('does not go behind what counts as seen without being said', () => participant().when(mark(3, 7)).nothing());
  test('goes beyond what counts as seen without being said', () => participant().when(mark(8, 7)).gives(seen(8)));
  test('at nothing seen changes nothing', () => participant().when(mark(0)).nothing());
  test('is known from the last event alone', () => {
    expect(participantDecider.window).toBe(1);
    expect(participant(seen(2), seen(9)).state()).toEqual(participant(seen(9)).state());
  });
});
