import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

const file = findPackageJSON(import.meta.url);
if (!file) throw new Error('package.json is missing.');
const { start } = JSON.parse(readFileSync(file, 'utf8')).scripts as { readonly start: string };
const [, given = ''] = /exec node (.*) dist\/src\/main\.js$/.exec(start) ?? [];

/** Arguments that `npm start` gives to Node before the file. */
export const startArguments: readonly string[] = given.split(' ');
