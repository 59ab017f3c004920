import { join } from 'node:path';
import type { LoadTarget } from './load.js';
import { USUAL } from './rounds.js';
import type { Row } from './table.js';

export interface Options {
  /** Measure with a million messages instead of fewer. */
  readonly full: boolean;
  /** Folder for CPU profiles of the product. */
  readonly profiles: string | undefined;
}

/** Measures the figures of one benchmark. */
export type Benchmark = (options: Options) => Promise<readonly Row[]>;

export async function profiled({ profiles }: Options, name: string, product: LoadTarget): Promise<void> {
  if (profiles) await product.profile(join(profiles, `${name}.cpuprofile`), USUAL.ms);
}
