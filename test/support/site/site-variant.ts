import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error A script without types: it runs before anything is built.
import { beginBuild, endBuild, isBuilt } from '../../../build/builds.mjs';
// @ts-expect-error The same.
import { fingerprint } from '../../../build/stale.mjs';

const root = join(import.meta.dirname, '../../..');

/** The folder of a build with these settings, next to the one of `npm start`. It is built again if it is stale. */
export function siteWith(settings: object): string {
  const text = JSON.stringify(settings);
  // Specs that run side by side build with other settings.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const file = join(root, `.cache/site-settings-${name}.json`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, text);
  const environment = { ...process.env, NODE_ENV: 'production', SITE_SETTINGS: file, ASTRO_TELEMETRY_DISABLED: '1' };
  const wanted: string = fingerprint(root, 'site', environment);
  if (!isBuilt(root, 'site', wanted)) {
    const folder: string = beginBuild(root, 'site', wanted);
    const astro = ['node_modules/astro/bin/astro.mjs', 'build', '--root', 'site', '--outDir', folder];
    execFileSync(process.execPath, astro, { cwd: root, env: environment });
    endBuild(root, 'site', wanted, folder);
  }
  return join(root, '.cache/builds', `site-${wanted}`);
}
