import { join } from 'node:path';
import { Gazetteer } from '../../src/adapters/gazetteer/gazetteer.js';

/** All specs share one index, which is built once. */
export const GAZETTEER_FOLDER = join(import.meta.dirname, '../../.cache/gazetteer');

export default async function setup(): Promise<void> {
  await new Gazetteer(GAZETTEER_FOLDER).ready();
}
