import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { pictures, SITE, visitApp } from '../../support/site/app-visit.js';
import { violations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { AppVisits } from '../../support/site/reset-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** The color behind an element, as a function of the browser. */
const groundOf = (shown: Locator) =>
  shown.evaluate((node) => node.ownerDocument.defaultView?.getComputedStyle(node).backgroundColor);

describe.skipIf(!browser)('settings: colors and domains', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    page = await visitApp(visits, tidings, acme, { path: '/settings/colors' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const main = () => page.getByRole('region', { name: 'App of your team' });

  test('a widget shows colors before they are saved, and a faint text is told', { timeout: SLOW }, async () => {
    await main().getByLabel('Text of your own message').fill('#c0d0f0');
    await main().getByText('and 4.5 to 1 is needed').waitFor();
    await main().getByLabel('Header', { exact: true }).fill('#552200');
    const header = main().getByRole('img').locator('header');
    expect(await groundOf(header)).toBe('rgb(85, 34, 0)');
    await pictures(page, 'settings-colors');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save colors' }).click();
    await page.getByText('The colors are saved.').waitFor();
    const { body } = await acme.owner.call('GET', `/tenant/config?tenant_id=${acme.tenantId}`);
    expect(body.color_config).toMatchObject({ main_header: '#552200', main_own_bubble_text: '#c0d0f0' });
    const bar = page.locator('header').first();
    expect(await groundOf(bar)).toBe('rgb(85, 34, 0)');
  });

  test('a domain is added with its DNS record, and deleted after one question', { timeout: SLOW }, async () => {
    await page.getByRole('link', { name: 'Domains' }).click();
    await page.getByRole('button', { name: 'Add a domain' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Domain').fill('not a host');
    await dialog.getByRole('button', { name: 'Add a domain' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Domain').fill('chat.acme.example');
    await dialog.getByLabel('App').selectOption('client');
    await dialog.getByRole('button', { name: 'Add a domain' }).click();
    await page.getByText('_tidings.chat.acme.example').waitFor();
    await pictures(page, 'settings-domains');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('_tidings.chat.acme.example').waitFor({ state: 'detached' });
    expect(visits.complaints).toEqual([]);
  });
});
