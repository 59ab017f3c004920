import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { pictures, SITE, visitApp } from '../../support/site/app-visit.js';
import { violations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { AppVisits } from '../../support/site/reset-page.js';
import { closePage } from '../../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('settings: users and API keys', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    await acme.user('ben');
    page = await visitApp(visits, tidings, acme, { path: '/settings' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email });

  test('an owner invites a user, who gets a mail', { timeout: SLOW }, async () => {
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await pictures(page, 'settings-users');
    await page.getByRole('button', { name: 'Invite a user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('mia@acme.example');
    await dialog.getByLabel('First name').fill('Mia');
    await pictures(page, 'settings-users-invite');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByText('An invitation is on its way to mia@acme.example.').waitFor();
    await rowOf('mia@acme.example').getByText('Mia', { exact: true }).waitFor();
    await expect.poll(() => mailsTo(tidings, 'mia@acme.example')).toHaveLength(1);
    const again = { name: 'Invite again' };
    expect(await rowOf('mia@acme.example').getByRole('button', again).count()).toBe(1);
    expect(await rowOf('(you)').getByRole('button', again).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('what the service refuses is said at its field, and nothing typed is lost', { timeout: SLOW }, async () => {
    await page.getByRole('button', { name: 'Invite a user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('mia@acme.example');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    expect(await dialog.getByLabel('E-mail address').inputValue()).toBe('mia@acme.example');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('a role is changed, and a user is deleted after one question', { timeout: SLOW }, async () => {
    await rowOf('mia@acme.example').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Role').selectOption('OWNER');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await rowOf('mia@acme.example').getByText('Owner').waitFor();
    await rowOf('mia@acme.example').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowOf('mia@acme.example').waitFor({ state: 'detached' });
  });

  test('an API key is shown once, renamed and deleted', { timeout: SLOW }, async () => {
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create an API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('CRM');
    await dialog.getByLabel('Chosen calls only').check();
    await pictures(page, 'settings-keys-create');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('group', { name: 'message', exact: true }).getByLabel('list').check();
    await dialog.getByRole('button', { name: 'Create an API key' }).click();
    await page.getByRole('heading', { name: 'Copy the API key now' }).waitFor();
    const token = (await dialog.locator('code').textContent()) ?? '';
    expect((await tidings.call('GET', '/conversations/none/messages', { token })).status).toBe(404);
    expect((await tidings.call('GET', '/users', { token })).status).toBe(403);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(token);
    await rowOf('CRM').getByText('1 call').waitFor();
    await pictures(page, 'settings-keys');
    expect(await violations(page)).toEqual([]);
    await rowOf('CRM').getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Shop');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rowOf('Shop').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no API keys yet.').waitFor();
  });

  test('a user is told that the page is for owners', { timeout: SLOW }, async () => {
    const other = await visitApp(visits, tidings, acme, {
      path: '/settings/users',
      email: 'ben@acme.example',
      viewport: { width: 375, height: 800 },
    });
    await other.getByRole('heading', { name: 'Owners only' }).waitFor();
    await pictures(other, 'owners-only');
    expect(visits.complaints).toEqual([]);
    await closePage(other);
  });
});
