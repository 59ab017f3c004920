import { describe, expect, test } from 'vitest';
import type { PersonRecord } from '../../../../projections/person-record/projection.js';
import type { Instant } from '../../../../src/kernel/instant.js';
import { personOf } from '../../../../src/modules/audit/person/application/person-fold.js';

const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z` as Instant;

const record = (change: PersonRecord['change'], minute: number, values: object, more: object = {}): PersonRecord => ({
  ...{ owner: 'c.p', change, at: at(minute), values },
  ...more,
});
const begun = record('begun', 0, { displayName: 'Cleo', email: 'a@b.example' }, { kind: 'CLIENT', fromSequence: 2 });

describe('a person', () => {
  test('has the present values, and those that they replaced', () => {
    const moved = record('changed', 1, { email: 'c@d.example', phoneNumber: '+4930123456' });
    const gone = record('changed', 2, { phoneNumber: null });
    expect(personOf([begun, moved, gone])).toEqual({
      ...{ owner: 'c.p', kind: 'CLIENT', fromSequence: 2, createdAt: at(0), updatedAt: at(2) },
      values: { displayName: 'Cleo', email: 'c@d.example' },
      former: [
        { email: 'a@b.example', until: at(1) },
        { phoneNumber: '+4930123456', until: at(2) },
      ],
    });
  });
  test('keeps the values of the end', () => {
    expect(personOf([begun, record('ended', 3, {})])).toMatchObject({
      values: { email: 'a@b.example' },
      endedAt: at(3),
      former: [],
    });
  });
  test('is none without a beginning', () => {
    expect(personOf([])).toBeUndefined();
    expect(personOf([record('ended', 3, {})])).toBeUndefined();
  });
});
