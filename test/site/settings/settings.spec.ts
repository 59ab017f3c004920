import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_ORIGIN } from '../../../src/catalogue/site/built-origin.js';
import { API, COUNTER, OLD, siteSettings as settings } from '../../fixtures/site-settings.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { lightViolations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { closePage, openPage, withoutStorage } from '../../support/site/site-page.js';
import { siteWith } from '../../support/site/site-variant.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** A build takes 12 seconds of two free cores. */
const BUILDING = 600_000;

describe('with nothing configured', () => {
  test('there is no banner, no announcement, no switcher and no link to the code', () => {
    const html = readFileSync('site/dist/docs/intro.html', 'utf8');
    expect(html).toContain('site-footer');
    expect(html).not.toContain('Source code');
    expect(html).toContain('git.example/tidings');
    expect(html).not.toContain('git.example/tidings.git');
    expect(html).not.toMatch(/tidings-(consent|announcement|versions)|data-cookie-settings|consent-tool/);
  });

  test('three servers are documented: this deployment, and a staging and an integration host of the examples', () => {
    const { servers } = JSON.parse(readFileSync('site/dist/openapi.json', 'utf8'));
    expect(servers).toEqual([
      { url: '/', description: 'Production (this deployment).' },
      { url: 'https://staging.tidings.example', description: 'Staging (example).' },
      { url: 'https://integration.tidings.example', description: 'Integration (example).' },
    ]);
    const html = readFileSync('site/dist/openapi/index.html', 'utf8');
    const listed = [BUILT_ORIGIN, ...servers.slice(1).map(({ url }: { url: string }) => url)];
    // The service replaces the origin of the build where it stands unbroken.
    expect([...html.matchAll(/<dd>\s*<code[^>]*>(.*?)<\/code>\s*<\/dd>/g)].map(([, code]) => code)).toEqual(listed);
  });
});

