import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { type APushService, aPushService, type Device } from '../support/servers/push-service.js';
import { lightViolations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

/** Headless Chromium reaches no push service, so its device is one of the test. All else is the browser's own. */
const subscribingAs = ({ endpoint, keys }: Device) => `
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify({ endpoint, keys })}) });`;
/** The permission is asked for, and this is the answer. */
const answering = (permission: string) => `
  window.asked = 0;
  Object.defineProperty(Notification, 'permission', { get: () => window.asked ? '${permission}' : 'default' });
  Notification.requestPermission = async () => { window.asked++; return '${permission}'; };`;

describe.skipIf(!browser)('notifications of /c', () => {
  let tidings: Tidings;
  let pushes: APushService;
  let acme: Tenant;

  beforeAll(async () => {
    pushes = await aPushService();
    tidings = await startTidings({ SITE_DIR: 'site/dist', OUTBOUND_ALLOW: '127.0.0.1' });
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
    await pushes?.close();
  });

  async function openClient(id: string, script: string): Promise<Page> {
    await acme.conversation(id, { participants: [client(), client('anna')] });
    const path = `/conversations/${id}/participants/client/client-url`;
    const { pathname, search, hash } = new URL((await acme.owner.mustCall('GET', path)).body.url);
    const url = `${tidings.url}${pathname}${search}${hash}`;
    return openPage(browser!, url, (page) => page.addInitScript(script), { permissions: ['notifications'] });
  }
  const asked = (page: Page) => page.evaluate('window.asked');
  const post = (id: string, text: string) =>
    acme.owner.mustCall('POST', `/conversations/${id}/messages`, { kind: 'TEXT', text, participant_id: 'anna' });

  test('are asked for by a press alone, and then told to the device until they are stopped', {
    timeout: SLOW,
  }, async () => {
    const device = pushes.device();
    const page = await openClient('on', answering('granted') + subscribingAs(device));
    const notify = page.getByRole('button', { name: 'Notify me' });
    await notify.waitFor();
    expect(await lightViolations(page)).toEqual([]);
    expect(await asked(page)).toBe(0);
    await notify.click();
    const stop = page.getByRole('button', { name: 'Stop notifications' });
    await stop.waitFor();
    expect(await asked(page)).toBe(1);
    const worker =
      'navigator.serviceWorker.getRegistration("/c").then((r) => [new URL(r.scope).pathname, new URL(r.active.scriptURL).pathname])';
    expect(await page.evaluate(worker)).toEqual(['/c', '/push-worker.js']);
    // Long ago, the page said that it has the conversation open.
    await page.evaluate('Object.defineProperty(document, "hidden", { get: () => true })');
    await stop.click();
    await notify.waitFor();
    await post('on', 'unheard');
    await acme.post('on', 'own');
    expect(pushes.to(device)).toEqual([]);
    await closePage(page);
  });

  test('that the person blocks are said to be blocked', { timeout: SLOW }, async () => {
    const page = await openClient('blocked', answering('denied'));
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByText('Notifications are blocked. Allow them in the settings of your browser.').waitFor();
    await closePage(page);
  });

  test('are shown by the worker, one a conversation', { timeout: SLOW }, async () => {
    const page = await openClient('shown', answering('granted') + subscribingAs(pushes.device()));
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Stop notifications' }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    const versions = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/c'));
        if (found) resolve(found.registrationId);
      }),
    );
    await devtools.send('ServiceWorker.enable');
    const registrationId = await versions;
    const push = (body: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: tidings.url,
        registrationId,
        data: JSON.stringify({
          title: 'Acme',
          body,
          language: 'en',
          conversation_id: 'shown',
          url: `${tidings.url}/c#k`,
        }),
      });
    const shown = `navigator.serviceWorker.getRegistration('/c').then((r) => r.getNotifications())
      .then((all) => all.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data })))`;
    for (const body of ['New message', 'another one']) {
      await push(body);
      const data = { url: `${tidings.url}/c#k` };
      const one = { title: 'Acme', body, tag: 'shown', lang: 'en', data };
      await expect.poll(() => page.evaluate(shown), { timeout: 20_000 }).toEqual([one]);
    }
    await closePage(page);
  });
});
