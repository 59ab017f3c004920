import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { pictures, SITE, visitApp } from '../../support/site/app-visit.js';
import { violations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { AppVisits } from '../../support/site/reset-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('settings: single sign-on, SMS and e-mail, retention', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' });
    acme = await createTenant(tidings, 'acme');
    page = await visitApp(visits, tidings, acme, { path: '/settings/providers' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const dialog = () => page.getByRole('dialog');
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });

  test('a provider is added, tested, and deleted after one question', { timeout: SLOW }, async () => {
    await page.getByText(`${tidings.url}/app/callback`).waitFor();
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await dialog().getByLabel('Name').fill('entra');
    await dialog().getByLabel('Issuer').fill('http://127.0.0.1:9/none');
    await dialog().getByLabel('Client id').fill('tidings');
    await dialog().getByLabel('Client secret').fill('a secret of the provider');
    await dialog().getByRole('button', { name: 'Add a provider' }).click();
    await rowOf('entra').getByRole('button', { name: 'Test' }).click();
    await rowOf('entra').locator('.state.bad').waitFor();
    await pictures(page, 'settings-providers');
    expect(await violations(page)).toEqual([]);
    await rowOf('entra').getByRole('button', { name: 'Edit' }).click();
    expect(await dialog().getByLabel('Client secret').inputValue()).toBe('');
    await dialog().getByLabel('Client id').fill('acme');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await acme.owner.call('GET', '/oidc-configs/entra')).body.client_id).toBe('acme');
    await rowOf('entra').getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no providers yet.').waitFor();
  });

  test('an SMS account is saved without its secret on the page, and deleted', { timeout: SLOW }, async () => {
    await page.getByRole('link', { name: 'SMS and e-mail' }).click();
    await page.getByLabel('Kind of account').selectOption('user');
    await page.getByLabel('User name').fill('acme');
    await page.getByLabel('Password').fill('a secret of Twilio');
    await page.getByLabel('Sender number').fill('12');
    await page.getByRole('button', { name: 'Save account' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('Sender number').fill('+4915112345678');
    await page.getByRole('button', { name: 'Save account' }).click();
    await page.getByRole('button', { name: 'Delete account' }).waitFor();
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await pictures(page, 'settings-sms');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await dialog().getByRole('button', { name: 'Delete account' }).click();
    await page.getByText('No account is set.').waitFor();
  });

  test('notifications show why they were not sent', { timeout: SLOW }, async () => {
    await acme.conversationWithClient('c-1');
    await acme.owner.mustCall('POST', '/conversations/c-1/participants/notify', {});
    await page.reload();
    await page.getByLabel('Status').selectOption('SUPPRESSED');
    await rowOf('c-1').getByText('no_phone_number').waitFor();
  });

  test('a retention policy is saved after its preview', { timeout: SLOW }, async () => {
    await page.getByRole('link', { name: 'Retention' }).click();
    await page.getByLabel('Removes').selectOption('ALL');
    await page.getByLabel('After days').fill('30');
    await page.getByRole('button', { name: 'Save policy' }).click();
    await dialog().getByText('one day later at the earliest').waitFor();
    await pictures(page, 'settings-retention');
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save policy' }).click();
    await dialog().waitFor({ state: 'detached' });
    const { body } = await acme.owner.call('GET', '/conversation-types/support');
    expect(body).toMatchObject({ retention_policy_scope: 'ALL', retention_policy_days: 30 });
    expect(visits.complaints).toEqual([]);
  });
});
