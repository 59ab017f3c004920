import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE, visitApp } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, field, log, openConversation, textsIn, withPreferences } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** Bytes of a first load (contract 16), and those that a conversation adds to that of the inbox. */
const MOST_BYTES = 150_000;
const MOST_BYTES_MORE = 30_000;

describe.skipIf(!browser)('a conversation in the app, by keyboard and after a long pause', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    await withPreferences(acme, acme.owner);
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const open = (id: string, options = {}) => openConversation(visits, tidings, acme, id, options);

  test('writes, locks, labels, removes and archives by keyboard alone', { timeout: SLOW }, async () => {
    await acme.conversationWithClient('m-1', { description: 'Lamp' });
    const page = await open('m-1');
    const { keyboard } = page;
    const name = () =>
      page.evaluate<string>(
        'document.activeElement.ariaLabel || document.activeElement.textContent || document.activeElement.tagName',
      );
    async function tabTo(wanted: string, key = 'Tab') {
      for (let at = 0; at < 40; at++) {
        if ((await name()).trim() === wanted) return;
        await keyboard.press(key);
      }
      throw new Error(`Tab does not lead to ${wanted}`);
    }
    await expect.poll(name).toBe('Message');
    await keyboard.type('by keyboard');
    await keyboard.press('Enter');
    await expect.poll(() => textsIn(page)).toEqual(['by keyboard']);
    expect(await name()).toBe('Message');
    await tabTo('Lock', 'Shift+Tab');
    await keyboard.press('Enter');
    await dialog(page).waitFor();
    await keyboard.press('Tab');
    await keyboard.type('mine');
    await keyboard.press('Enter');
    await page.getByText('You hold the lock').waitFor();
    await tabTo('Release');
    await keyboard.press('Enter');
    await page.getByRole('status').getByText('The lock is released.').waitFor();
    await tabTo('Add a label');
    await keyboard.type('vip');
    await keyboard.press('Enter');
    await page.getByRole('status').getByText('The label vip is added.').waitFor();
    await tabTo('Actions for Cleo');
    await keyboard.press('Enter');
    await tabTo('Remove');
    await pictures(page, 'menu');
    await keyboard.press('Enter');
    await dialog(page).getByText('Their messages stay.').waitFor();
    await tabTo('Remove');
    await keyboard.press('Enter');
    await page.getByRole('status').getByText('Cleo is removed.').waitFor();
    await tabTo('Archive');
    await keyboard.press('Enter');
    await tabTo('Archive');
    await keyboard.press('Enter');
    await page.getByText('This conversation is archived.').waitFor();
    await closePage(page);
  });

  /** Bytes of a first load without the API and the socket, and the scripts that it brought. */
  async function firstLoad(path: string, ready: string) {
    const page = await visitApp(visits, tidings, acme, { path });
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    const urls = new Map<string, string>();
    let bytes = 0;
    network.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
      if (!/\/(api|socket\.io)\//.test(url)) urls.set(requestId, url);
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (urls.has(requestId)) bytes += encodedDataLength;
    });
    await page.reload();
    await page.locator(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await closePage(page);
    return { bytes, files: [...urls.values()] };
  }

  test('adds few bytes to the inbox, and nothing of dialogs and forms', { timeout: SLOW }, async () => {
    await acme.conversationWithClient('m-2');
    const inbox = await firstLoad('', '.inbox');
    const { bytes, files } = await firstLoad('/conversations/m-2', '.composer');
    console.info(`a conversation by address: ${bytes} bytes over the wire, ${bytes - inbox.bytes} more than the inbox`);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(bytes - inbox.bytes).toBeLessThan(MOST_BYTES_MORE);
    expect(
      files.filter((url) =>
        /data-(fields|editor)|validator|(lock|link|notify|conflict|participant)-dialog|picker/.test(url),
      ),
    ).toEqual([]);
  });

  test('catches up after 12 hours of sleep, with a renewal of the token that fails once', {
    timeout: SLOW,
  }, async () => {
    await acme.conversationWithClient('m-3');
    await acme.post('m-3', 'before');
    const page = await open('m-3');
    await log(page).getByText('before').waitFor();
    await page.clock.install();
    await page.context().setOffline(true);
    await acme.post('m-3', 'while it slept');
    let failures = 0;
    await page.route('**/oauth2/token', (route) => {
      if (failures++ === 0) return route.abort();
      return route.continue();
    });
    // The token of the page is refused until it has another one.
    let isOld = true;
    await page.route('**/api/v1/conversations/**', (route) => {
      if (!isOld || route.request().method() !== 'POST') return route.continue();
      isOld = false;
      const headers = { ...route.request().headers(), authorization: 'Bearer expired' };
      return route.continue({ headers });
    });
    await page.clock.fastForward('12:00:00');
    await page.context().setOffline(false);
    await field(page).fill('after');
    await field(page).press('Enter');
    await expect.poll(() => textsIn(page), { timeout: 30_000 }).toEqual(['before', 'while it slept', 'after']);
    expect(failures).toBeGreaterThan(1);
    await closePage(page);
  });
});
