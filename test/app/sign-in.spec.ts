import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('signing in to the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('c-1', { description: 'Broken lamp' });
    await acme.post('c-1', 'It does not turn on.');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test('a deep link survives it', { timeout: SLOW }, async () => {
    const page = await visitApp(visits, tidings, acme, { path: '/conversations/c-1' });
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    await page.getByText('It does not turn on.').first().waitFor();
    expect(page.url()).toBe(`${tidings.url}/app/conversations/c-1?tenant=${acme.tenantId}`);
    await pictures(page, 'conversation');
    expect(await violations(page)).toEqual([]);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });
});