describe.skipIf(!browser)('with everything configured', () => {
  let tidings: Tidings;
  let calls: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: siteWith(settings) });
  }, BUILDING);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const open = (route: string, prepare?: (page: Page) => Promise<unknown>, width = 1200) => {
    calls = [];
    return openPage(
      browser!,
      `${tidings.url}${route}`,
      async (page) => {
        page.on('request', (request) => {
          if (!request.url().startsWith(tidings.url)) calls.push(request.url());
        });
        await page.route(COUNTER, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'globalThis.visits = (globalThis.visits ?? 0) + 1;' }),
        );
        await page.route(OLD, (route) => route.fulfill({ contentType: 'text/html', body: 'Version 0.9' }));
        await prepare?.(page);
      },
      { viewport: { width, height: 900 } },
    );
  };
  const stored = (page: Page, name: string) => page.evaluate(`localStorage.getItem('tidings.${name}')`);
  const banner = (page: Page) => page.getByRole('region', { name: 'Cookie consent' });
  const announcement = (page: Page) => page.getByRole('region', { name: 'Announcement' });
  // The page's content security policy refuses what waitForFunction evaluates while it polls.
  const counted = (page: Page) =>
    expect.poll(() => page.evaluate('globalThis.visits > 0'), { timeout: SLOW }).toBe(true);

  test('the footer leads to the code, and the first command clones it', { timeout: SLOW }, async () => {
    const page = await open('/');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Source code' });
    expect(await link.getAttribute('href')).toBe(settings.repository_url);
    for (const route of ['/', '/docs/intro']) {
      await page.goto(`${tidings.url}${route}`);
      await page.getByText(`git clone ${settings.repository_url} tidings`).first().waitFor();
    }
    await closePage(page);
  });

  test('texts and sister products are those of the file', { timeout: SLOW }, async () => {
    const page = await open('/');
    await page.getByText('this site signs up at api.example').waitFor();
    expect(await page.getByRole('button', { name: 'Run it live' }).count()).toBe(0);
    for (const name of ['imprint', 'privacy', 'terms'] as const) {
      await page.goto(`${tidings.url}/${name}`);
      await page.getByText(settings[name]).waitFor();
      expect(await page.getByText('This page is not configured.').count()).toBe(0);
    }
    await page.getByText(settings.footer).waitFor();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect((await links.allTextContents()).map((each) => each.trim())).toEqual([
      'Documentation',
      'API Reference',
      'Imprint',
      'Sister one',
      'Sister two',
      'Sign Up',
    ]);
    await closePage(page);
  });

  test('an announcement is dismissed until its id changes', { timeout: SLOW }, async () => {
    const page = await open('/docs/intro');
    expect(await announcement(page).getByRole('link').getAttribute('href')).toBe('/docs/release_history');
    await page.getByRole('button', { name: 'Dismiss the announcement' }).click();
    expect([await announcement(page).count(), await stored(page, 'announcement')]).toEqual([0, 'a-1']);
    await page.goto(`${tidings.url}/imprint`);
    expect(await announcement(page).count()).toBe(0);
    await page.evaluate("localStorage.setItem('tidings.announcement', 'a-0')");
    await page.reload();
    expect(await announcement(page).isVisible()).toBe(true);
    await closePage(page);
  });

  test('the chosen version is kept, and "Documentation" leads to it', { timeout: SLOW }, async () => {
    const page = await open('/');
    const versions = page.getByRole('combobox', { name: 'Version of the documentation' }).first();
    const docs = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Documentation' });
    expect([await versions.inputValue(), await docs.getAttribute('href')]).toEqual(['/docs', '/docs']);
    await versions.selectOption('0.9');
    await page.waitForURL(OLD);
    await page.goto(`${tidings.url}/imprint`);
    expect(await stored(page, 'docs-version')).toBe('0.9');
    expect([await versions.inputValue(), await docs.getAttribute('href')]).toEqual([OLD, OLD]);
    await page.goto(`${tidings.url}/docs/intro`);
    expect(await versions.inputValue()).toBe('/docs');
    await closePage(page);
  });

  test('nothing foreign loads before "Accept"; "Reject" is as easy, and holds', { timeout: SLOW }, async () => {
    const page = await open('/docs/intro');
    await banner(page).waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    const [reject, accept] = await page.evaluate<string[][]>(`
      [...document.querySelectorAll('tidings-consent button')].map((each) => {
        const { color, backgroundColor, font, border } = getComputedStyle(each);
        const { width, height } = each.getBoundingClientRect();
        return [color, backgroundColor, font, border, width, height];
      })`);
    expect(accept).toEqual(reject);
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    expect([await banner(page).count(), await stored(page, 'consent')]).toEqual([0, 'rejected']);
    await page.reload({ waitUntil: 'networkidle' });
    expect(await banner(page).count()).toBe(0);
    expect([calls, await page.context().cookies()]).toEqual([[], []]);
    await closePage(page);
  });

  test('an accepted script loads once a page, and "Cookie settings" takes it back', { timeout: SLOW }, async () => {
    const page = await open('/');
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await counted(page);
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    expect(calls).toEqual([COUNTER]);
    await page.goto(`${tidings.url}/imprint`);
    await counted(page);
    expect([calls.length, await page.evaluate('visits')]).toEqual([2, 1]);
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    await page.goto(`${tidings.url}/terms`, { waitUntil: 'networkidle' });
    expect(calls).toHaveLength(2);
    await closePage(page);
  });

  test('where storage throws, each choice holds for its page', { timeout: SLOW }, async () => {
    const errors: string[] = [];
    const page = await open('/', async (each) => {
      await withoutStorage(each);
      each.on('pageerror', ({ message }) => errors.push(message));
    });
    await page.getByRole('button', { name: 'Dismiss the announcement' }).click();
    expect(await announcement(page).count()).toBe(0);
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await counted(page);
    await page.goto(`${tidings.url}/imprint`);
    expect([await announcement(page).count(), await banner(page).count()]).toEqual([1, 1]);
    await page.getByRole('combobox', { name: 'Version of the documentation' }).first().selectOption('0.9');
    await page.waitForURL(OLD);
    expect(errors).toEqual([]);
    await closePage(page);
  });

  test.each([320, 995, 996, 997])('at %i px all of it fits, without a violation', { timeout: SLOW }, async (width) => {
    const page = await open('/docs/api/errors', undefined, width);
    await banner(page).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await page.locator('.menu-button').isVisible()).toBe(width < 997);
    expect(await page.locator('header .top-links').isVisible()).toBe(width >= 997);
    expect(await lightViolations(page)).toEqual([]);
    await closePage(page);
  });

  test('the reference names the servers of the API, and its console may call them', { timeout: SLOW }, async () => {
    const { servers } = (await (await fetch(`${tidings.url}/openapi.json`)).json()) as { servers: { url: string }[] };
    expect(servers.map(({ url }) => url)).toEqual(settings.api_servers.map(({ url }) => url));
    const answer = await fetch(`${tidings.url}/openapi/operations/user_me/`);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(
      /connect-src 'self'[^;]* https:\/\/live\.example https:\/\/staging\.example https:\/\/integration\.example;/,
    );
    expect(await answer.text()).toContain('curl -s https://live.example/tidings/api/v1/users/me ');
  });

  test('the form calls the API at its own host', { timeout: SLOW }, async () => {
    const page = await open('/signup', (each) =>
      each.route(API, async (route) => {
        const response = await route.fetch({ url: `${tidings.url}/api/v1/signup` });
        await route.fulfill({ response });
      }),
    );
    await page.locator('.sign-up-form fieldset:enabled').waitFor();
    const values = { tenant_name: 'Acme', tenant_subdomain: 'acme', user_email: 'a@acme.example' };
    for (const [name, value] of Object.entries({ ...values, user_password: 'a quiet green river' })) {
      await page.locator(`#${name}`).fill(value);
    }
    await page.getByRole('button', { name: 'Create tenant' }).click();
    await page.waitForURL('**/signup-success');
    expect(calls).toEqual([API]);
    const code = await page.locator('tidings-signed-up pre').allInnerTexts();
    for (const each of code) expect(each).toContain("'http://api.example/api/v1/");
    await closePage(page);
  });
});
