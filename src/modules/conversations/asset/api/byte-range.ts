import type { ByteRange } from '../../../../ports/media/asset-store.js';

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The range that a `Range` header requests (RFC 9110 14). Several ranges, or one outside the file, request the whole
 * file.
 */
export function rangeOf(header: string | undefined, size: number | undefined): ByteRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (size === undefined || (from === '' && to === '')) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first <= last ? { first, last } : undefined;
}
