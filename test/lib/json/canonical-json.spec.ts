import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/lib/json/canonical-json.js';

describe('canonical JSON', () => {
  test('is that of RFC 8785, 3.2.2', () =>
    expect(
      canonicalJson(
        JSON.parse(String.raw`{
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
          "literals": [null, true, false]
        }`),
      ),
    ).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    ));

  test('orders members as RFC 8785, 3.2.3', () =>
    expect(
      Object.values(
        JSON.parse(
          canonicalJson({
            '\u20ac': 'Euro Sign',
            '\r': 'Carriage Return',
            '\ufb33': 'Hebrew Letter Dalet With Dagesh',
            '\u0031': 'One',
            '\ud83d\ude00': 'Emoji: Grinning Face',
            '\u0080': 'Control',
            '\u00f6': 'Latin Small Letter O With Diaeresis',
          }).replaceAll('"1"', '"one"'),
        ),
      ),
    ).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]));

  test.each([
    [0, '0'],
    [-0, '0'],
    [5e-324, '5e-324'],
    [-1.7976931348623157e308, '-1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [1e23, '1e+23'],
    [333333333.3333332, '333333333.3333332'],
    [-0.0000033333333333333333, '-0.0000033333333333333333'],
    [1424953923781206.2, '1424953923781206.2'],
  ])('writes the number %d of RFC 8785, appendix B', (number, text) => expect(canonicalJson(number)).toBe(text));

  test('leaves undefined members out', () => expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}'));

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [undefined], [[undefined]], [{ '\udc00': 1 }]])(
    'refuses %j',
    (value) => expect(() => canonicalJson(value)).toThrow(TypeError),
  );
});
