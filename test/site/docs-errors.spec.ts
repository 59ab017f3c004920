import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorPage, givenBy } from '../../site/src/facts/error-page.js';
import { type RejectionCode, rejections } from '../../src/catalogue/errors/rejections.js';
import { statusOf } from '../../src/http/pipeline/rejection.filter.js';
import { callsIn } from './docs/documented-calls.js';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'site/src/content/docs/docs/api/errors');
const calls = callsIn(JSON.parse(readFileSync(join(root, 'site/public/openapi.json'), 'utf8')));
const codes = Object.keys(rejections) as readonly RejectionCode[];
const statusOfCode = (code: RejectionCode) => statusOf[rejections[code].kind];

/** `npm test -- test/site/docs-errors.spec.ts -u` writes the pages anew. */
describe('the page of', () => {
  test.each(codes)('%s is written from the catalogue', async (code) => {
    const page = errorPage({ code, entry: rejections[code], status: statusOfCode(code), calls });
    await expect(page).toMatchFileSnapshot(join(folder, `${code}.md`));
  });

  test.each(codes)('%s names only calls that document its status', (code) => {
    const given = givenBy(code, calls);
    if (typeof given === 'string') return;
    expect(given).not.toEqual([]);
    const silent = given.filter(({ statuses }) => !statuses.includes(statusOfCode(code)));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

test('every page of an error belongs to a code of the catalogue', () => {
  expect(readdirSync(folder).sort()).toEqual(codes.map((code) => `${code}.md`).sort());
});
