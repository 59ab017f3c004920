import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** It writes pages without which the site cannot be built. */
const PAGES = 'test/site/docs-errors.spec.ts';
const SITE_SPECS = ['test/http/site.spec.ts', ...globSync('test/site/*.spec.ts', { cwd: root })].filter(
  (spec) => spec !== PAGES,
);

/** Whether a spec that reads the built site runs: vitest runs the files whose path has one of the named texts in it. */
function isAsked(): boolean {
  const named = process.argv.filter((each) => /^(\.\/)?test\b/.test(each) && !each.endsWith('vitest.config.ts'));
  return named.length === 0 || named.some((each) => SITE_SPECS.some((spec) => spec.includes(each.replace('./', ''))));
}

/** Builds the site once for all specs, as `npm start` does: what is not stale is not built again. */
export default function buildSite(): void {
  if (isAsked()) execFileSync(process.execPath, ['build/build.mjs', 'site'], { cwd: root, stdio: 'inherit' });
}
