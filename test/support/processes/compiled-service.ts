import { realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The folder of the service as `npm start` runs it, and of the reliability tests, compiled. A run of the tests builds it
 * first where a spec imports this file, `fleet.ts` or `operator.ts` (see `builds.ts`). A later build has another folder.
 */
export const compiledService = (): string => realpathSync(join(import.meta.dirname, '../../../dist'));
