import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allMessages } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { startProxy, type TcpProxy } from '../support/servers/tcp-proxy.js';
import { launchBrowser } from '../support/site/browser.js';
import { type ForeignPage, foreignPage } from '../support/site/foreign-page.js';
import { closePage, openPage } from '../support/site/site-page.js';
import { until } from '../support/until.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('what a client has typed', () => {
  let tidings: Tidings;
  let acme: Tenant;
  let proxy: TcpProxy;
  const hosts: ForeignPage[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
    acme = await createTenant(tidings, 'acme');
    proxy = await startProxy('127.0.0.1', Number(new URL(tidings.url).port));
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    for (const host of hosts) await host.close();
    await proxy?.close();
    await tidings?.close();
  });

  const linkOf = async (conversation: string): Promise<string> =>
    (await acme.owner.mustCall('GET', `/conversations/${conversation}/participants/client/client-url`)).body.url;
  const open = async (conversation: string): Promise<Page> => {
    await acme.conversationWithClient(conversation);
    const service = `http://127.0.0.1:${proxy.port}`;
    const host = await foreignPage(service, `client-url="${await linkOf(conversation)}"`);
    hosts.push(host);
    const page = await openPage(browser!, host.url, async () => {});
    await box(page).waitFor();
    return page;
  };
  const box = (page: Page) => page.getByRole('textbox', { name: /Message|Nachricht/ });
  const inLog = async (id: string) => (await allMessages(acme.owner, id)).map(({ text }) => text);
  const onElement = (page: Page, script: string) =>
    page.evaluate(`(() => { const element = document.querySelector('tidings-conversation'); ${script} })()`);

  test('survives a reload: messages that were not sent and the draft', { timeout: SLOW }, async () => {
    const page = await open('reload');
    proxy.stall();
    for (const text of ['one', 'two']) {
      await box(page).fill(text);
      await page.keyboard.press('Enter');
    }
    await box(page).pressSequentially('half a wo');
    await page
      .locator('.meta', { hasText: /Sending|Waiting/ })
      .nth(1)
      .waitFor();
    await page.waitForTimeout(500);
    proxy.resume();
    proxy.cut();
    await page.evaluate('window.stop()');
    proxy.resume();
    await page.reload();
    await until(
      () => inLog('reload'),
      ({ length }) => length === 2,
    );
    await page
      .locator('.meta', { hasText: /Sending|Waiting/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(await inLog('reload')).toEqual(['one', 'two']);
    expect(await box(page).inputValue()).toBe('half a wo');
    await closePage(page);
  });

  test('survives another place in the page, another language and a fresh link', { timeout: SLOW }, async () => {
    const page = await open('moved');
    await box(page).pressSequentially('draft');
    await onElement(
      page,
      `document.body.append(document.createElement('main')); document.querySelector('main').append(element)`,
    );
    await until(
      () =>
        box(page)
          .inputValue()
          .catch(() => ''),
      (text) => text === 'draft',
    );
    await onElement(page, `element.lang = 'de'`);
    await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    await until(
      () =>
        box(page)
          .inputValue()
          .catch(() => ''),
      (text) => text === 'draft',
    );
    await onElement(page, `element.clientUrl = ${JSON.stringify(await linkOf('moved'))}`);
    await page.waitForTimeout(300);
    await until(
      () =>
        box(page)
          .inputValue()
          .catch(() => ''),
      (text) => text === 'draft',
    );
    await box(page).press('Enter');
    await until(
      () => inLog('moved'),
      ({ length }) => length === 1,
    );
    expect(await inLog('moved')).toEqual(['draft']);
    await until(
      () => box(page).inputValue(),
      (text) => text === '',
    );
    await closePage(page);
  });

  test('waits while the page is opened without a connection to the service', { timeout: SLOW }, async () => {
    const page = await open('offline');
    await closePage(page);
    const host = hosts.at(-1) as ForeignPage;
    const again = await openPage(browser!, host.url, async (fresh) => {
      await fresh.route('**/api/v1/**', (route) => route.abort());
    });
    await again.waitForTimeout(1_500);
    await again.unroute('**/api/v1/**');
    await box(again).waitFor({ timeout: 60_000 });
    await closePage(again);
  });
});
