import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const specs = {
  passes: `test('a', () => {}); test('b', () => {});`,
  fails: `test('a', () => { throw new Error('on purpose'); });`,
  'does-not-load': `import './nowhere.js'; test('a', () => {});`,
  'has-a-broken-hook': `beforeAll(() => { throw new Error('on purpose'); }); test('a', () => {});`,
  'breaks-at-its-end': `afterAll(() => { throw new Error('2 differences\\nthe first\\nthe second'); }); test('a', () => {});`,
  'lacks-docker': `test.skipIf(true)('a container starts', () => {});`,
  'loses-a-promise': `test('a', async () => { Promise.reject(new Error('lost')); await new Promise((go) => setTimeout(go, 50)); });`,
} as const;

describe('npm test', () => {
  let root: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'tidings-run-'));
    mkdirSync(join(root, 'test/support'), { recursive: true });
    for (const file of [
      'package.json',
      'test/vitest.config.ts',
      'test/support/run-tests.mjs',
      'test/support/builds.ts',
    ])
      cpSync(join(ROOT, file), join(root, file));
    writeFileSync(join(root, 'test/support/gazetteer-index.ts'), 'export default () => {};');
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    for (const [name, text] of Object.entries(specs))
      writeFileSync(
        join(root, `test/${name}.spec.ts`),
        `import { afterAll, beforeAll, test } from 'vitest';\n${text}\n`,
      );
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const run = (...names: readonly (keyof typeof specs | 'nothing')[]) => {
    const args = [join(root, 'test/support/run-tests.mjs'), ...names.map((name) => `test/${name}.spec.ts`)];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const lines = stdout.trimEnd().split('\n');
    return { good: status === 0, last: lines.at(-1), lines };
  };

  test('ends well when all that ran passed, and says how many', () =>
    expect(run('passes', 'lacks-docker')).toMatchObject({ good: true, last: '2 passed, 0 failed, 1 skipped' }));

  test('names what was skipped', () =>
    expect(run('passes', 'lacks-docker').lines).toContain('SKIPPED test/lacks-docker.spec.ts > a container starts'));

  test('names what failed, and why, at its end', () =>
    expect(run('passes', 'fails').lines.at(-2)).toBe('FAILED test/fails.spec.ts > a: Error: on purpose'));

  test('counts a file that did not load or whose hook failed as failed', () =>
    expect(run('passes', 'fails', 'does-not-load', 'has-a-broken-hook')).toMatchObject({
      good: false,
      last: '2 passed, 3 failed, 1 skipped',
    }));

  test('tells why a file failed as a whole', () =>
    expect(run('has-a-broken-hook', 'breaks-at-its-end').lines.slice(-3, -1).sort()).toEqual([
      'FAILED test/breaks-at-its-end.spec.ts as a whole: 2 differences | the first',
      'FAILED test/has-a-broken-hook.spec.ts as a whole: on purpose',
    ]));

  test('fails when a promise was lost though every test passed', () =>
    expect(run('loses-a-promise')).toMatchObject({ good: false, last: '1 passed, 1 failed, 0 skipped' }));

  test('says which error no test caused', () =>
    expect(run('loses-a-promise').lines.at(-2)).toMatch(/^FAILED outside of any test: .*Error: lost/));

  test.each(['nothing', 'lacks-docker'] as const)('fails when no test ran (%s)', (name) =>
    expect(run(name)).toMatchObject({ good: false }),
  );
});
