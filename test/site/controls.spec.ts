import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteSettings } from '../fixtures/site-settings.js';
import { startTidings, type Tidings } from '../support/api.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage } from '../support/site/site-page.js';
import { siteWith } from '../support/site/site-variant.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** A build takes 12 seconds of two free cores. */
const BUILDING = 600_000;
/** A folder for pictures of every control in each of its states, to be looked at. */
const { CONTROL_PICTURES } = process.env;
const ISLAND = '**/sign-up.*.js*';
const CRASHING = `export default () => { throw new Error('planted'); };`;

type Kind = 'primary' | 'plain' | 'quiet' | 'danger' | 'field' | 'link';

interface Control {
  readonly name: string;
  readonly kind: Kind;
  readonly route: string;
  readonly find: (page: Page) => Locator;
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Steps on the loaded page until it shows the control. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

const DELETE_USER = '/openapi/operations/user_delete/';

/** The question about cookies would cover the console. */
async function openConsole(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
}

async function askToConfirm(page: Page): Promise<void> {
  await openConsole(page);
  await page.getByRole('textbox', { name: 'user_id' }).fill('0190a0a0-0000-7000-8000-000000000001');
  await page.getByRole('button', { name: 'Send DELETE' }).click();
  await page.mouse.move(0, 0);
}

const button = (name: string, kind: Kind, route: string, prepare?: Control['prepare']): Control => ({
  name,
  kind,
  route,
  find: (page) => page.getByRole('button', { name, exact: true }),
  ...(prepare ? { prepare } : {}),
});

const controls: readonly Control[] = [
  button('Create tenant', 'primary', '/signup'),
  button('Show password', 'quiet', '/signup'),
  button('Retry', 'primary', '/signup', (page) => page.route(ISLAND, (route) => route.abort())),
  button('Try again', 'primary', '/signup', (page) =>
    page.route(ISLAND, (route) => route.fulfill({ contentType: 'text/javascript', body: CRASHING })),
  ),
  button('Try it', 'primary', DELETE_USER),
  { ...button('Send DELETE', 'primary', DELETE_USER), reach: openConsole },
  { ...button('Delete', 'danger', DELETE_USER), reach: askToConfirm },
  { ...button('Do not send', 'quiet', DELETE_USER), reach: askToConfirm },
  button('Search for it', 'primary', '/not-there'),
  button('Dark theme', 'quiet', '/docs'),
  button('Search', 'quiet', '/docs'),
  button('Reject', 'plain', '/docs'),
  button('Accept', 'plain', '/docs'),
  { name: 'Quick start', kind: 'primary', route: '/', find: (page) => page.locator('.lead a').first() },
  { name: 'Sign up', kind: 'plain', route: '/', find: (page) => page.locator('.lead a').last() },
  { name: 'version', kind: 'field', route: '/docs', find: (page) => page.locator('.bar tidings-versions select') },
  { name: 'tenant name', kind: 'field', route: '/signup', find: (page) => page.getByLabel('Tenant name') },
  { name: 'announcement', kind: 'link', route: '/docs', find: (page) => page.locator('tidings-announcement a') },
];

/** Tokens of the ground and of the text; `none` lets the ground below show. */
const LOOKS: Readonly<Record<Kind, Readonly<Record<'rest' | 'hover', readonly [string, string]>>>> = {
  primary: { rest: ['accent', 'on-accent'], hover: ['accent-hover', 'on-accent'] },
  plain: { rest: ['none', 'accent'], hover: ['sunken', 'accent'] },
  quiet: { rest: ['ground', 'ink'], hover: ['sunken', 'ink'] },
  danger: { rest: ['none', 'danger'], hover: ['sunken', 'danger'] },
  field: { rest: ['ground', 'ink'], hover: ['ground', 'ink'] },
  link: { rest: ['none', 'accent'], hover: ['none', 'accent-hover'] },
};

interface Style {
  readonly ground: string;
  readonly text: string;
  readonly radius: string;
  readonly border: string;
  readonly family: string;
  readonly bodyFamily: string;
  readonly outline: string;
  readonly opacity: string;
  readonly height: number;
}

/** The globals of a page, which the tests have no types of. */
interface InPage {
  readonly getComputedStyle: (element: unknown) => Readonly<Record<string, string>>;
  readonly document: { readonly body: unknown };
}

const styleOf = (control: Locator): Promise<Style> =>
  control.evaluate((element) => {
    const { getComputedStyle, document } = globalThis as unknown as InPage;
    const style = getComputedStyle(element);
    return {
      ground: style.backgroundColor ?? '',
      text: style.color ?? '',
      radius: style.borderTopLeftRadius ?? '',
      border: `${style.borderTopWidth} ${style.borderTopStyle}`,
      family: style.fontFamily ?? '',
      bodyFamily: getComputedStyle(document.body).fontFamily ?? '',
      outline: `${style.outlineWidth} ${style.outlineStyle} ${style.outlineColor}`,
      opacity: style.opacity ?? '',
      height: element.getBoundingClientRect().height,
    };
  });

async function pictureOf(control: Locator, name: string): Promise<void> {
  if (!CONTROL_PICTURES) return;
  await control.screenshot({ path: join(CONTROL_PICTURES, `${name.replaceAll(' ', '-')}.png`) });
}

/** The colour of a token as computed styles write it. */
const colorOf = (page: Page, token: string): Promise<string> =>
  token === 'none'
    ? Promise.resolve('rgba(0, 0, 0, 0)')
    : page.evaluate<string>(`(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--t-${token})';
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      })()`);

describe.skipIf(!browser)('every control', () => {
  let tidings: Tidings;
  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: siteWith(siteSettings) });
  }, BUILDING);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
    test.each(controls)('$name looks like its kind in each state', { timeout: SLOW }, async (it) => {
      const page = await openPage(browser!, `${tidings.url}${it.route}`, async (each) => {
        await each.addInitScript(`localStorage.setItem('tidings.theme', '${theme}')`);
        await it.prepare?.(each);
      });
      await it.reach?.(page);
      const control = it.find(page);
      await control.waitFor();
      await expect.poll(() => control.isEnabled(), { timeout: SLOW }).toBe(true);
      const picture = (state: string) => pictureOf(control, `${theme}-${it.name}-${state}`);
      const look = async (state: 'rest' | 'hover') => {
        const [ground, text] = LOOKS[it.kind][state];
        // A pressed button has the tint of its state.
        const pressed = (await control.getAttribute('aria-pressed')) === 'true';
        const wanted = {
          ground: await colorOf(page, pressed ? 'accent-tint' : ground),
          text: await colorOf(page, text),
        };
        const style = await styleOf(control);
        expect({ ground: style.ground, text: style.text }, state).toEqual(wanted);
        await picture(state);
        return style;
      };

      const rest = await look('rest');
      expect(rest.family).toBe(rest.bodyFamily);
      if (it.kind !== 'link') {
        expect([rest.radius, rest.border]).toEqual(['6px', '1px solid']);
        expect(rest.height).toBeGreaterThanOrEqual(40);
      }
      await control.hover();
      await look('hover');
      await page.mouse.move(0, 0);
      await page.keyboard.press('Tab');
      await control.focus();
      const focused = await styleOf(control);
      expect(focused.outline).toBe(`2px solid ${await colorOf(page, 'accent')}`);
      await picture('focus');
      if (it.kind !== 'link') {
        await control.evaluate((element) => element.setAttribute('disabled', ''));
        if (it.kind !== 'field' && (await control.evaluate((element) => element.tagName)) === 'BUTTON')
          expect((await styleOf(control)).opacity).toBe('0.7');
        await picture('disabled');
      }
      await closePage(page);
    });
  });

  test.each([
    ['that did not load', (page: Page) => page.route(ISLAND, (route) => route.abort())],
    [
      'that crashed',
      (page: Page) => page.route(ISLAND, (route) => route.fulfill({ contentType: 'text/javascript', body: CRASHING })),
    ],
  ] as const)(
    'the box of an island %s has the colours and corners of the site',
    { timeout: SLOW },
    async (what, prepare) => {
      const page = await openPage(browser!, `${tidings.url}/signup`, prepare);
      const box = page.locator('.failure').filter({ visible: true });
      await box.waitFor();
      const { ground, text, radius } = await styleOf(box);
      const wanted = [await colorOf(page, 'sunken'), await colorOf(page, 'ink'), '0px'];
      expect([ground, text, radius]).toEqual(wanted);
      await pictureOf(box, `box-${what}`);
      await closePage(page);
    },
  );

  test('no control has the look of the browser', { timeout: SLOW }, async () => {
    for (const route of ['/', '/signup', '/docs', DELETE_USER, '/not-there']) {
      const page = await openPage(browser!, `${tidings.url}${route}`);
      await page.waitForLoadState('networkidle');
      const bare = await page.evaluate<string[]>(`[...document.querySelectorAll('button, input, select, textarea')]
        .filter((each) => each.checkVisibility() && each.type !== 'hidden' && !each.closest('.expressive-code, starlight-tabs'))
        .filter((each) => getComputedStyle(each).fontFamily !== getComputedStyle(document.body).fontFamily)
        .map((each) => each.outerHTML.slice(0, 120))`);
      expect(bare, route).toEqual([]);
      await closePage(page);
    }
  });
});
