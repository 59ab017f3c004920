import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../fixtures/people.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

const TYPE = {
  id: 'support',
  description: 'Support',
  conversation_data_schema: { type: 'object', properties: { city: { type: 'string' } } },
  conversation_data_list_item_template: '<b>{{conversation_description}}</b> {{city}}',
};
const LONG = 'A very long subject of a conversation about a lamp that does not turn on since Tuesday morning';

describe.skipIf(!browser)('the inbox', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let bob: SignedIn;
  let page: Page;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme', { types: [TYPE] });
    bob = await acme.user('bob');
    await acme.conversationWithClient('lamp', {
      description: 'Broken lamp',
      conversation_data: { city: '<i>Berlin</i>' },
    });
    await acme.conversationWithClient('parcel', { description: 'Late parcel' });
    await acme.conversationWithClient('size', { description: LONG });
    await acme.conversationWithClient('old', { description: 'Old case' });
    await acme.owner.mustCall('DELETE', '/conversations/old');
    await bob.mustCall('POST', '/conversations/parcel/participants', { kind: 'USER', user_id: bob.id });
    await acme.owner.mustCall('POST', '/conversations/lamp/participants', { kind: 'USER', user_id: acme.owner.id });
    await acme.owner.mustCall('PUT', '/conversations/parcel/labels', { labels: ['priority:high', 'vip'] });
    await acme.post('lamp', 'It does not turn on.');
    page = await visitApp(visits, tidings, acme);
    await rowOf('Broken lamp').waitFor();
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const rowOf = (name: string | RegExp) => page.locator('.row a', { hasText: name });
  const titles = async () => (await page.locator('.row .title').allTextContents()).map((each) => each.trim());
  const toInbox = () => page.getByRole('link', { name: 'Inbox' }).click();
  const search = () => new URL(page.url()).searchParams;
  const focusedRow = () =>
    page.evaluate<string | null>("document.activeElement?.getAttribute('href')?.split(/[/?]/).at(3) ?? null");

  test('a row shows the list item of the type as text, the last message and what is unread', async () => {
    expect((await titles())[0]).toBe('Broken lamp <i>Berlin</i>');
    const text = await rowOf('Broken lamp').textContent();
    expect(text).toContain('Cleo: It does not turn on.');
    expect(text).toContain('1 unread message');
    expect(await rowOf('Late parcel').textContent()).toContain('priorityhigh');
    expect(await page.locator('.row').first().getAttribute('aria-setsize')).toBe('3');
    await pictures(page, 'inbox');
    expect(await violations(page)).toEqual([]);
  });

  test('a message moves its conversation up, and shows who types, without a reload', async () => {
    const client = await acme.client('parcel');
    const activity = '/conversations/parcel/participants/client/activity';
    await client.mustCall('POST', activity, { activity: 'IS_TYPING', source_id: 's' });
    await rowOf('Cleo is typing …').waitFor();
    await pictures(page, 'typing');
    await acme.post('parcel', 'Where is it?');
    await expect.poll(async () => (await titles())[0]).toBe('Late parcel');
    expect(await rowOf('Late parcel').textContent()).toContain('Cleo: Where is it?');
  });

  test('a lock of another user and a new label show at once', async () => {
    await bob.mustCall('POST', '/conversations/parcel/lock', {
      lock_expires_at: new Date(Date.now() + 600_000).toISOString(),
    });
    await rowOf('Locked by').waitFor();
    await pictures(page, 'locked');
    await bob.mustCall('POST', '/conversations/parcel/unlock', {});
    await expect.poll(() => rowOf('Locked by').count()).toBe(0);
  });

  test('filters are in the address, survive a reload, and can be cleared', async () => {
    await page.getByRole('combobox', { name: 'Show' }).selectOption('archived');
    await expect.poll(titles).toEqual(['Old case']);
    await pictures(page, 'archived');
    await page.getByRole('button', { name: 'Labels and order' }).click();
    await page.getByLabel('Label', { exact: true }).fill('vip');
    await page.getByLabel('Label', { exact: true }).press('Enter');
    await page.getByText('No conversation matches these filters.').waitFor();
    await pictures(page, 'filters');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByText('No conversation matches these filters.').waitFor();
    expect(search().get('show')).toBe('archived');
    expect(search().get('tenant')).toBe(acme.tenantId);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(async () => (await titles()).length).toBe(3);
    expect(await page.evaluate<boolean>('document.activeElement.type === "search"')).toBe(true);
    await expect.poll(() => search().has('show')).toBe(false);
  });

  test('the search and the order are filters too', async () => {
    await page.locator('body').click({ position: { x: 900, y: 700 } });
    await page.keyboard.press('/');
    await page.keyboard.type('parcel');
    await expect.poll(titles).toEqual(['Late parcel']);
    await expect.poll(() => search().get('q')).toBe('parcel');
    await page.keyboard.press('Escape');
    await expect.poll(focusedRow).toBe('parcel');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Labels and order' }).click();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest');
    await expect.poll(async () => (await titles()).at(-1)).toBe('Late parcel');
    await toInbox();
    await expect.poll(async () => (await titles())[0]).toBe('Late parcel');
  });

  test('keys move in the list and open a conversation, which stays current', async () => {
    await page.locator('body').click({ position: { x: 900, y: 700 } });
    await page.keyboard.press('j');
    await expect.poll(focusedRow).toBe('parcel');
    await page.keyboard.press('End');
    await expect.poll(focusedRow).toBe('size');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focusedRow).toBe('lamp');
    await acme.post('size', 'I wear M.');
    await expect.poll(async () => (await titles())[0]).toBe(LONG);
    await expect.poll(focusedRow).toBe('lamp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    expect(await page.locator('.row a[aria-current]').textContent()).toContain('Broken lamp');
    await pictures(page, 'open');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await pictures(page, 'shortcuts');
    await page.keyboard.press('Escape');
  });
});
