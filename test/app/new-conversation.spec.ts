import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../fixtures/people.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, withPreferences } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

const REPAIR = {
  id: 'repair',
  description: 'Repairs',
  conversation_data_schema: {
    type: 'object',
    required: ['lamp'],
    properties: { lamp: { type: 'string', title: 'Lamp', minLength: 3 } },
  },
};

describe.skipIf(!browser)('a new conversation in the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let ben: SignedIn;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme', { types: [{ id: 'support' }, REPAIR] });
    ben = await acme.user('ben');
    await withPreferences(acme, acme.owner);
    await acme.owner.mustCall('PUT', `/users/${ben.id}/preferences`, { preferred_conversation_type_id: 'repair' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test('has the preferred type, its data and clients, with errors at the fields', { timeout: SLOW }, async () => {
    const page = await visitApp(visits, tidings, acme, { email: ben.email });
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    const form = dialog(page);
    await expect.poll(() => form.getByLabel('Type').inputValue()).toBe('repair');
    await form.getByLabel('Subject').fill('Broken lamp');
    await form.getByLabel('E-mail address').fill('nobody');
    await form.getByLabel('Id (optional)').fill('-x');
    await form.getByRole('button', { name: 'Create conversation' }).click();
    await form.getByText('This field is required.').waitFor();
    await form.getByLabel('Lamp').fill('red lamp');
    await form.getByRole('button', { name: 'Create conversation' }).click();
    await expect.poll(() => form.locator('.field .error').count()).toBe(3);
    await pictures(page, 'new-conversation');
    expect(await violations(page)).toEqual([]);
    await form.getByLabel('Name').fill('Cleo');
    await form.getByLabel('E-mail address').fill('cleo@example.com');
    await form.getByLabel('Id (optional)').fill('lamp-1');
    await form.getByRole('button', { name: 'Create conversation' }).click();
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    expect(page.url()).toContain('/conversations/lamp-1');
    const path = '/conversations/lamp-1?includes=PARTICIPANTS,CONVERSATION_DATA';
    expect((await acme.owner.mustCall('GET', path)).body).toMatchObject({
      conversation_type_id: 'repair',
      conversation_data: { lamp: 'red lamp' },
      participants: [{ display_name: 'Cleo' }, { user_id: ben.id }],
    });
    await closePage(page);
  });

  test('of a type without data needs nothing, and gets an id', { timeout: SLOW }, async () => {
    const page = await visitApp(visits, tidings, acme);
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    await dialog(page).getByLabel('Type').selectOption('support');
    await dialog(page).getByRole('button', { name: 'Add a client' }).click();
    await dialog(page).getByRole('button', { name: 'Remove client 1' }).click();
    await dialog(page).getByRole('button', { name: 'Create conversation' }).click();
    await page.locator('.log').waitFor();
    await closePage(page);
  });
});
