import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { givenBy } from '../../../site/src/facts/error-calls.js';
import { errorPage } from '../../../site/src/facts/error-page.js';
import { type RejectionCode, rejections } from '../../../src/catalogue/errors/rejections.js';
import { statusOfCode } from '../../../src/http/openapi/errors/call-errors.js';
import { callsIn } from './documented-calls.js';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'site/src/content/docs/docs/api/errors');
const calls = callsIn(JSON.parse(readFileSync(join(root, 'site/public/openapi.json'), 'utf8')));
const codes = Object.keys(rejections) as readonly RejectionCode[];

/** `npm test -- test/site/docs/docs-errors.spec.ts -u` writes the pages anew. */
describe('the page of', () => {
  test.each(codes)('%s is written from the catalogue', async (code) => {
    const page = errorPage({ code, entry: rejections[code], status: statusOfCode(code), calls });
    await expect(page).toMatchFileSnapshot(join(folder, `${code}.md`));
  });

  test.each(codes)('%s names the calls that give it', (code) => {
    expect(givenBy(code, calls)).not.toEqual([]);
  });
});

test('every page of an error belongs to a code of the catalogue', () => {
  expect(readdirSync(folder).sort()).toEqual(codes.map((code) => `${code}.md`).sort());
});
