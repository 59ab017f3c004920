import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTidings, type Tidings } from '../../support/api.js';
import { launchBrowser } from '../../support/site/browser.js';
import { closePage, openPage, withoutStorage } from '../../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const STAGING = 'https://staging.tidings.example';

/** Replaces each text of the page by an element, also each that comes later, as the translation of a browser does. */
const TRANSLATE = `(() => {
  const isKept = (node) => !node.parentElement || node.parentElement.closest('[translate=no], script, style, textarea, option, font');
  const wrap = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (isKept(node) || node.data.trim() === '') return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = node.data;
      outer.append(inner);
      node.replaceWith(outer);
    } else for (const child of [...node.childNodes]) wrap(child);
  };
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target.nodeType === Node.TEXT_NODE) wrap(target);
      for (const node of addedNodes) wrap(node);
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

describe.skipIf(!browser)('the console of the API reference and its reader', () => {
  let tidings: Tidings;
  let page: Page;
  let sent: { readonly url: string; readonly credential: string | undefined }[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const route = (operation: string) => `${tidings.url}/openapi/operations/${operation}/`;
  const start = async () => {
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
  };
  async function open(operation: string, prepare?: (page: Page) => Promise<unknown>, options = {}): Promise<void> {
    sent = [];
    const listen = async (each: Page) => {
      each.on('request', (request) => {
        if (request.url().includes('/api/'))
          sent.push({ url: request.url(), credential: request.headers().authorization });
      });
      await prepare?.(each);
    };
    page = await openPage(browser!, route(operation), listen, options);
    await start();
  }
  const credential = () => page.getByLabel('Access token or API key', { exact: true });
  const send = () => page.getByRole('button', { name: /^Send / });
  const outcome = (text: string | RegExp) => page.locator('.outcome', { hasText: text }).waitFor();
  const stored = () => page.evaluate<string | null>("sessionStorage.getItem('tidings.try-it')");

  test('the credential stays for the tab and its server alone, without "Bearer", until "Clear"', {
    timeout: SLOW,
  }, async () => {
    await open('user_me', (each) => each.route(`${STAGING}/**`, (request) => request.abort()));
    await credential().fill('Authorization: Bearer key-of-production ');
    expect(await credential().inputValue()).toBe('key-of-production');
    await send().click();
    await outcome('401 Unauthorized');
    await page.getByLabel('Server').selectOption(STAGING);
    expect(await credential().inputValue()).toBe('');
    await send().click();
    await outcome(`No response from ${STAGING}`);
    expect(sent).toEqual([
      { url: `${tidings.url}/api/v1/users/me`, credential: 'Bearer key-of-production' },
      { url: `${STAGING}/api/v1/users/me`, credential: undefined },
    ]);
    await credential().fill('bearer key-of-staging');
    await page.goto(route('user_list'));
    await start();
    expect(await page.getByLabel('Server').inputValue()).toBe(STAGING);
    expect(await credential().inputValue()).toBe('key-of-staging');
    await page.getByLabel('Server').selectOption(tidings.url);
    expect(await credential().inputValue()).toBe('key-of-production');
    await page.getByRole('button', { name: 'Clear' }).click();
    expect([await credential().inputValue(), await page.evaluate('document.activeElement.id')]).toEqual([
      '',
      'try-token',
    ]);
    expect(await stored()).toBe(JSON.stringify({ server: tidings.url, credentials: { [STAGING]: 'key-of-staging' } }));
    const other = await page.context().newPage();
    await other.goto(route('user_list'));
    expect(await other.evaluate("sessionStorage.getItem('tidings.try-it')")).toBe(null);
    await closePage(page);
  });

  test('where storage throws, or was changed, the console works', { timeout: SLOW }, async () => {
    await open('user_me', withoutStorage);
    await credential().fill('key');
    await send().click();
    await outcome('401 Unauthorized');
    expect(sent[0]?.credential).toBe('Bearer key');
    await closePage(page);
    for (const changed of ['[', 'null', '7', '{"server":"https://evil.example","credentials":{"a":1}}']) {
      await open('user_me', (each) =>
        each.addInitScript(`sessionStorage.setItem('tidings.try-it', ${JSON.stringify(changed)})`),
      );
      expect(await page.getByLabel('Server').inputValue(), changed).toBe(tidings.url);
      expect(await credential().inputValue(), changed).toBe('');
      await closePage(page);
    }
  });

  test.each([
    [375, 'reduce', 'instant'],
    [375, 'no-preference', 'smooth'],
    [1440, 'reduce', 'instant'],
  ] as const)(
    'at %i px and motion "%s" the answer comes into view: %s; the focus stays',
    {
      timeout: SLOW,
    },
    async (width, reducedMotion, behavior) => {
      const listen = `globalThis.scrolls = [];
      const scroll = Element.prototype.scrollIntoView;
      Element.prototype.scrollIntoView = function (how) { scrolls.push(how.behavior); scroll.call(this, how); };`;
      await open('conversation_type_create', (each) => each.addInitScript(listen), {
        viewport: { width, height: 600 },
        reducedMotion,
      });
      await send().focus();
      await page.keyboard.press('Enter');
      await outcome('401 Unauthorized');
      const isInView = `(() => {
      const { top, bottom } = document.querySelector('.outcome').getBoundingClientRect();
      return top >= document.querySelector('header.header').getBoundingClientRect().bottom && bottom <= innerHeight;
    })()`;
      await expect.poll(() => page.evaluate(isInView)).toBe(true);
      expect(await page.evaluate('scrolls')).toEqual([behavior]);
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Send POST');
      await closePage(page);
    },
  );

  test('a page that a browser translates sends, answers, asks and fails as before', { timeout: SLOW }, async () => {
    const errors: string[] = [];
    await open('user_delete', async (each) => each.on('pageerror', ({ message }) => errors.push(message)));
    await page.evaluate(TRANSLATE);
    expect(await page.locator('.try-it font').count()).toBeGreaterThan(10);
    await send().click();
    await page.locator('.field .error', { hasText: 'Enter user_id.' }).waitFor();
    await page.getByRole('textbox', { name: 'user_id' }).fill('0190a0a0-0000-7000-8000-000000000001');
    await credential().fill('key');
    const confirm = () => page.getByRole('button', { name: 'Delete', exact: true }).click();
    for (const answer of ['401 Unauthorized', 'No response from', '401 Unauthorized']) {
      if (answer.startsWith('No')) await page.route('**/api/v1/users/**', (request) => request.abort());
      else await page.unroute('**/api/v1/users/**');
      await send().click();
      await page.getByRole('button', { name: 'Do not send' }).click();
      await send().click();
      await confirm();
      await outcome(answer);
      expect(await page.locator('.outcome').innerText()).toMatch(new RegExp(`^${answer}`));
    }
    await page.getByText(/^Headers \(\d+\)$/).click();
    await page.getByText(/^Headers after \d+ ms/).waitFor();
    expect(await page.locator('.try-it').getByText('errors.unauthenticated').first().isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Optional parameters and headers').click();
    await page.getByRole('button', { name: 'TypeScript' }).click();
    expect(await page.getByLabel('The call in TypeScript').locator('font').count()).toBe(0);
    expect([errors, await page.getByText('This page crashed.').count()]).toEqual([[], 0]);
    await closePage(page);
  });
});
