import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTidings, type Tidings } from '../support/api.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage, withoutStorage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const REACT = '**/_astro/react.*.js*';
const ISLAND = '**/_astro/sign-up.*.js*';
const LOADER = '**/_astro/Island.*.js';
const SLOW = 120_000;
const MOST_BYTES = 100_000;

/** An island that throws for as long as `broken` is set. */
const BROKEN = `export default function Broken() {
  if (globalThis.broken !== false) throw new Error('planted');
  return 'alive again';
}`;

/** Keeps what shall run in 200 ms, to be run by the test. */
const KEEP_TIMERS = `globalThis.timers = [];
  globalThis.real = setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => (ms === 200 ? void timers.push(run) : real(run, ms, ...rest));`;

describe.skipIf(!browser)('islands in a browser', () => {
  let tidings: Tidings;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const open = (route: string, prepare?: (page: Page) => Promise<unknown>) =>
    openPage(browser!, `${tidings.url}${route}`, prepare);
  const alive = (page: Page) => page.locator('.sign-up-form fieldset:enabled').waitFor();
  const box = (page: Page) => page.locator('tidings-island .failure[role=alert]').filter({ visible: true });

  /** Counts what is asked under a pattern; the question whether a file is missing is not answered. */
  const asked = async (page: Page, pattern: string, answer: (route: Route, nth: number) => unknown) => {
    const urls: string[] = [];
    await page.route(pattern, (route) => {
      if (route.request().method() === 'HEAD') return route.abort();
      return answer(route, urls.push(route.request().url()));
    });
    return urls;
  };

  test('a spinner shows and the form is disabled until the island lives', { timeout: SLOW }, async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const page = await open('/signup', (each) =>
      each.route(ISLAND, async (route) => held.then(() => route.continue())),
    );
    await page.getByRole('progressbar', { name: 'Loading', exact: true }).waitFor();
    expect(await page.getByLabel('Tenant name').isDisabled()).toBe(true);
    release();
    await alive(page);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await closePage(page);
  });

  test.each([
    ['island', ISLAND],
    ['React', REACT],
  ])(
    '%s does not load: the error of the browser and "Retry", which asks under a new query',
    { timeout: SLOW },
    async (_, pattern) => {
      let urls: readonly string[] = [];
      let reacts: readonly string[] = [];
      const page = await open('/signup', async (each) => {
        reacts = await asked(each, REACT, (route) => route.fallback());
        urls = await asked(each, pattern, (route, nth) => (nth < 3 ? route.abort() : route.continue()));
      });
      await box(page).getByText('Failed to fetch dynamically imported module').waitFor();
      const color = "getComputedStyle(document.querySelector('tidings-island > .failure')).borderTopColor";
      expect(await page.evaluate(color)).toBe('rgb(180, 35, 24)');
      expect(await page.locator('.sign-up-form').isVisible()).toBe(false);
      for (const _ of ['fails again', 'succeeds']) await page.getByRole('button', { name: 'Retry' }).click();
      await alive(page);
      expect(await box(page).count()).toBe(0);
      expect(urls.map((url) => new URL(url).search)).toEqual(['', '?retry=1', '?retry=2']);
      expect(reacts).toHaveLength(pattern === REACT ? 0 : 1);
      await closePage(page);
    },
  );

  test('a file that a deploy took away reloads the page once, then the box shows', { timeout: SLOW }, async () => {
    let pages = 0;
    const page = await open('/signup', async (each) => {
      each.on('request', (request) => {
        if (request.isNavigationRequest()) pages++;
      });
      await each.route(ISLAND, (route) => route.fulfill({ status: 404 }));
    });
    await box(page).waitFor();
    expect(pages).toBe(2);
    await page.getByRole('button', { name: 'Retry' }).click();
    await box(page).waitFor();
    expect(pages).toBe(2);
    await closePage(page);
  });

  test('where storage throws, a file that is missing does not reload without end', { timeout: SLOW }, async () => {
    let pages = 0;
    const page = await open('/signup', async (each) => {
      await withoutStorage(each);
      each.on('request', (request) => {
        if (request.isNavigationRequest()) pages++;
      });
      await each.route(ISLAND, (route) => route.fulfill({ status: 404 }));
    });
    await box(page).waitFor();
    expect(pages).toBe(1);
    await closePage(page);
  });

  test('where the island of a page throws, the page is its crash, and "Try again" mounts it anew', {
    timeout: SLOW,
  }, async () => {
    const page = await open('/signup', (each) =>
      each.route(ISLAND, (route) => route.fulfill({ contentType: 'text/javascript', body: BROKEN })),
    );
    await page.getByRole('heading', { name: 'This page crashed.' }).waitFor();
    await page.getByText('planted').waitFor();
    expect([await page.title(), (await page.locator('main').innerText()).split(/\n+/)]).toEqual([
      'This page crashed.',
      ['This page crashed.', 'planted', 'Try again'],
    ]);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('This page crashed.');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('planted').waitFor();
    await page.evaluate('globalThis.broken = false');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('alive again').waitFor();
    expect(await page.getByRole('heading', { name: 'This page crashed.' }).count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign up');
    expect(await page.title()).toContain('Sign up');
    await closePage(page);
  });

  test('where one part of a page throws, its box shows in its place and the page stays', {
    timeout: SLOW,
  }, async () => {
    const page = await open('/openapi/operations/user_me/', (each) =>
      each.route('**/_astro/try-it.*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: BROKEN })),
    );
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await page.getByRole('button', { name: 'Try it' }).click();
    const crash = page.getByRole('alert').filter({ hasText: 'planted' });
    await crash.getByRole('heading', { name: 'This page crashed.' }).waitFor();
    expect([await page.getByRole('heading', { level: 1 }).innerText(), await page.title()]).toEqual([
      heading,
      expect.stringContaining(heading),
    ]);
    await page.evaluate('globalThis.broken = false');
    await crash.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('alive again').waitFor();
    await closePage(page);
  });

  test('where no script comes at all, the page says so', { timeout: SLOW }, async () => {
    const one = await open('/signup', (each) => each.route(LOADER, (route) => route.abort()));
    await one.getByText('This part of the page did not load.').waitFor();
    await one.unroute(LOADER);
    await one.getByRole('link', { name: 'Retry' }).click();
    await alive(one);
    await closePage(one);
    const none = await open('/signup', (each) => each.route('**/*.js', (route) => route.abort()));
    await none.evaluate(
      'document.getAnimations().forEach((each) => each.effect.getTiming().iterations === 1 && each.finish())',
    );
    await none.getByText('This part of the page did not load.').waitFor();
    await closePage(none);
  });

  test('the page with React is at most 100 KB cold, headers included, and does not shift', {
    timeout: SLOW,
  }, async () => {
    let bytes = 0;
    const page = await open('/signup', async (each) => {
      const devtools = await each.context().newCDPSession(each);
      await devtools.send('Network.enable');
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await each.addInitScript(`globalThis.shift = 0;
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.shift += value; })
          .observe({ type: 'layout-shift', buffered: true });`);
    });
    await alive(page);
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(await page.evaluate('globalThis.shift')).toBeLessThanOrEqual(0.05);
    console.info(`/signup: ${bytes} bytes over the wire`);
    await closePage(page);
  });

  test('a started navigation shows its bar after 200 ms; Back, new tabs, downloads and jumps show none', {
    timeout: SLOW,
  }, async () => {
    const page = await open('/docs/intro', (each) => each.addInitScript(KEEP_TIMERS));
    await page.goto(`${tidings.url}/docs/webhooks`);
    await page.context().route('**/{imprint,intro}', () => {});
    for (const action of [
      "Object.assign(document.createElement('a'), { href: '/imprint', download: 'a' }).click()",
      "location.hash = '#main'",
      "open('/imprint', '_blank', 'noopener')",
      'history.back()',
    ]) {
      await page.evaluate(`void (${action})`);
      expect(await page.evaluate('timers.length'), action).toBe(0);
    }
    // In one go: a test cannot look into a page that is about to leave.
    const seen = await page.evaluate(`(async () => {
      const tick = () => new Promise((resolve) => real(resolve, 0));
      const bars = () => document.querySelectorAll('[role=progressbar][aria-label="Loading the page"]').length;
      document.querySelector('a[href="/imprint"]').click();
      await tick();
      const seen = [timers.length, bars()];
      timers[0]();
      seen.push(bars());
      window.stop();
      await tick();
      return [...seen, bars()];
    })()`);
    expect(seen).toEqual([1, 0, 1, 0]);
    await closePage(page);
  });

  test('without JavaScript the page explains the call instead of the form', { timeout: SLOW }, async () => {
    const page = await openPage(browser!, `${tidings.url}/signup`, undefined, { javaScriptEnabled: false });
    expect(await page.locator('tidings-island').isVisible()).toBe(false);
    await page.getByText('The form needs JavaScript.').waitFor();
    const call = await page.locator('pre', { hasText: '/api/v1/signup' }).innerText();
    for (const name of ['tenant_name', 'tenant_subdomain', 'user_email', 'user_password']) expect(call).toContain(name);
    await closePage(page);
  });
});
