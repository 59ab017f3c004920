import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsRoutes, siteRoutes } from '../../site/sidebar.js';
import { startTidings, type Tidings } from '../support/api.js';
import { launchBrowser } from '../support/site/browser.js';

const browser = await launchBrowser();
const routes = [...siteRoutes, ...docsRoutes];
const WIDTHS = [995, 996, 997];
const SLOW = 120_000;

describe.skipIf(!browser)('the site in a browser', () => {
  let tidings: Tidings;
  const errors: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  });
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  async function open(route: string, width: number, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    const context = await browser!.newContext({ viewport: { width, height: 900 }, colorScheme: 'dark' });
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => errors.push(`${route}: ${message}`));
    page.on('console', (message) => message.type() === 'error' && errors.push(`${route}: ${message.text()}`));
    await prepare?.(page);
    await page.goto(`${tidings.url}${route}`);
    return page;
  }
  const close = (page: Page) => page.context().close();

  test('every route has one title, the top bar, and the skip link first', { timeout: SLOW }, async () => {
    const page = await open('/', 1200);
    for (const route of [...routes, '/not-there']) {
      await page.goto(`${tidings.url}${route}`);
      await expect(page.locator('h1').count()).resolves.toBe(1);
      await expect(page.locator('header .top-links a').first().textContent()).resolves.toBe('Documentation');
      await page.keyboard.press('Tab');
      await expect(page.evaluate('document.activeElement.textContent')).resolves.toBe('Skip to main content');
    }
    await close(page);
  });

  test.each(WIDTHS)(
    'at %i px there is one layout, and no width of the page is lost',
    { timeout: SLOW },
    async (width) => {
      const page = await open('/docs/api/errors', width);
      const desktop = width >= 997;
      const shown = (selector: string) => page.locator(selector).first().isVisible();
      expect(await shown('.menu-button')).toBe(!desktop);
      expect(await shown('header .top-links')).toBe(desktop);
      expect(await shown('.docs-links')).toBe(desktop);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      if (desktop) expect((await page.locator('#site-menu').boundingBox())?.width).toBe(300);
      await close(page);
    },
  );

  test('the menu opens, holds every link, and Escape closes it and gives the focus back', {
    timeout: SLOW,
  }, async () => {
    for (const route of ['/docs/intro', '/imprint', '/openapi/']) {
      const page = await open(route, 996);
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      await menu.click();
      expect(await page.locator('#site-menu .top-links .sign-up').isVisible()).toBe(true);
      expect(await page.locator('#site-menu .docs-links').count()).toBe(route === '/docs/intro' ? 1 : 0);
      expect(await page.locator('#site-menu .reference-links').count()).toBe(route === '/openapi/' ? 1 : 0);
      await page.keyboard.press('Escape');
      expect(await page.locator('#site-menu').isVisible()).toBe(false);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Menu');
      await close(page);
    }
  });

  test('from 1200 px the samples of a call stay beside its text; a link to a field opens what holds it', {
    timeout: SLOW,
  }, async () => {
    const page = await open('/openapi/operations/conversation_create/', 1200);
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    expect((await boxOf('.side')).x).toBeGreaterThan((await boxOf('.details')).x + (await boxOf('.details')).width);
    const phone = page.locator('[id="body.participants.CLIENT.phone_number"]');
    expect(await phone.isVisible()).toBe(false);
    await page.goto(`${page.url()}#body.participants.CLIENT.phone_number`);
    await phone.waitFor();
    expect(await page.locator('.side h2').isVisible()).toBe(true);
    expect((await boxOf('.side')).y).toBeGreaterThan(0);
    expect(await page.locator('.reference-links [aria-current]').textContent()).toContain('Create a conversation');
    await page.setViewportSize({ width: 1199, height: 900 });
    expect((await boxOf('.side')).y + (await boxOf('.side')).height).toBeLessThanOrEqual(
      (await boxOf('.details')).y + 1,
    );
    await close(page);
  });

  test('light by default whatever the system prefers; the choice is kept before the first paint', {
    timeout: SLOW,
  }, async () => {
    const page = await open('/docs/intro', 1200);
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    expect(await theme()).toBe('light');
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await theme()).toBe('dark');
    expect(await page.evaluate("localStorage.getItem('tidings.theme')")).toBe('dark');
    await page.goto(`${tidings.url}/docs`, { waitUntil: 'commit' });
    await page.locator('body').waitFor({ state: 'attached' });
    expect(await theme()).toBe('dark');
    await close(page);
  });

  test('the theme switch shows its state by a name, a sign and a mark', { timeout: SLOW }, async () => {
    const page = await open('/docs/intro', 1200);
    const button = page.getByRole('button', { name: 'Dark theme' });
    const look = async () => [
      await button.getAttribute('aria-pressed'),
      await button.getAttribute('title'),
      await button.locator('.sun').isVisible(),
      await button.locator('.moon').isVisible(),
    ];
    await expect.poll(look).toEqual(['false', 'Off', true, false]);
    await button.click();
    expect(await look()).toEqual(['true', 'On', false, true]);
    await close(page);
  });

  test('the page of a code marks the entry of the errors, and no other', { timeout: SLOW }, async () => {
    const page = await open('/docs/api/errors/errors.conversation.locked', 1200);
    const marked = page.locator('.docs-links [aria-current]');
    expect(await marked.allTextContents()).toEqual([expect.stringMatching(/^\s*Errors\s*$/)]);
    expect(await marked.getAttribute('aria-current')).toBe('true');
    await page.goto(`${tidings.url}/docs/api/errors`);
    expect(await marked.getAttribute('aria-current')).toBe('page');
    await close(page);
  });

  test.each([375, 1440])('no copy button covers code at %i px', { timeout: SLOW }, async (width) => {
    const page = await open('/docs/intro', width);
    const covered = await page.evaluate<string[]>(`[...document.querySelectorAll('.expressive-code .frame')]
      .filter((frame) => frame.checkVisibility())
      .filter((frame) => {
        const button = frame.querySelector('.copy').getBoundingClientRect();
        const code = frame.querySelector('pre').getBoundingClientRect();
        return button.left < code.right && button.right > code.left && button.top < code.bottom && button.bottom > code.top;
      })
      .map((frame) => frame.textContent.trim().slice(0, 40))`);
    expect(covered).toEqual([]);
    await close(page);
  });

  test('a legal page without a text of the operator says so', { timeout: SLOW }, async () => {
    const page = await open('/imprint', 1200);
    for (const name of ['imprint', 'privacy', 'terms']) {
      await page.goto(`${tidings.url}/${name}`);
      await page.getByText('This page is not configured.').waitFor();
    }
    await close(page);
  });

  test('a diagram is as wide as the column', { timeout: SLOW }, async () => {
    const page = await open('/docs/concepts/conversation', 1440);
    const diagram = (await page.locator('.diagram').first().boundingBox())!;
    const column = (await page.locator('.sl-markdown-content').boundingBox())!;
    expect(diagram.width).toBe(column.width);
    await close(page);
  });

  test('the search loads its code at first use, by click, Ctrl+K and "/", and leads to a page', {
    timeout: SLOW,
  }, async () => {
    const asked: string[] = [];
    const page = await open('/', 1200, async (each) => each.on('request', (request) => asked.push(request.url())));
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => url.includes('/pagefind/'))).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(tidings.url) || url.includes('/api/'))).toEqual([]);
    for (const key of ['Control+k', '/']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog', { name: 'Search' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });
    }
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('participant');
    const first = page.locator('tidings-search li a').first();
    await first.waitFor();
    await first.click();
    await page.waitForURL((url) => url.pathname.startsWith('/docs/'));
    expect(new URL(page.url()).pathname).not.toContain('.html');
    await close(page);
  });

  test('no page printed an error or was refused by its policy', () => {
    expect(errors.filter((error) => !/^\/: Failed to load resource.*404/.test(error))).toEqual([]);
  });
});
