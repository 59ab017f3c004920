import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { type APushService, aPushService, type Device } from '../../support/servers/push-service.js';
import { lightViolations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { closePage, openPage } from '../../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

/** Headless Chromium reaches no push service, so its device is one of the test. All else is the browser's own. */
const subscribingAs = ({ endpoint, keys }: Device) => `
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async () => ({ toJSON: () => (${JSON.stringify({ endpoint, keys })}) });`;
/** The page is in the background, so that its client does not have the conversation open. */
const HIDDEN = `Object.defineProperty(document, 'hidden', { get: () => true });`;
/** The permission is asked for, and this is the answer. */
const answering = (permission: string) => `
  window.asked = 0;
  Object.defineProperty(Notification, 'permission', { get: () => window.asked ? '${permission}' : 'default' });
  Notification.requestPermission = async () => { window.asked++; return '${permission}'; };`;

/** A press on the notification that was shown last, while pages are open. Only a person can press on a real one. */
const pressed = (pages: readonly string[]) => `new Promise((resolve) => {
  const done = [];
  const say = (name) => async (url) => { done.push(url ? name + ' ' + url : name); };
  self.clients.matchAll = async () =>
    ${JSON.stringify(pages)}.map((url) => ({ url, focus: say('focus'), navigate: say('navigate') }));
  self.clients.openWindow = say('open');
  const notification = { close: say('close'), data: self.shown.data };
  const waitUntil = (work) => work.then(() => resolve(done));
  self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }));
})`;

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
    await acme.conversation(id, { participants: [client(), client('anna'), client('ben')] });
    const path = `/conversations/${id}/participants/client/client-url`;
    const { pathname, search, hash } = new URL((await acme.owner.mustCall('GET', path)).body.url);
    const url = `${tidings.url}${pathname}${search}${hash}`;
    return openPage(browser!, url, (page) => page.addInitScript(script), { permissions: ['notifications'] });
  }
  const asked = (page: Page) => page.evaluate('window.asked');
  const post = (id: string) =>
    acme.owner.mustCall('POST', `/conversations/${id}/messages`, { kind: 'TEXT', text: 'hi', participant_id: 'anna' });

  test('are asked for by a press alone, and then told to the device until they are stopped', {
    timeout: SLOW,
  }, async () => {
    const device = pushes.device();
    const page = await openClient('on', HIDDEN + answering('granted') + subscribingAs(device));
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
    const marker = pushes.device();
    const { endpoint, keys } = marker;
    await (await acme.client('on', 'ben')).mustCall('POST', '/push/subscriptions', { endpoint, keys });
    await post('on');
    await expect.poll(() => pushes.to(device).length).toBe(1);
    await expect.poll(() => pushes.to(marker).length).toBe(1);
    await stop.click();
    await notify.waitFor();
    await post('on');
    await expect.poll(() => pushes.to(marker).length).toBe(2);
    expect(pushes.to(device).length).toBe(1);
    await closePage(page);
  });

  test('that the person blocks are said to be blocked', { timeout: SLOW }, async () => {
    const page = await openClient('blocked', answering('denied'));
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByText('Notifications are off. Allow them in your browser, or try again later.').waitFor();
    await closePage(page);
  });

  test('are shown by the worker, which opens the page of the conversation', { timeout: SLOW }, async () => {
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
    const [worker] = page.context().serviceWorkers();
    // Headless Chromium has no place for notifications.
    await worker?.evaluate(
      'self.registration.showNotification = async (title, options) => { self.shown = { title, ...options }; };',
    );
    const url = `${tidings.url}/c#k`;
    const push = { title: 'Acme', body: 'New message', language: 'en', conversation_id: 'shown', url };
    const data = JSON.stringify(push);
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: tidings.url, registrationId, data });
    await expect
      .poll(() => worker?.evaluate('self.shown'), { timeout: 20_000 })
      .toMatchObject({ title: 'Acme', body: 'New message', tag: 'shown', renotify: true, lang: 'en', data: { url } });
    expect(await worker?.evaluate(pressed([]))).toEqual(['close', `open ${url}`]);
    expect(await worker?.evaluate(pressed([`${tidings.url}/c`]))).toEqual(['close', 'focus', `navigate ${url}`]);
    expect(await worker?.evaluate(pressed([`${tidings.url}/c?tenant=t`]))).toEqual(['close', `open ${url}`]);
    await closePage(page);
  });
});
