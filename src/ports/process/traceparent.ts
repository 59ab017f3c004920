import type { ParentContext } from './tracing.js';

const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const FIRST_VERSION = '00';
const SAMPLED = 1;

/** Parses the header `traceparent` of W3C Trace Context; undefined where it is absent or in another form. */
export function parseTraceparent(header: unknown): ParentContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, flags = '', more] = FORM.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (version === FIRST_VERSION && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
