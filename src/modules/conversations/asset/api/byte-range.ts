import type { ByteRange } from '../../../../ports/media/asset-store.js';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** The range that a `Range` header asks for (RFC 9110 14). Several ranges, and one that the file has not, ask for all of it. */
export function rangeOf(header: string | undefined, size: number | undefined): ByteRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (size === undefined || (from === '' && to === '')) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : undefined;
}
