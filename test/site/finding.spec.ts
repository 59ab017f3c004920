import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTidings, type Tidings } from '../support/api.js';
import { launchBrowser } from '../support/site/browser.js';

const browser = await launchBrowser();
const SLOW = 60_000;

describe.skipIf(!browser)('a reader who looks for a page', () => {
  let tidings: Tidings;
  let page: Page;
  const asked: string[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
    page = await browser!.newPage();
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('dialog', (dialog) => errors.push(`dialog: ${dialog.message()}`));
    await page.goto(`${tidings.url}/docs`);
    await page.keyboard.press('Control+k');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const shown = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('tidings-search li a')].map((link) => link.getAttribute('href'))`,
    );

  /** The links of a search, in order. */
  async function search(words: string): Promise<readonly string[]> {
    await page.getByRole('searchbox').fill('');
    await page.locator('tidings-search li').first().waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill(words);
    await page.locator('tidings-search li').first().waitFor();
    return shown();
  }

  test.each([
    ['idempotency', '/docs/api/basics#idempotency'],
    ['webhook signature', '/docs/webhooks'],
    ['unread', '/docs/concepts/participant'],
    ['lock', '/docs/concepts/conversation#lock'],
    ['rate limit', '/docs/api/basics#rate-limits'],
    ['passkey', '/docs/concepts/user'],
  ])('finds guides before error pages: %s leads to %s', { timeout: SLOW }, async (words, expected) => {
    const links = await search(words);
    expect(links[0]).toMatch(/^\/docs\//);
    expect(
      links.slice(0, 2).some((link) => link.startsWith(expected)),
      links.join(' '),
    ).toBe(true);
    const isError = links.map((link) => link.startsWith('/docs/api/errors/'));
    expect(isError, links.join(' ')).toEqual(isError.toSorted());
  });

  test.each([
    ['lock conversation', '/openapi/operations/conversation_lock/'],
    ['unread_message_count', '/openapi/'],
    ['source_id', '/openapi/operations/message_post/'],
    ['delete user', '/openapi/operations/user_delete/'],
    ['create api keys', '/openapi/operations/api_key_create/'],
  ])('finds the reference after the guides: %s has %s', { timeout: SLOW }, async (words, expected) => {
    const links = await search(words);
    const first = links.findIndex((link) => link.startsWith('/openapi/'));
    expect(links[0]).toMatch(/^\/docs\/(?!api\/errors\/)/);
    expect(
      links.some((link) => link.startsWith(expected)),
      links.join(' '),
    ).toBe(true);
    expect(links.slice(first).filter((link) => !/^\/(openapi|docs\/api\/errors)\//.test(link))).toEqual([]);
  });

  test('the arrows move from the field through the results and back, and Enter opens', { timeout: SLOW }, async () => {
    const links = await search('delete user');
    const focused = () => page.evaluate('document.activeElement.getAttribute("href")');
    await page.getByRole('searchbox').press('ArrowDown');
    expect(await focused()).toBe(links[0]);
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(links[1]);
    for (const _ of links) await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(links.at(-1));
    for (const _ of links) await page.keyboard.press('ArrowUp');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${links[0]}`);
    await page.goBack();
    await page.keyboard.press('Control+k');
  });

  test('Enter in the field opens the first result, also before it is shown', { timeout: SLOW }, async () => {
    const [first] = await search('idempotency');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').fill('idempotency');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname, hash }) => pathname + hash === first);
    await page.goBack();
    await page.keyboard.press('Control+k');
  });

  test.each([
    ['errors.conversation.locked', '/docs/api/errors/errors.conversation.locked'],
    ['{"code":"errors.not_found","message":"Not found"}', '/docs/api/errors/errors.not_found'],
    ['errors.field.pattern', '/docs/api/errors#field-error-codes'],
  ])('finds the page of a pasted code first: %s', { timeout: SLOW }, async (text, route) => {
    expect((await search(text))[0]).toBe(route);
  });

  test('is told at an unknown address what it was, and which pages are near', { timeout: SLOW }, async () => {
    asked.length = 0;
    await page.goto(`${tidings.url}/docs/webhok`);
    const main = page.locator('main');
    await expect(main.locator('[data-part="asked"]').textContent()).resolves.toBe('/docs/webhok');
    expect(await main.locator('[data-part="pages"] a').first().getAttribute('href')).toBe('/docs/webhooks');
    expect(await main.locator('[data-part="pages"] a').count()).toBeLessThanOrEqual(3);
    expect(asked.filter((url) => !url.startsWith(tidings.url) || url.includes('/api/'))).toEqual([]);
    await main.getByRole('button', { name: 'Search for it' }).click();
    expect(await page.getByRole('searchbox').inputValue()).toBe('webhok');
  });

  test('cannot be made to run what an address contains', { timeout: SLOW }, async () => {
    await page.goto(`${tidings.url}/%3Cimg%20src=x%20onerror=alert(1)%3E/webhooks`);
    const part = page.locator('[data-part="asked"]');
    await expect(part.textContent()).resolves.toBe('/<img src=x onerror=alert(1)>/webhooks');
    expect(await page.locator('main img').count()).toBe(0);
    await page.goto(`${tidings.url}/%E0%A4%A`);
    await expect(part.textContent()).resolves.toBe('/%E0%A4%A');
    expect(errors).toEqual([]);
  });

  test('finds the sections without JavaScript', { timeout: SLOW }, async () => {
    const context = await browser!.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${tidings.url}/nothing`);
    expect(await plain.locator('[data-part="found"]').isVisible()).toBe(false);
    for (const route of ['/docs', '/docs/intro', '/docs/category/concepts', '/openapi/'])
      expect(await plain.locator(`main a[href="${route}"]`).isVisible(), route).toBe(true);
    await context.close();
  });
});
