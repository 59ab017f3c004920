import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Arguments that `npm start` of a checkout gives to Node before the file. */
export function startArgumentsIn(checkout: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const [, given] = /exec node (.*) dist\/src\/main\.js$/.exec(scripts.start) ?? [];
  if (given === undefined) throw new Error(`npm start of ${checkout} does not start dist/src/main.js.`);
  return given.split(' ');
}

export const startArguments = startArgumentsIn(dirname(findPackageJSON(import.meta.url) ?? '.'));
