import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokenAttacks } from './token-attack-list.js';

const ROOT = join(import.meta.dirname, '../../..');

/** Whether a file has the title as the name of a test or of a row. */
function hasTitle(spec: string, title: string): boolean {
  const text = readFileSync(join(ROOT, spec), 'utf8');
  return ["'", '`'].some((quote) => text.includes(`${quote}${title}${quote}`)) || text.includes(`    ${title}: `);
}

test.each(Object.keys(tokenAttacks))('%s is tried by tests', (attack) => {
  const tests = tokenAttacks[attack] ?? [];
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter(([spec, title]) => !hasTitle(spec, title))).toEqual([]);
});

test('a title that no test has is found', () =>
  expect(hasTitle('test/api/auth/token-attacks.spec.ts', 'of a unicorn')).toBe(false));
