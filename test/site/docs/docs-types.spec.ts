import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOfPage, sampleFiles } from '../../../site/src/facts/sample-files.js';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.cache/sample-types');

test('the TypeScript samples of each page, and those of React, fit the types of the SDK', { timeout: 120_000 }, () => {
  rmSync(folder, { recursive: true, force: true });
  for (const [page, text] of sampleFiles('ts')) {
    const file = join(folder, `${page}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const { lang, meta, code } of blocksOfPage('examples')) {
    const [, file] = /title="(\w+\.tsx)"/.exec(meta) ?? [];
    if (lang === 'tsx' && file) writeFileSync(join(folder, file), code);
  }
  const sdk = (name: string) => [join(root, `sdk/src/${name}.ts`)];
  const compilerOptions = {
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    moduleDetection: 'force',
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    paths: {
      '@tidings/sdk': sdk('tidings'),
      '@tidings/sdk/api': sdk('api'),
      '@tidings/sdk/session': sdk('session'),
      '@tidings/sdk/react': sdk('react'),
      '@tidings/sdk/socket': sdk('socket'),
      '@tidings/sdk/store': sdk('store'),
      '@tidings/sdk/webhooks': sdk('webhooks'),
    },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts', '**/*.tsx'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const wrong = (() => {
    try {
      execFileSync(process.execPath, [tsc, '-p', folder], { cwd: root, encoding: 'utf8' });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  })();
  expect(wrong).toBe('');
});
