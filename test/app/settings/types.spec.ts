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
const ORDER = {
  type: 'object',
  properties: { order: { type: 'object', properties: { status: { enum: ['open', 'shipped'] } } } },
};
const SAVE = 'Save';

describe.skipIf(!browser)('settings: conversation types', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    const texts = { en: 'Where are you?', de: 'Wo sind Sie?' };
    const template = { texts, parameters: [] };
    await acme.owner.mustCall('POST', '/message_templates', { ...template, name: 'where', kind: 'REQUEST_LOCATION' });
    await acme.owner.mustCall('POST', '/message_templates', { ...template, name: 'news', kind: 'TEXT' });
    page = await visitApp(visits, tidings, acme, { path: '/settings/types' });
    page.setDefaultTimeout(15_000);
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const dialog = () => page.getByRole('dialog').last();
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const open = (id: string, name: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByText(id, { exact: true }) })
      .getByRole('button', { name })
      .click();
  const typeOf = async (id: string) => (await acme.owner.mustCall('GET', `/conversation-types/${id}`)).body;
  const gone = () => page.getByRole('dialog').waitFor({ state: 'detached' });

  test('a type is created, with previews of what is not saved yet', { timeout: SLOW }, async () => {
    await page.getByRole('button', { name: 'Create a type' }).click();
    await dialog().getByLabel('Id', { exact: true }).fill('order');
    await dialog().getByLabel('JSON Schema of the data').fill('{\n  "type": "object",\n}');
    await dialog().getByText('This is not JSON: look at line 3, column 1.').waitFor();
    await press('Create a type');
    await dialog().getByLabel('JSON Schema of the data').and(page.locator(':focus')).waitFor();
    await dialog().getByLabel('JSON Schema of the data').fill(JSON.stringify(ORDER));
    await press('Format');
    const item = dialog().getByRole('region', { name: 'Preview of the list item' });
    await dialog()
      .getByLabel('Template of a list item')
      .fill('<b onclick="alert(1)">{{ order.status }}</b><script>document.title = "x"</script>');
    expect(await item.locator('.item').innerHTML()).toBe('<b>open</b>');
    await dialog().getByText('Sample data of the preview').first().click();
    await dialog().getByLabel('Sample data of the preview').fill('{"order": {"status": "<i>sent</i>"}}');
    expect(await item.locator('.item').innerText()).toBe('<i>sent</i>');
    await dialog()
      .getByLabel('Template of the header')
      .fill('<h2>Order {{ order.status }}</h2><a href="javascript:alert(1)">one</a><img src="http://a.example/b.png">');
    const header = dialog().getByRole('region', { name: 'Preview of the header' });
    await header.getByText('Order <i>sent</i>').waitFor();
    expect(await header.locator('a[href], img').count()).toBe(0);
    await pictures(page, 'settings-types-create');
    expect(await violations(page)).toEqual([]);
    await dialog().getByLabel('Template of a location request').selectOption('where');
    expect(await dialog().getByLabel('Template of an SMS notification').locator('option').allTextContents()).toEqual([
      'Template of the service',
      'news',
    ]);
    await dialog().getByLabel('All users share one read status').check();
    await dialog().getByLabel('Sender of SMS').fill('Acme');
    await press('Create a type');
    await page.getByText('The service saved order. The service removed HTML').waitFor();
    expect(await typeOf('order')).toMatchObject({
      conversation_data_schema: ORDER,
      conversation_data_list_item_template: '<b>{{ order.status }}</b>',
      message_templates: { REQUEST_LOCATION: 'where' },
      shared_read_status_for_user_participants: true,
      sms_sender_id: 'Acme',
    });
    await gone();
    await pictures(page, 'settings-types');
    expect(await violations(page)).toEqual([]);
  });

  test('what the service refuses is said at its field and its path', { timeout: SLOW }, async () => {
    await open('order', 'Edit');
    const [item, schema] = [
      dialog().getByLabel('Template of a list item'),
      dialog().getByLabel('JSON Schema of the data'),
    ];
    await item.fill('{{ order.sum }}');
    await press(SAVE);
    await item.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await dialog().getByText('does not declare this placeholder: order.sum').waitFor();
    await schema.fill('{"properties": {"order": {"type": "objekt"}}}');
    await press(SAVE);
    await dialog()
      .getByText(/^properties\.order\.type: /)
      .waitFor();
    await schema.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await pictures(page, 'settings-types-refused');
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  test('a schema that conversations break is saved after one question alone', { timeout: SLOW }, async () => {
    for (const id of ['c-1', 'c-2']) {
      await acme.conversation(id, { conversation_type_id: 'order', conversation_data: { order: { status: 'open' } } });
    }
    const needs = { ...ORDER, required: ['sum'] };
    await open('order', 'Edit');
    await dialog().getByLabel('JSON Schema of the data').fill(JSON.stringify(needs));
    await press(SAVE);
    await dialog().getByText('2 conversations do not match the new schema.').waitFor();
    expect(await dialog().getByRole('link').allInnerTexts()).toEqual(['c-1', 'c-2']);
    await pictures(page, 'settings-types-breaks');
    expect(await violations(page)).toEqual([]);
    await press('Cancel');
    expect((await typeOf('order')).conversation_data_schema).toEqual(ORDER);
    expect(JSON.parse(await dialog().getByLabel('JSON Schema of the data').inputValue())).toEqual(needs);
    await press(SAVE);
    await press('Save anyway');
    await gone();
    expect((await typeOf('order')).conversation_data_schema).toEqual(needs);
  });

  test('a visitor key is made, replaced and ended', { timeout: SLOW }, async () => {
    await open('support', 'Visitor key');
    await press('Create a key');
    await dialog().getByText('<tidings-launcher visitor-key=').waitFor();
    const { visitor_key } = await typeOf('support');
    expect(await dialog().locator('code').first().innerText()).toBe(visitor_key);
    await pictures(page, 'settings-types-visitors');
    expect(await violations(page)).toEqual([]);
    await press('Replace the key');
    await press('Replace the key');
    await dialog().getByText(visitor_key, { exact: true }).waitFor({ state: 'detached' });
    await press('End the key');
    await press('End the key');
    await dialog().getByRole('button', { name: 'Create a key' }).waitFor();
    expect(await typeOf('support')).not.toHaveProperty('visitor_key');
    await press('Close');
  });

  test('a type in use is not deleted, and the dialog says why', { timeout: SLOW }, async () => {
    await open('order', 'Delete');
    await press('Delete');
    await dialog().getByText('Conversations of this type: 2. Workflows that name it: 0.').waitFor();
    await dialog().getByText('errors.conversation_type.in_use').waitFor();
    await press('Cancel');
    await open('support', 'Delete');
    await press('Delete');
    await page.getByText('support', { exact: true }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 375, height: 800 });
    await pictures(page, 'settings-types');
    await open('order', 'Edit');
    await pictures(page, 'settings-types-edit');
    expect(await violations(page)).toEqual([]);
    expect(visits.complaints).toEqual([]);
  });
});
