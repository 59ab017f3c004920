import type { RoleCaller, World } from '../../fixtures/world.js';
import type { Ask } from '../api.js';

/** A request that is fine when `who` may make it. Paths are below /api/v1 unless they start with `//`. */
export interface Sample {
  readonly path: string;
  readonly ask?: Ask;
}

export type Make = (world: World, who: RoleCaller) => Sample | Promise<Sample>;

export const json = (path: string, body: unknown): Sample => ({ path, ask: { body } });
