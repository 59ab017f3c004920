import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits, heading, picture } from '../support/site/reset-page.js';
import { closePage, withoutStorage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** Of a first load (contract 16). */
const MOST_BYTES = 150_000;

describe.skipIf(!browser)('the pages of the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
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

  test('the page /app begins with the sign-in, in both languages and themes', { timeout: SLOW }, async () => {
    let bytes = 0;
    const page = await visits.open(`${tidings.url}/app/conversations/c-1?tenant=${acme.tenantId}`, {}, async (each) => {
      const network = await each.context().newCDPSession(each);
      network.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await network.send('Network.enable');
    });
    await heading(page, 'Sign in to Acme');
    expect(await violations(page)).toEqual([]);
    expect(bytes).toBeLessThan(MOST_BYTES);
    console.info(`/app: ${bytes} bytes over the wire until the sign-in`);
    await picture(page, 'app-light');
    await closePage(page);
    const german = await visits.open(`${tidings.url}/app?tenant=${acme.tenantId}x`, {
      locale: 'de',
      colorScheme: 'dark',
    });
    await heading(german, 'App öffnen');
    await german.getByText('nennt keinen Mandanten').waitFor();
    expect(await violations(german)).toEqual([]);
    await picture(german, 'app-dark-german');
    await closePage(german);
  });
});
