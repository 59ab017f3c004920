import { expect, test } from 'vitest';
import { jsonFault } from '../../../app/src/ui/json/json-fault.js';

test.each([
  ['', 1, 1],
  ['{', 1, 2],
  ['{\n  "type": "object",\n}', 3, 1],
  ['{\n  "a": tru\n}', 2, 8],
  ["{'a': 1}", 1, 2],
  ['{"a" 1}', 1, 6],
  ['[1 2]', 1, 4],
  ['[01]', 1, 2],
  ['1.', 1, 1],
  ['"a\nb"', 1, 1],
  ['"\\x"', 1, 1],
  ['true false', 1, 6],
  ['open', 1, 1],
])('%j is not JSON from line %i, column %i', (text, line, column) => expect(jsonFault(text)).toEqual({ line, column }));

test.each(['null', ' {"a": [1, -2.5e3, {"b": "\\u00e4\\n"}], "c": {}} ', '[]', '"open"', '0'])('%j is JSON', (text) =>
  expect(jsonFault(text)).toBeUndefined(),
);

test('a text that is too deep has a place too', () => expect(jsonFault('['.repeat(60_000))?.line).toBe(1));
