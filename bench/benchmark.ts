import { join } from 'node:path';
import type { Target } from './load.js';
import { USUAL } from './rounds.js';
import type { Row } from './table.js';

export interface Options {
  /** A million messages instead of a hundred thousand. */
  readonly full: boolean;
  /** Where CPU profiles of the product go, if anywhere. */
  readonly profiles: string | undefined;
}

/** Measures one or more promises. */
export type Benchmark = (options: Options) => Promise<readonly Row[]>;

export async function profiled({ profiles }: Options, name: string, product: Target): Promise<void> {
  if (profiles) await product.profile(join(profiles, `${name}.cpuprofile`), USUAL.ms);
}
