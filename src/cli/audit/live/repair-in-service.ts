import { askService } from '../../shared/service.js';
import type { DocumentPlace } from './model-fold.js';

const AT_ONCE = 100;
/** Characters of the places of a call. */
const MOST = 32_768;

/** Lets the running service write documents again. @returns how many it wrote. @throws Differs, Unreadable */
export async function repaired(places: readonly DocumentPlace[]): Promise<number> {
  let written = 0;
  for (const [tenant, own] of Map.groupBy(places, ({ tenantId }) => tenantId)) {
    for (const part of partsOf(own.map(({ projection, key }) => [projection.name, key]))) {
      for await (const output of askService({ command: 'audit repair', args: { tenant, places: part } })) {
        if ('line' in output) written += (output.line as { readonly repaired: number }).repaired;
      }
    }
  }
  return written;
}

function* partsOf(places: readonly (readonly string[])[]): Generator<string> {
  let part: (readonly string[])[] = [];
  let length = 0;
  for (const each of places) {
    const own = JSON.stringify(each).length + 1;
    if (part.length === AT_ONCE || length + own > MOST) {
      yield JSON.stringify(part);
      [part, length] = [[], 0];
    }
    part.push(each);
    length += own;
  }
  if (part.length > 0) yield JSON.stringify(part);
}
