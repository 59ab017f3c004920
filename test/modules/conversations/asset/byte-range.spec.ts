import { expect, test } from 'vitest';
import { rangeOf } from '../../../../src/modules/conversations/asset/api/byte-range.js';

test.each([
  ['bytes=0-9', 100, { first: 0, last: 9 }],
  ['bytes=90-', 100, { first: 90, last: 99 }],
  ['bytes=-10', 100, { first: 90, last: 99 }],
  ['bytes=-1000', 100, { first: 0, last: 99 }],
  ['bytes=50-1000', 100, { first: 50, last: 99 }],
  ['bytes=100-', 100, undefined],
  ['bytes=9-3', 100, undefined],
  ['bytes=-0', 100, undefined],
  ['bytes=-', 100, undefined],
  ['bytes=0-1,5-6', 100, undefined],
  ['bytes=99999999999999999-', 100, undefined],
  ['rows=1-2', 100, undefined],
  [undefined, 100, undefined],
  ['bytes=0-9', undefined, undefined],
] as const)('%s of %s bytes', (header, size, expected) => expect(rangeOf(header, size)).toEqual(expected));
