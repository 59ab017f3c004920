import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { OWNER_EMAIL, PASSWORD } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { launchBrowser } from '../support/site/browser.js';

const browser = await launchBrowser();
const SLOW = 120_000;

/** Runs in each tab. As text, since the loader of the tests would change the import. */
const begin = (tenantId: string) => `import('/sdk/session.js').then(({ AuthSession }) => {
  globalThis.session = new AuthSession({ url: location.origin, tenantId: '${tenantId}', store: localStorage });
})`;
const run = (page: Page, code: string): Promise<string> => page.evaluate(`session.${code}`);

describe.skipIf(!browser)('a session in the tabs of a browser', () => {
  let tidings: Tidings;
  let tenant: Tenant;
  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist', RATE_LIMITS: 'off' });
    tenant = await createTenant(tidings, 'sdk-tabs');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test('has one token, and one refresh for all of them', { timeout: SLOW }, async () => {
    const context = await browser!.newContext();
    const refreshes: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/oauth2/token')) refreshes.push(request.postData() ?? '');
    });
    const tabs: Page[] = [];
    for (let n = 0; n < 3; n++) {
      const page = await context.newPage();
      await page.goto(`${tidings.url}/`);
      await page.evaluate(begin(tenant.tenantId));
      tabs.push(page);
    }
    const form = { grant_type: 'password', username: OWNER_EMAIL, password: PASSWORD };
    const first = await run(tabs[0]!, `signIn(${JSON.stringify(form)}).then((token) => token.access_token)`);
    const found = await Promise.all(tabs.map((each) => run(each, 'credential()')));
    expect(new Set(found)).toEqual(new Set([first]));
    const next = await Promise.all(tabs.map((each) => run(each, `credential({ rejected: '${first}' })`)));
    expect(new Set(next).size).toBe(1);
    expect(next).not.toContain(first);
    expect(refreshes.map((body) => new URLSearchParams(body).get('grant_type'))).toEqual(['password', 'refresh_token']);
    const kept = await tabs[0]!.evaluate<string>('Object.values(localStorage).join()');
    expect(kept).toContain('tdr_');
    for (const token of [first, ...next]) expect(kept).not.toContain(token);
    await context.close();
  });
});
