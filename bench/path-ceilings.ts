import type { Path } from './path/calls.js';
import type { Measured } from './path/measure.js';

/**
 * Ceilings of the paths of two requests. `npm run bench:path` measures them. Lower a ceiling after each change that
 * allows it. A post also changes the document of what users have read: 2 files, 19 functions, 98 calls. Pushes, the last
 * message of the list and traces add 6 files, 25 functions and 93 calls.
 */
export const ceilings: Readonly<Record<Measured, Path>> = {
  'GET of 50 messages': { files: 82, functions: 274, calls: 720, machinery: 225 },
  'POST of a message until its frame': { files: 164, functions: 612, calls: 1_550, machinery: 250 },
};

/** A busy machine adds a few calls, and a small change needs no new ceiling. */
const MARGIN = 1.03;

/** The figures of a path that are over its ceiling. */
export const overCeiling = (path: Path, ceiling: Path): readonly string[] =>
  (Object.keys(ceiling) as (keyof Path)[])
    .filter((figure) => path[figure] > ceiling[figure] * MARGIN)
    .map((figure) => `${figure}: ${path[figure]}, at most ${ceiling[figure]}`);
