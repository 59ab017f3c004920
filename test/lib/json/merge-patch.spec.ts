import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergePatch } from '../../../src/lib/json/merge-patch.js';

/** RFC 7396, appendix A. */
const EXAMPLES = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
] as const;

describe('a merge patch', () => {
  test.each(EXAMPLES)('of %s with %s gives %s', (value, patch, result) => {
    expect(mergePatch(JSON.parse(value), JSON.parse(patch))).toEqual(JSON.parse(result));
  });

  test('changes neither its value nor any prototype', () => {
    const value = { a: { b: 1 } };
    const merged = mergePatch(value, JSON.parse('{"a":{"__proto__":{"c":1}},"constructor":2}')) as typeof value;
    expect(value).toEqual({ a: { b: 1 } });
    expect(Object.getPrototypeOf(merged.a)).toBe(Object.prototype);
    expect(JSON.stringify(merged)).toBe('{"a":{"b":1,"__proto__":{"c":1}},"constructor":2}');
  });

  test('applied again changes nothing more', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, patch) => {
        const once = mergePatch(value, patch);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    );
  });
});
