import { describe, expect, test } from 'vitest';
import { parseTraceparent } from '../../../src/ports/process/traceparent.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('traceparent', () => {
  test.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`01-${TRACE}-${SPAN}-01-what-comes-later`, true],
  ])('%s names a span', (header, isSampled) =>
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled }),
  );

  test.each([
    undefined,
    '',
    ['00'],
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}${'a'.repeat(100_000)}-${SPAN}-01`,
  ])('%j names none', (header) => expect(parseTraceparent(header)).toBeUndefined());
});
