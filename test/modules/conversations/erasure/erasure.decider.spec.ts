import { describe, expect, test } from 'vitest';
import type { ErasureEvent } from '../../../../src/kernel/erasure.js';
import { instant } from '../../../../src/kernel/instant.js';
import {
  AdvanceErasure,
  CompleteErasure,
  EraseUser,
} from '../../../../src/modules/conversations/erasure/domain/erasure.commands.js';
import { erasureDecider } from '../../../../src/modules/conversations/erasure/domain/erasure.decider.js';
import { commandMeta, given } from '../../../support/given/given.js';

const erasure = given(erasureDecider);
const ranges = [{ stream: 's', from: 1, to: 3 }];
const through = { category: 'conversation', version: 3 };
const advanced = (more: object = {}): ErasureEvent => ({ type: 'ErasureAdvanced', data: { ranges, ...more } });
const certificate = { events: 3, completedAt: instant('2030-01-01T09:00:00Z') };
const completed: ErasureEvent = { type: 'ErasureCompleted', data: certificate };

describe('an erasure', () => {
  test('advances by ranges of events, and not by none', () => {
    erasure()
      .when(new AdvanceErasure('c', { ranges, through }, commandMeta()))
      .gives(advanced({ through }));
    erasure(advanced())
      .when(new AdvanceErasure('c', { ranges: [] }, commandMeta()))
      .nothing();
  });
  test('goes on where the last step that says so ended', () => {
    expect(erasure(advanced({ through }), advanced()).state()).toEqual({ through, events: 6, isComplete: false });
  });
  test('is completed once', () => {
    erasure(advanced())
      .when(new CompleteErasure('c', certificate, commandMeta()))
      .gives(completed);
    erasure(advanced(), completed)
      .when(new CompleteErasure('c', certificate, commandMeta()))
      .nothing();
  });
  test('counts each event once, also when two processes advance it', () => {
    erasure(advanced({ through }))
      .when(new AdvanceErasure('c', { ranges, through: { category: 'conversation', version: 2 } }, commandMeta()))
      .nothing();
    erasure(advanced({ through: { category: 'messageLog', version: 1 } }))
      .when(new AdvanceErasure('c', { ranges, through }, commandMeta()))
      .nothing();
    const next = { ranges, through: { category: 'messageLog', version: 1 } };
    erasure(advanced({ through }))
      .when(new AdvanceErasure('c', next, commandMeta()))
      .gives({ type: 'ErasureAdvanced', data: next });
  });
  test('is not completed with a certificate of fewer events', () => {
    erasure(advanced(), advanced())
      .when(new CompleteErasure('c', certificate, commandMeta()))
      .rejected('errors.position.not_reached');
  });
  test('of a user is requested once', () => {
    const userErased: ErasureEvent = { type: 'UserErased', data: { userId: 'u' } };
    erasure()
      .when(new EraseUser('.u', { userId: 'u' }, commandMeta()))
      .gives(userErased);
    erasure(userErased)
      .when(new EraseUser('.u', { userId: 'u' }, commandMeta()))
      .nothing();
    expect(erasure(userErased).state()).toMatchObject({ userErasedBy: 'event-1' });
  });
});
