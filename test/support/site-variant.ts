import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error A script without types: it runs before anything is built.
import { beginBuild, endBuild, isBuilt } from '../../build/builds.mjs';
// @ts-expect-error The same.
import { fingerprint } from '../../build/stale.mjs';

const root = join(import.meta.dirname, '../..');

/** The folder of a build with these settings, beside the one of `npm start`. It is built again where it is stale. */
export function siteWith(settings: object): string {
  const file = join(root, '.cache/site-settings.json');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
  const environment = { ...process.env, SITE_SETTINGS: file, ASTRO_TELEMETRY_DISABLED: '1' };
  const wanted: string = fingerprint(root, 'site', environment);
  if (!isBuilt(root, 'site', wanted)) {
    const folder: string = beginBuild(root, 'site', wanted);
    const astro = ['node_modules/astro/bin/astro.mjs', 'build', '--root', 'site', '--outDir', folder];
    execFileSync(process.execPath, astro, { cwd: root, env: environment });
    endBuild(root, 'site', wanted, folder);
  }
  return join(root, '.cache/builds', `site-${wanted}`);
}

export const COUNTER = 'http://stats.example/count.js';
export const SIGN_UP_API = 'http://api.example/api/v1/signup';
export const OLD = 'http://old.example/docs';

/** A value for every setting. */
export const siteSettings = {
  signup_api_url: SIGN_UP_API,
  sister_products: [
    { label: 'Sister one', url: 'https://one.example/' },
    { label: 'Sister two', url: '/docs/webhooks' },
  ],
  announcement: { id: 'a-1', text: 'Version 1.0 is here.', url: '/docs/release_history' },
  analytics: [{ src: COUNTER }],
  versions: [
    { label: '1.0', url: '/docs' },
    { label: '0.9', url: OLD },
  ],
  footer: 'The footer of the operator.',
  imprint: 'The imprint of the operator.',
  privacy: 'The privacy of the operator.',
  terms: 'The terms of the operator.',
};
