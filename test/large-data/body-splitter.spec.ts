import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodySplitter } from '../../src/large-data/body-splitter.js';

const MOST = 1_000_000;

function split(body: string | Buffer, at: readonly number[] = [], most = MOST) {
  const bytes = Buffer.from(body);
  const splitter = new BodySplitter('data', most);
  let from = 0;
  for (const to of [...at.filter((each) => each < bytes.length).toSorted((a, b) => a - b), bytes.length]) {
    splitter.write(bytes.subarray(from, to));
    from = to;
  }
  const { span } = splitter;
  const taken = span && bytes.toString('utf8', span.from, span.to);
  return { rest: splitter.remaining.toString(), taken, isTooLarge: splitter.isTooLarge };
}

describe('a member is taken out of a body', () => {
  test('an object is taken as it stands, the rest stays', () => {
    const { rest, taken } = split('{"id": "a", "data" : {"x": [1, "}", {"data": 2}]} , "b": 1}');
    expect(taken).toBe('{"x": [1, "}", {"data": 2}]}');
    expect(rest).toBe('{"id": "a", "data" : {} , "b": 1}');
  });

  test.each([
    ['a list', '[1, {"a": "]"}]', '[]'],
    ['a text', '"a \\" } text"', '""'],
    ['a number', '-1.5e3', '-1.5e3'],
    ['null', 'null', 'null'],
  ])('what is %s is no value to keep and stays of its type', (_, value, rest) =>
    expect(split(`{"data":${value},"b":[{}]}`)).toMatchObject({ taken: undefined, rest: `{"data":${rest},"b":[{}]}` }),
  );

  test('its name may be escaped; a name or a text that only looks like it is another', () => {
    expect(split('{"d\\u0061ta": {"a":1}}').taken).toBe('{"a":1}');
    expect(
      split('{"a": "data", "datas": {"a":1}, "b": {"data": {"c":1}}, "c": ["data", {"a":2}]}').taken,
    ).toBeUndefined();
  });

  test('of several the last counts, as in JSON', () => {
    expect(split('{"data":{"a":1},"data":{"b":2}}').taken).toBe('{"b":2}');
    expect(split('{"data":{"a":1},"data":[1]}').taken).toBeUndefined();
  });

  test('the rest is bounded, the value is not', () => {
    expect(split(`{"data":{"a":"${'x'.repeat(5_000)}"}}`, [], 100).isTooLarge).toBe(false);
    expect(split(`{"data":{},"b":"${'x'.repeat(5_000)}"}`, [], 100).isTooLarge).toBe(true);
  });

  test.each([
    '',
    '   ',
    '[',
    '{"data":{',
    '{"data":{"a":[}',
    '}}}',
    '{"data"',
    '{"data":',
    '[{"data":{"a":1}}]',
    '"data"',
  ])('what is no object breaks nothing: %s', (body) => {
    const { rest, taken } = split(body);
    expect(taken === undefined || typeof rest === 'string').toBe(true);
    const isObject = (text: string) => {
      try {
        return !Array.isArray(JSON.parse(text)) && typeof JSON.parse(text) === 'object';
      } catch {
        return false;
      }
    };
    expect(isObject(rest)).toBe(false);
  });

  test('wherever the chunks end, value and rest are those of JSON.parse', () => {
    const member = fc.tuple(fc.constantFrom('data', 'id', 'd"ta', '漢'), fc.jsonValue({ maxDepth: 3 }));
    const indent = fc.constantFrom(0, 1);
    fc.assert(
      fc.property(fc.array(member), indent, fc.array(fc.nat(200)), (members, spaces, at) => {
        // JSON has no -0.
        const object = JSON.parse(JSON.stringify(Object.fromEntries(members)));
        const { rest, taken } = split(JSON.stringify(object, undefined, spaces), at);
        const isObject = typeof object.data === 'object' && object.data !== null && !Array.isArray(object.data);
        expect(taken === undefined ? undefined : JSON.parse(taken)).toEqual(isObject ? object.data : undefined);
        const { data: _, ...others } = JSON.parse(rest);
        const { data: __, ...expected } = object;
        expect(others).toEqual(expected);
      }),
    );
  });
});
