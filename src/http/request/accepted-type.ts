const JSON_TYPE = 'application/json';

interface Range {
  readonly type: string;
  readonly q: number;
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const q = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, q: Number.isNaN(q) ? 1 : q };
}

/** How specific a range is for a type; 0 where it does not match. */
function matches({ type: range }: Range, type: string): number {
  if (range === type) return 3;
  if (range === `${type.split('/')[0]}/*`) return 2;
  return range === '*/*' ? 1 : 0;
}

/**
 * The media type of the response: the one that `Accept` prefers, of equal ones the first. Undefined: it excludes all.
 * A header without a type means any.
 */
export function acceptedType(accept: string | undefined, others: readonly string[] = []): string | undefined {
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE || /^[\s,]*$/.test(accept)) return JSON_TYPE;
  const ranges = accept.split(',').map(rangeOf);
  let best: Range | undefined;
  for (const type of [JSON_TYPE, ...others]) {
    let closest = 0;
    let q = 0;
    for (const range of ranges) {
      const match = matches(range, type);
      if (match > closest) [closest, q] = [match, range.q];
    }
    if (q > (best?.q ?? 0)) best = { type, q };
  }
  return best?.type;
}
