import { equal } from './equal.js';

/** Changed members; null removes a member. */
export type Patch<V> = { readonly [K in keyof V]?: V[K] | null };

export function patched<V extends object>(value: V, patch: Patch<V>): V {
  const next: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  for (const [key, each] of Object.entries(patch)) {
    if (each === null) delete next[key];
    else next[key] = each;
  }
  return next as V;
}

/** Members of the patch that differ from the value. */
export function difference<V extends object>(value: V, wanted: Patch<V>): Patch<V> {
  const is = value as Record<string, unknown>;
  const differs = ([key, each]: readonly [string, unknown]) =>
    each === undefined ? false : each === null ? is[key] !== undefined : !equal(is[key], each);
  return Object.fromEntries(Object.entries(wanted).filter(differs)) as Patch<V>;
}

/** A replacement as a patch: what it does not name goes. */
export function replacing<V extends object>(value: V, next: V): Patch<V> {
  const gone = Object.fromEntries(Object.keys(value).map((key) => [key, null]));
  return { ...gone, ...next } as Patch<V>;
}
