import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Whether the specs that were named, or all, read the built site. */
function isAsked(): boolean {
  const named = process.argv.filter((each) => /^\.?\/?test\b/.test(each) && !each.endsWith('vitest.config.ts'));
  return named.length === 0 || named.some((each) => /test\/?$|test\/(site|http\/site)/.test(each));
}

/** Builds the site once for all specs, as `npm start` does: what is not stale is not built again. */
export default function buildSite(): void {
  if (isAsked()) execFileSync(process.execPath, ['build/build.mjs', 'site'], { cwd: root, stdio: 'inherit' });
}
