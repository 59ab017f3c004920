import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutOf, parseInSlices } from '../../../src/http/body/sliced-json.js';

const MOST = { depth: 64, members: 1_000_000 };

function finish<T>(work: Generator<void, T>): { readonly value: T; readonly slices: number } {
  for (let slices = 1; ; slices++) {
    const { done, value } = work.next();
    if (done) return { value: value as T, slices };
  }
}

function read(text: string, part?: number) {
  const bytes = Buffer.from(text);
  const layout = finish(layoutOf(bytes, MOST, part)).value;
  return finish(parseInSlices(bytes, layout, part));
}

const outcome = (work: () => unknown): unknown => {
  try {
    return { value: work() };
  } catch (error) {
    return error instanceof SyntaxError ? 'not JSON' : error;
  }
};

const spaces = fc.constantFrom('', ' ', '\n\t ');
const text = fc.tuple(fc.jsonValue({ maxDepth: 6 }), spaces, spaces).map(([value, before, indent]) => {
  return `${before}${JSON.stringify(value, undefined, indent)}${before}`;
});

describe('JSON in slices', () => {
  test('is what JSON.parse makes of it, however small the parts', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 40 }), (json, part) => {
        const { value } = read(json, part);
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(json)));
        expect(value).toEqual(JSON.parse(json));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is refused where JSON.parse refuses it, wherever a character is lost, doubled or changed', () => {
    const change = fc.constantFrom('', ',', ']', '}', '[', '{', ':', '"', '0', ' ', '\\');
    fc.assert(
      fc.property(text, fc.nat(), change, fc.integer({ min: 0, max: 20 }), (json, at, other, part) => {
        const place = at % (json.length + 1);
        for (const changed of [
          json.slice(0, place) + other + json.slice(place),
          json.slice(0, place) + other + json.slice(place + 1),
        ])
          expect(outcome(() => read(changed, part).value)).toEqual(outcome(() => JSON.parse(changed)));
      }),
      { numRuns: 4_000 },
    );
  });

  test.each([
    '[1e-400[1,2,3]]',
    '[1,1e-400{"a":1}]',
    '{"a":1e-400[1,2,3]}',
    '1e-400[1,2,3]',
    '[1,2,3]e5',
    '[1,,2]',
    '[1,2,]',
    '[,1]',
    '[[1,2,3],]',
    '[[1,2,3] 4]',
    '[[1,2,3][4]]',
    '{"a":[1,2,3],}',
    '{"a":1,"a":[1,2,3],"a":{"b":2}}',
    '{[1,2,3]}',
    '{"a" [1,2,3]}',
    '{"a":"b":[1,2,3]}',
    '{"a":1,[1,2,3]}',
    '[1}',
    '[[1,2,3}]',
    '[1,2,3]]',
    '[1,2,3] x',
    'x [1,2,3]',
    '[1,2,3],[1,2,3]',
    '[      ]',
    '{      }',
    '[   ,   ]',
    '{"__proto__":{"a":[1,2,3]},"b":1}',
    '{"2":[1,2,3],"1":[1,2,3]}',
    '["\\"]","[",{"]":"}"}]',
    '"a text"',
    '',
  ])('%s is read as JSON.parse reads it', (json) => {
    for (const part of [0, 2, 5])
      expect(outcome(() => read(json, part).value)).toStrictEqual(outcome(() => JSON.parse(json)));
  });

  test('no member is a prototype', () => {
    const { value } = read('{"__proto__":{"polluted":[1,2,3]}}', 4);
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test('has so many slices that none is long', () => {
    const empties = `{"a":[${'{},'.repeat(400_000)}{}]}`;
    expect(read(empties).slices).toBeGreaterThan(empties.length / 40_000);
  });

  test('deeper than allowed is read no further', () => {
    const { depth } = finish(layoutOf(Buffer.from('['.repeat(1_000_000)), MOST)).value;
    expect(depth).toBe(MOST.depth + 1);
  });
});
