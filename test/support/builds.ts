import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** It writes pages without which the site cannot be built. */
const PAGES = 'test/site/docs/docs-errors.spec.ts';
const SITE_SPECS = /^test\/(http\/site|site(\/(docs|client|console|settings))?|app)\/[^/]+\.spec\.ts$/;

const needsSite = (spec: string): boolean => SITE_SPECS.test(spec) && spec !== PAGES;
const needsService = (spec: string): boolean =>
  /support\/processes\/(compiled-service|fleet|operator)\.js/.test(readFileSync(join(root, spec), 'utf8'));

/** The specs that run: vitest runs the files whose path has one of the named texts in it. */
function askedSpecs(): string[] {
  const named = process.argv.filter((each) => /^(\.\/)?test\b/.test(each) && !each.endsWith('vitest.config.ts'));
  const specs = globSync('test/**/*.spec.ts', { cwd: root });
  return specs.filter((spec) => named.length === 0 || named.some((each) => spec.includes(each.replace('./', ''))));
}

/** Builds once for all specs what they need, as `npm start` does: what is not stale is not built again. */
export default function build(): void {
  const specs = askedSpecs();
  // APP_SITE names a site that is built already (site/build/app-only.ts).
  const buildsSite = process.env.APP_SITE === undefined && specs.some(needsSite);
  const names = [...(specs.some(needsService) ? ['service'] : []), ...(buildsSite ? ['site'] : [])];
  if (names.length > 0) execFileSync(process.execPath, ['build/build.mjs', ...names], { cwd: root, stdio: 'inherit' });
}
