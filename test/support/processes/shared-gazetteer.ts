import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { GAZETTEER_FOLDER } from '../gazetteer-index.js';

/**
 * Links the index of places that all specs share into a data folder that exists. Otherwise each service with a new folder builds it
 * in the background, which takes seconds of a processor, and a killed one leaves a process that still writes.
 */
export function shareGazetteer(dataDir: string): void {
  if (![GAZETTEER_FOLDER, dataDir].every((folder) => existsSync(folder))) return;
  for (const name of readdirSync(GAZETTEER_FOLDER).filter((each) => each.endsWith('.bin'))) {
    const link = join(dataDir, name);
    if (!existsSync(link)) symlinkSync(join(GAZETTEER_FOLDER, name), link);
  }
}
