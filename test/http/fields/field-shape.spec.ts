import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sound } from '../../../src/http/fields/field-shape.js';
import {
  ChoiceField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../../../src/http/fields/fields.js';

class Place {
  @TextField({ description: 'Its name', max: 3 }) name!: string;
  @IntegerField({ description: 'Its height', min: 0, max: 9, optional: true }) height?: number;
}

class Journey {
  @ChoiceField({ description: 'How', of: ['FOOT', 'TRAIN'] }) by!: string;
  @TextField({ description: 'Why', max: 3, optional: 'clearable' }) why?: string | null;
  @TextListField({ description: 'With whom', max: 2, optional: true }) companions?: readonly string[];
  @ObjectField({ description: 'From where', of: Place }) from!: Place;
  @ObjectListField({ description: 'By way of', of: Place, max: 2, optional: true }) via?: readonly Place[];
}

class NightJourney extends Journey {
  @IntegerField({ description: 'Which bed', min: 1, max: 3 }) bed!: number;
}

const made =
  <T extends object>(dto: new () => T) =>
  (fields: object) =>
    Object.assign(new dto(), fields);

const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: value }, fc.constantFrom<unknown>(undefined, null, 7, '', 'long', {}, []));

const place = fc.record({ name: maybe(fc.constantFrom('a', 'ä')), height: maybe(fc.nat(9)) }).map(made(Place));

const journey = fc
  .record({
    by: maybe(fc.constantFrom('FOOT', 'TRAIN')),
    why: maybe(fc.constant('joy')),
    companions: maybe(fc.array(fc.constantFrom<unknown>('ann', 'bob', 1), { maxLength: 3 })),
    from: maybe(place),
    via: maybe(fc.array(maybe(place), { maxLength: 3 })),
    bed: maybe(fc.integer({ min: 1, max: 3 })),
  })
  .map(made(NightJourney));

describe('a request whose fields all hold', () => {
  test('is known without asking which one does not', () => {
    let held = 0;
    fc.assert(
      fc.property(journey, (asked) => {
        const failing = validateSync(asked, { stopAtFirstError: true, forbidUnknownValues: false });
        if (failing.length === 0) held++;
        expect(sound(asked)).toBe(failing.length === 0);
      }),
      { numRuns: 2_000 },
    );
    expect(held).toBeGreaterThan(50);
  });
});
