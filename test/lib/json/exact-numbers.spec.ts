import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedNumbers, isKept, keepsNumbers } from '../../../src/lib/json/exact-numbers.js';

const pathsIn = (json: string, most = 100): readonly string[] =>
  changedNumbers(Buffer.from(json), most).map((path) => path.join('.'));

describe('a number', () => {
  test.each([
    '1e400',
    '-1e400',
    '1E309',
    '1e-400',
    '-2.5e-330',
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '12345678901234567890.0',
    '1.2345678901234567890e19',
    '1234567890123456789000e-2',
    '1'.repeat(400),
  ])('%s is not kept by a double', (text) => expect(isKept(text)).toBe(false));

  test.each([
    '0',
    '-0',
    '0.0',
    '0e999999',
    '9007199254740991',
    '9007199254740992',
    '18446744073709551616',
    '12345678901234567000',
    '1e22',
    '1e23',
    '1.7976931348623157e308',
    '5e-324',
    '0.1234567890123456789',
    '123456789012345678901234567890.5e-12',
    '1000000000000000000000e-20',
    'x',
  ])('%s is kept', (text) => expect(isKept(text)).toBe(true));
});

test('what JSON makes of a value is kept', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(keepsNumbers(Buffer.from(JSON.stringify(value)))).toBe(true);
    }),
  );
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => isKept(JSON.stringify(value))));
});

test('an integer is kept just where the double is that integer, or is written as that integer', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (integer) => {
      const double = Number(integer);
      const isSame = BigInt(double) === integer || writtenOut(double) === integer;
      expect(isKept(String(integer))).toBe(isSame);
    }),
    { numRuns: 2_000 },
  );
});

/** The integer that JSON writes for a double. */
function writtenOut(double: number): bigint {
  const [mantissa = '', exponent = '0'] = String(double).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction + '0'.repeat(Number(exponent) - fraction.length));
}

describe('the path of a number that is not kept', () => {
  test.each([
    ['1e400', ['']],
    ['[1, 1e400,"1e400", [[2],[-1e400]]]', ['1', '3.1.0']],
    ['{"a":{"b":[{},{"c":12345678901234567890}]},"d":1e400}', ['a.b.1.c', 'd']],
    ['{"a":"\\"1e400","1e400":1,"\\u0041":1e400}', ['A']],
    ['{"a":[],"b":{},"c":[ [ ] , 1e400 ]}', ['c.1']],
    ['{"a":[1,2],"é":{"x\\"y":1e999}}', ['é.x"y']],
  ] as const)('in %s', (json, paths) => expect(pathsIn(json)).toEqual(paths));

  test('is told of the first ones', () => expect(pathsIn(`[${Array(300).fill('1e400')}]`, 100)).toHaveLength(100));

  test('is found wherever it is', () => {
    const marked = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.constant(MARK), fc.string(), fc.integer(), lists(tie), objects(tie)),
    })).value;
    fc.assert(
      fc.property(marked, (value) => {
        const json = JSON.stringify(value).replaceAll(`"${MARK}"`, '1e400');
        expect(pathsIn(json)).toEqual(marksIn(value, []).slice(0, 100));
      }),
    );
  });
});

const MARK = '__not kept__';
type Tie = (name: 'value') => fc.Arbitrary<unknown>;
const lists = (tie: Tie) => fc.array(tie('value'), { maxLength: 4 });
const objects = (tie: Tie) => fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true });

/** In the order of the JSON. */
function marksIn(value: unknown, path: readonly string[]): string[] {
  if (value === MARK) return [path.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => marksIn(each, [...path, name]));
}
