import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookTenant, type WebhookTenant, webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { aReceiver } from '../../support/servers/webhook-receiver.js';
import { pictures, SITE, visitApp } from '../../support/site/app-visit.js';
import { violations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { AppVisits } from '../../support/site/reset-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('settings: webhooks', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: WebhookTenant;
  let page: Page;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  let status = 500;

  beforeAll(async () => {
    receiver = await aReceiver(() => status);
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off', ...webhookEnvironment });
    acme = await createWebhookTenant(tidings, 'acme');
    page = await visitApp(visits, tidings, acme, { path: '/settings/webhooks' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
    await receiver?.close();
  });

  test('an endpoint is set, and its types are switched on', { timeout: SLOW }, async () => {
    await page.getByLabel('URL').fill('ftp://acme.example');
    await page.getByRole('button', { name: 'Save endpoint' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByRole('button', { name: 'Save endpoint' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: /message.created/ }).check();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(/^whsec_/).waitFor();
    const { body } = await acme.owner.call('GET', '/webhooks/features');
    expect(body.features).toEqual([{ webhook_type: 'message.created', enabled: true }]);
  });

  test('a failed delivery shows its attempts, and is sent again', { timeout: SLOW }, async () => {
    await acme.conversationWithClient('c-1');
    await acme.post('c-1');
    await acme.untilDeliveries(([last]) => last?.status === 'FAILED');
    const item = page.locator('.deliveries > li').filter({ hasText: 'message.created' });
    await item.getByText('Failed', { exact: true }).waitFor();
    await item.locator('summary').click();
    expect(await item.getByText('500, ').count()).toBe(5);
    await pictures(page, 'settings-webhooks');
    expect(await violations(page)).toEqual([]);
    status = 204;
    await item.getByRole('button', { name: 'Send again' }).click();
    await acme.untilDeliveries(([last]) => last?.status === 'DELIVERED');
    expect(receiver.received.at(-1)?.body.type).toBe('message.created');
    await item.getByText('Delivered', { exact: true }).waitFor();
    expect(visits.complaints).toEqual([]);
  });

  test('a test is sent, and the secret is rotated after one question', { timeout: SLOW }, async () => {
    const before = (await acme.owner.call('GET', '/webhook-settings')).body.secret;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.locator('.deliveries').getByText('test.webhook').waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await acme.owner.call('GET', '/webhook-settings')).body.secret).not.toBe(before);
  });
});
