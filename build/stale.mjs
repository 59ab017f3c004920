// What a build is made of: the content of its sources, its settings and the lock file.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const EVERYWHERE = ['package.json', 'package-lock.json', 'build/**'];

/** @type {Readonly<Record<'service' | 'site', { sources: string[], left: RegExp, environment: string[] }>>} */
export const targets = {
  service: {
    sources: ['tsconfig.json', 'tsconfig.build.json', 'src/**', 'projections/**', 'bench/**', 'test/**'],
    left: /\.spec\.ts$/,
    environment: [],
  },
  site: {
    sources: ['site/**', 'app/**', 'sdk/**', 'embed/**', 'src/catalogue/**', 'CHANGELOG.md', 'docs/settings.md'],
    left: /^(site\/(dist|\.astro)|(sdk|embed)\/dist)(\/|$)/,
    environment: ['SITE_SETTINGS'],
  },
};

/**
 * A hash that changes when the build would. The file that SITE_SETTINGS names counts by its content.
 * @param {string} root @param {'service' | 'site'} name @param {Readonly<Record<string, string | undefined>>} environment
 */
export function fingerprint(root, name, environment) {
  const { sources, left, environment: names } = targets[name];
  const hash = createHash('sha256').update(process.version);
  const files = globSync([...EVERYWHERE, ...sources], { cwd: root }).filter((file) => !left.test(file));
  for (const file of files.sort()) {
    if (!statSync(join(root, file)).isFile()) continue;
    const bytes = readFileSync(join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  for (const each of names) hash.update(`${each}=${environment[each] ?? ''}\0`);
  if (names.includes('SITE_SETTINGS') && environment.SITE_SETTINGS)
    hash.update(readFileSync(environment.SITE_SETTINGS));
  return hash.digest('hex').slice(0, 16);
}
