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

  test('shows groups, guides first, each with its pages, and says how many it found', { timeout: SLOW }, async () => {
    await search('conversation');
    const groups = await page.evaluate<{ title: string; links: string[] }[]>(`
      [...document.querySelectorAll('tidings-search section')].map((group) => ({
        title: document.getElementById(group.querySelector('ol').getAttribute('aria-labelledby')).firstChild.textContent,
        links: [...group.querySelectorAll('a')].map((link) => link.getAttribute('href')),
      }))`);
    expect(groups.map(({ title }) => title).slice(0, 3)).toEqual(['Guides', 'Reference', 'Errors']);
    const [guides, reference, errors] = groups.map(({ links }) => links);
    for (const link of guides!) expect(link).toMatch(/^\/docs\/(?!api\/errors\/)/);
    for (const link of reference!) expect(link).toMatch(/^\/openapi\//);
    for (const link of errors!) expect(link).toMatch(/^\/docs\/api\/errors\//);
    const status = await page.locator('tidings-search [role=status]').innerText();
    expect(status).toMatch(/^\d+ found: \d+ in Guides, \d+ in Reference, \d+ in Errors/);
    await page.getByRole('searchbox').fill('qqqqqqq');
    await page.getByText('No page has “qqqqqqq”.').waitFor();
    expect(await shown()).toEqual([]);
  });

  test('leads to the section that has the words, named with its page, and marks them', { timeout: SLOW }, async () => {
    const [first] = await search('rate limits bucket');
    expect(first).toMatch(/^\/docs\/[^#]+#./);
    const hit = page.locator('tidings-search li').first();
    expect(await hit.locator('a').innerText()).toMatch(/^.+ › .+$/);
    expect(await hit.locator('mark').count()).toBeGreaterThan(0);
    const [id] = (first ?? '').split('#').slice(1);
    await hit.locator('a').click();
    await page.waitForURL(`**${first}`);
    expect(await page.locator(`[id="${id}"]`).isVisible()).toBe(true);
    await page.goBack();
    await page.keyboard.press('Control+k');
    for (const link of (await search('unread_message_count')).filter((each) => each.startsWith('/openapi/operations/')))
      expect(link).toContain('#');
    expect((await search('participant'))[0]).toBe('/docs/concepts/participant');
  });

  test.each([
    ['Win32', 'Control+k', 'Meta+k', 'Ctrl K', 'Control+K /'],
    ['MacIntel', 'Meta+k', 'Control+k', '⌘ K', 'Meta+K /'],
  ])(
    'on %s its key is %s and not %s; its code comes when it opens',
    {
      timeout: SLOW,
    },
    async (platform, key, otherKey, shownKey, shortcuts) => {
      const other = await browser!.newPage();
      const files: string[] = [];
      other.on('request', (request) => files.push(request.url()));
      await other.addInitScript(`Object.defineProperty(navigator, 'platform', { get: () => '${platform}' })`);
      await other.goto(`${tidings.url}/docs/intro`, { waitUntil: 'networkidle' });
      const button = other.getByRole('button', { name: 'Search', exact: true });
      expect([await button.locator('kbd').innerText(), await button.getAttribute('aria-keyshortcuts')]).toEqual([
        shownKey,
        shortcuts,
      ]);
      await other.keyboard.press(otherKey);
      expect(await other.getByRole('searchbox').isVisible()).toBe(false);
      const isSearch = (url: string) => /pagefind|search-code/.test(url);
      expect(files.filter(isSearch)).toEqual([]);
      await other.keyboard.press(key);
      await other.getByRole('searchbox').fill('webhook');
      await other.locator('tidings-search li').first().waitFor();
      expect(files.filter(isSearch).length).toBeGreaterThan(2);
      await other.keyboard.press('ArrowDown');
      await other.keyboard.press('Escape');
      expect(await other.getByRole('dialog').isVisible()).toBe(false);
      await other.keyboard.press('/');
      expect(await other.evaluate('document.activeElement.value')).toBe('webhook');
      await other.keyboard.press('Escape');
      expect(await other.getByRole('dialog').isVisible()).toBe(false);
      await other.close();
    },
  );

  test('that does not load says so, loads when it is opened again, and reloads a page older than a deploy', {
    timeout: SLOW,
  }, async () => {
    const other = await browser!.newPage();
    await other.route('**/pagefind/pagefind.js*', (route) => route.abort(), { times: 1 });
    await other.goto(`${tidings.url}/docs/intro`);
    await other.keyboard.press('/');
    await other.getByText('The search did not load.').waitFor();
    await other.getByRole('searchbox').fill('webhook');
    await other.keyboard.press('Escape');
    await other.keyboard.press('/');
    await other.locator('tidings-search li').first().waitFor();
    let loads = 0;
    other.on('domcontentloaded', () => loads++);
    await other.route('**/_astro/search-code.*.js*', (route) => route.fulfill({ status: 404 }));
    await other.reload();
    for (const times of [2, 2]) {
      await other.keyboard.press('/');
      if (times === loads) await other.getByText('The search did not load.').waitFor();
      await expect.poll(() => loads).toBe(times);
    }
    await other.close();
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
    expect(await page.locator('tidings-search section').count()).toBeGreaterThan(1);
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
