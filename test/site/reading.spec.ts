import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsRoutes, siteRoutes } from '../../site/sidebar.js';
import { startTidings, type Tidings } from '../support/api.js';
import { launchBrowser } from '../support/site/browser.js';

const browser = await launchBrowser();
const LONGEST = '/docs/api/errors/errors.conversation_type.schema_breaks';
const CALL = '/openapi/operations/message_post/';
const routes = [...siteRoutes, ...docsRoutes, LONGEST, CALL, '/openapi/asyncapi/', '/not-there'];
/** A page with tabs, drawings and code, one with tables, one of a code, two of the reference. */
const KINDS = ['/docs/intro', '/docs/concepts/conversation', LONGEST, '/openapi/', CALL];
const SLOW = { timeout: 120_000 };

describe.skipIf(!browser)('the reader’s own conditions', () => {
  let tidings: Tidings;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  });
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  /** Opens each route in turn in one window. */
  async function read(
    asked: readonly string[],
    width: number,
    options: BrowserContextOptions,
    look: (page: Page, route: string) => Promise<unknown>,
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<void> {
    const context = await browser!.newContext({ viewport: { width, height: 800 }, ...options });
    try {
      const page = await context.newPage();
      await prepare?.(page);
      for (const route of asked) {
        await page.goto(`${tidings.url}${route}`);
        await look(page, route);
      }
    } finally {
      await context.close();
    }
  }

  const sidewaysOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
  const shown = (page: Page, selector: string) => page.locator(selector).first().isVisible();
  const styleOf = (page: Page, selector: string, property: string, pseudo = '') =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), '${pseudo}')['${property}']`,
    );

  test('320 px: no route scrolls sideways, and a row of a table becomes a list', SLOW, async () => {
    await read(routes, 320, {}, async (page, route) => {
      expect(await sidewaysOf(page), route).toBe(320);
      expect((await page.locator('.page > .header').boundingBox())?.height, 'the bar has one line').toBeLessThan(60);
    });
    await read(['/docs/api/errors'], 320, {}, async (page) => {
      expect(await styleOf(page, '.facts tbody td', 'display')).toBe('block');
      expect(await styleOf(page, '.facts tbody td.number', 'textAlign')).toBe('start');
      expect(await styleOf(page, '.facts tbody td', 'content', '::before')).toContain('Reason');
      expect(await shown(page, '.facts thead th')).toBe(true);
      expect((await page.locator('.facts thead').first().boundingBox())!.height).toBeLessThanOrEqual(1);
    });
  });

  test.each([1280, 375])(
    'text of twice the size at %i px: no route scrolls sideways, and the bar keeps its links',
    SLOW,
    async (width) => {
      const large = async (page: Page) => {
        const session = await page.context().newCDPSession(page);
        await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      };
      await read(
        KINDS,
        width,
        {},
        async (page, route) => {
          expect(await styleOf(page, 'html', 'fontSize'), route).toBe('32px');
          expect(await sidewaysOf(page), route).toBe(width);
          const links = page.locator(width >= 997 ? 'header .top-links a' : '.menu-button, header .open');
          for (const link of await links.all()) {
            const box = (await link.boundingBox())!;
            expect(box.x, route).toBeGreaterThanOrEqual(0);
            expect(box.x + box.width, route).toBeLessThanOrEqual(width);
          }
        },
        large,
      );
    },
  );

  test('paper: no bars, addresses of links, code in full, light', SLOW, async () => {
    await read(KINDS, 700, {}, async (page, route) => {
      await page.evaluate("document.documentElement.dataset.theme = 'dark'");
      await page.emulateMedia({ media: 'print' });
      for (const bar of [
        '.top-links',
        '.menu-button',
        'tidings-search',
        '.docs-links, .reference-links',
        '.contents',
        '.site-footer',
        '.copy',
      ]) {
        expect(await shown(page, bar), `${route} ${bar}`).toBe(false);
      }
      expect(await styleOf(page, 'html', 'colorScheme')).toBe('light');
      expect(await styleOf(page, 'body', 'color')).toBe('rgb(20, 32, 43)');
      const cut = "[...document.querySelectorAll('pre')].filter((pre) => pre.scrollWidth > pre.clientWidth).length";
      expect(await page.evaluate(cut), route).toBe(0);
      const link = '.sl-markdown-content a[href]:not([href^="#"])';
      if ((await page.locator(link).count()) === 0) return;
      const href = await page.locator(link).first().getAttribute('href');
      expect(await styleOf(page, link, 'content', '::after'), route).toContain(
        `" (" "${href}" ")"`.replaceAll('" "', ''),
      );
    });
  });

  test('less motion: nothing moves, also with the menu and the search open', SLOW, async () => {
    const moving = (page: Page) =>
      page.evaluate<string[]>(`[...document.querySelectorAll('*')].flatMap((each) =>
        ['', '::before', '::after', '::backdrop'].flatMap((pseudo) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(each, pseudo);
          const still = animationName === 'none' && !/[1-9]/.test(transitionDuration) && scrollBehavior !== 'smooth';
          return still ? [] : [each.tagName + pseudo];
        }))`);
    await read(KINDS.slice(1, 3), 375, { reducedMotion: 'reduce' }, async (page, route) => {
      expect(await moving(page), route).toEqual([]);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      expect(await moving(page), route).toEqual([]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      expect(await moving(page), route).toEqual([]);
    });
    await read(['/docs/intro'], 375, {}, async (page) => {
      expect((await moving(page)).length).toBeGreaterThan(0);
    });
  });

  test('forced colours: focus, borders, drawings, icons and the current page are seen', SLOW, async () => {
    await read(['/docs/intro'], 1280, { forcedColors: 'active' }, async (page) => {
      const ground = await styleOf(page, 'body', 'backgroundColor');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await styleOf(page, ':focus', 'outlineStyle')).toBe('solid');
      expect(await styleOf(page, ':focus', 'outlineWidth')).toBe('2px');
      expect(await styleOf(page, ':focus', 'outlineColor')).not.toBe(ground);
      for (const bordered of ['header .open', 'tidings-theme button', '.sign-up a']) {
        expect(await styleOf(page, bordered, 'borderTopWidth'), bordered).toBe('1px');
        expect(await styleOf(page, bordered, 'borderTopColor'), bordered).not.toBe(ground);
      }
      expect(await styleOf(page, '.expressive-code .copy button', 'backgroundColor', '::after')).not.toBe(ground);
      for (const drawn of ['.diagram .event rect', '.diagram .arrow']) {
        expect(await styleOf(page, drawn, 'stroke'), drawn).not.toBe(ground);
      }
      expect(await styleOf(page, '.diagram .event text', 'fill')).not.toBe(ground);
      expect(await styleOf(page, '.docs-links [aria-current]', 'textDecorationLine')).toBe('underline');
    });
  });

  test('no script: the text, every tab and the menu are there, and nothing that would do nothing', SLOW, async () => {
    for (const width of [375, 1280]) {
      await read(['/docs/intro'], width, { javaScriptEnabled: false }, async (page) => {
        const panels = page.locator('[role=tabpanel]');
        expect(await panels.count()).toBeGreaterThan(4);
        for (const panel of await panels.all()) expect(await panel.isVisible()).toBe(true);
        for (const dead of ['tidings-search', 'tidings-theme button', '.copy'])
          expect(await shown(page, dead)).toBe(false);
        if (width === 375) await page.getByRole('button', { name: 'Menu', exact: true }).click();
        expect(await page.locator('.docs-links').isVisible()).toBe(true);
        expect(await page.locator('.top-links .sign-up >> visible=true').count()).toBe(1);
        if (width === 1280) expect(await page.locator('.contents a').first().isVisible()).toBe(true);
      });
    }
  });

  test('blocked storage: theme and tabs change, and no error is thrown', SLOW, async () => {
    const errors: string[] = [];
    await read(
      ['/docs/intro'],
      1280,
      {},
      async (page) => {
        await page.getByRole('button', { name: 'Dark theme' }).click();
        expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
        await page.getByRole('tab', { name: 'TypeScript' }).first().click();
        const chosen = page.locator('starlight-tabs [role=tabpanel]:not([hidden])');
        for (const panel of await chosen.all())
          expect(await panel.locator('pre').getAttribute('data-language')).toBe('ts');
      },
      async (page) => {
        page.on('pageerror', ({ message }) => errors.push(message));
        await page.addInitScript(
          "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })",
        );
      },
    );
    expect(errors).toEqual([]);
  });

  test('a line of text has no more than 80 characters', SLOW, async () => {
    await read(['/docs/concepts/conversation', '/docs/webhooks'], 1440, {}, async (page, route) => {
      const longest =
        await page.evaluate<number>(`Math.max(...[...document.querySelectorAll('.sl-markdown-content > p')].map((text) => {
        const lines = new Map();
        const range = document.createRange();
        const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (let at = 0; at < node.length; at++) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            const line = Math.round(range.getBoundingClientRect().bottom / 8);
            lines.set(line, (lines.get(line) ?? 0) + 1);
          }
        }
        return Math.max(...lines.values());
      }))`);
      expect(longest, route).toBeLessThanOrEqual(80);
      expect(longest, route).toBeGreaterThan(60);
    });
  });
});
