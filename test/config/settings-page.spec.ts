import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { settingsPage } from '../../src/config/settings-page.js';

const page = settingsPage();
const names = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);

/** Settings that the site or a library reads. */
const READ_ELSEWHERE = ['SITE_SETTINGS'];

test('docs/settings.md is written from the code by `npm run settings`', () =>
  expect(readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')).toBe(page));

test('the page has a row for each setting that is read, and no other', () => {
  const read = new Set<string>();
  const environment = new Proxy({} as Record<string, string>, {
    get: (_, name) => void read.add(String(name)),
  });
  readConfig(environment);
  expect([...read, ...READ_ELSEWHERE].sort()).toEqual(names.toSorted());
});

test('an empty value is the same as none', () => {
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});
