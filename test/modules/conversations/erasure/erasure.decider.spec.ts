import { describe, expect, test } from 'vitest';
import type { ErasureEvent } from '../../../../src/kernel/erasure.js';
import {
  AdvanceErasure,
  CompleteErasure,
} from '../../../../src/modules/conversations/erasure/domain/erasure.commands.js';
import { erasureDecider } from '../../../../src/modules/conversations/erasure/domain/erasure.decider.js';
import { commandMeta, given } from '../../../support/given/given.js';

const erasure = given(erasureDecider);
const ranges = [{ stream: 's', from: 1, to: 3 }];
const through = { category: 'conversation', version: 3 };
const advanced = (more: object = {}): ErasureEvent => ({ type: 'ErasureAdvanced', data: { ranges, ...more } });
const completed: ErasureEvent = { type: 'ErasureCompleted', data: {} };

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
    expect(erasure(advanced({ through }), advanced()).state()).toEqual({ through, isComplete: false });
  });
  test('is completed once', () => {
    erasure(advanced())
      .when(new CompleteErasure('c', {}, commandMeta()))
      .gives(completed);
    erasure(advanced(), completed)
      .when(new CompleteErasure('c', {}, commandMeta()))
      .nothing();
  });
});
