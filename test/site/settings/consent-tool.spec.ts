import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONSENT_TOOL, COUNTER, siteSettings } from '../../fixtures/site-settings.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { launchBrowser } from '../../support/site/browser.js';
import { closePage, openPage } from '../../support/site/site-page.js';
import { siteWith } from '../../support/site/site-variant.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** A build takes 12 seconds of two free cores. */
const BUILDING = 600_000;
const attributes = { id: 'Tool', 'data-cbid': '0190a0a0', 'data-blockingmode': 'auto' };

/** Makes scripts of one host inert until the reader agrees, as a tool in its automatic blocking mode does. */
const TOOL = `(() => {
  const { dataset, id } = document.currentScript;
  globalThis.tool = [id, dataset.cbid, dataset.blockingmode, document.querySelectorAll('script[src^="http"]').length];
  const create = document.createElement.bind(document);
  document.createElement = (...named) => {
    const made = create(...named);
    const set = (url) => {
      if (url.includes('stats.example')) Object.assign(made, { type: 'text/plain' }) && (globalThis.blocked = url);
      made.setAttribute('src', url);
    };
    if (named[0] === 'script') Object.defineProperty(made, 'src', { set });
    return made;
  };
})();`;

describe.skipIf(!browser)('with the consent tool of a third party', () => {
  let tidings: Tidings;
  let foreign: string[] = [];

  beforeAll(async () => {
    const consent_script = { src: CONSENT_TOOL, attributes };
    tidings = await startTidings({ SITE_DIR: siteWith({ analytics: siteSettings.analytics, consent_script }) });
  }, BUILDING);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  /** Opens a page; `tool` is the code of the tool, and undefined where it does not load. */
  const open = (tool: string | undefined) => {
    foreign = [];
    return openPage(browser!, `${tidings.url}/docs/intro`, async (page: Page) => {
      page.on('request', (request) => {
        if (!request.url().startsWith(tidings.url)) foreign.push(request.url());
      });
      await page.route(CONSENT_TOOL, (route) =>
        tool === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: tool }),
      );
      await page.route(COUNTER, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'globalThis.visits = 1' }),
      );
    });
  };

  test('it runs first with its attributes, in place of the banner of the site', { timeout: SLOW }, async () => {
    const page = await open(TOOL);
    await expect.poll(() => page.evaluate('globalThis.blocked')).toBe(COUNTER);
    expect(await page.evaluate('tool')).toEqual(['Tool', '0190a0a0', 'auto', 1]);
    expect(await page.locator('tidings-consent').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Cookie settings', includeHidden: true }).count()).toBe(0);
    expect(await page.evaluate('globalThis.visits')).toBe(undefined);
    await closePage(page);
  });

  test('what it lets through loads; without it nothing foreign does', { timeout: SLOW }, async () => {
    const allowed = await open('');
    await expect.poll(() => allowed.evaluate('globalThis.visits')).toBe(1);
    expect(foreign).toEqual([CONSENT_TOOL, COUNTER]);
    await closePage(allowed);
    const refused = await open(undefined);
    await refused.waitForLoadState('networkidle');
    expect(foreign).toEqual([CONSENT_TOOL]);
    await refused.getByRole('heading', { level: 1 }).waitFor();
    await closePage(refused);
  });

  test('the policy of a page allows its host and no other', { timeout: SLOW }, async () => {
    const policyOf = async (origin: string) =>
      (await fetch(`${origin}/docs/intro`)).headers.get('content-security-policy');
    expect(await policyOf(tidings.url)).toMatch(
      /script-src 'self' 'wasm-unsafe-eval'( 'sha256-[^']+')* http:\/\/consent\.example http:\/\/stats\.example;/,
    );
    const plain = await startTidings({ SITE_DIR: 'site/dist' });
    expect(await policyOf(plain.url)).not.toContain('http:');
    await plain.close();
  });
});
