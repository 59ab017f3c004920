import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsRoutes } from '../../site/sidebar.js';
import { startTidings, type Tidings } from '../support/api.js';
import { launchBrowser } from '../support/site/browser.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const dist = join(import.meta.dirname, '../../site/dist');
const withTables = docsRoutes.filter((route) => readFileSync(join(dist, `${route}.html`), 'utf8').includes('<table'));

/** Words of codes that are on two lines, and tables that are wider than their place. A joint of a code is an element. */
const BROKEN = `(() => {
  const broken = [];
  for (const table of document.querySelectorAll('main table')) {
    const place = table.parentElement.getBoundingClientRect();
    const { right } = table.getBoundingClientRect();
    if (right > place.right + 1) broken.push('wide by ' + Math.round(right - place.right));
    for (const code of table.querySelectorAll('code')) {
      const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
  }
  return broken;
})()`;

describe.skipIf(!browser)('a table', () => {
  let tidings: Tidings;
  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  });
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test('is on many pages', () => expect(withTables.length).toBeGreaterThan(8));

  test.each([375, 700, 997, 1200, 1440])(
    'at %i px breaks no word of a code and fits',
    { timeout: SLOW },
    async (width) => {
      const context = await browser!.newContext({ viewport: { width, height: 900 } });
      const page = await context.newPage();
      const wrong: string[] = [];
      for (const route of withTables) {
        await page.goto(`${tidings.url}${route}`);
        const broken = await page.evaluate<string[]>(BROKEN);
        wrong.push(...broken.map((each) => `${route}: ${each}`));
      }
      expect(wrong).toEqual([]);
      await context.close();
    },
  );
});
