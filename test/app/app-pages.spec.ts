import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits, heading, picture } from '../support/site/reset-page.js';
import { closePage, withoutStorage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the pages of the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist', RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test('the theme that was chosen comes before that of the system, and storage may throw', {
    timeout: SLOW,
  }, async () => {
    const theme = 'document.documentElement.dataset.theme';
    const link = `${tidings.url}/reset`;
    const chosen = await visits.open(link, { colorScheme: 'dark' }, (page) =>
      page.addInitScript("localStorage.setItem('tidings.theme', 'light')"),
    );
    expect(await chosen.evaluate(theme)).toBe('light');
    await closePage(chosen);
    const blocked = await visits.open(link, { colorScheme: 'dark' }, withoutStorage);
    await heading(blocked, 'This link does not work');
    expect(await blocked.evaluate(theme)).toBe('dark');
    await blocked.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => blocked.evaluate(theme)).toBe('light');
    await closePage(blocked);
  });

  test('the page /app says what is missing, in both languages and themes', { timeout: SLOW }, async () => {
    const page = await visits.open(`${tidings.url}/app/conversations/c-1?tenant=${acme.tenantId}`);
    await heading(page, 'The app is not available yet');
    await page.getByText('GET /api/v1/conversations/c-1').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'app-light');
    for (const link of await page.getByRole('link').all()) {
      const { status } = await fetch(new URL((await link.getAttribute('href')) ?? '', tidings.url), {
        redirect: 'manual',
      });
      expect(status).toBe(200);
    }
    await closePage(page);
    const german = await visits.open(`${tidings.url}/app`, { locale: 'de', colorScheme: 'dark' });
    await heading(german, 'Die App ist noch nicht verfügbar');
    await picture(german, 'app-dark-german');
    expect(visits.complaints).toEqual([]);
    await closePage(german);
  });
});
