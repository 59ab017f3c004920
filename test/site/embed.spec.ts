import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allMessages, client } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { startProxy, type TcpProxy } from '../support/servers/tcp-proxy.js';
import { launchBrowser } from '../support/site/browser.js';
import { type ForeignPage, foreignPage } from '../support/site/foreign-page.js';
import { closePage, openPage } from '../support/site/site-page.js';
import { until } from '../support/until.js';

/** Of the browser. */
declare function getComputedStyle(element: unknown): { readonly letterSpacing: string };

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the client in a page of another origin', () => {
  let tidings: Tidings;
  let acme: Tenant;
  let proxy: TcpProxy;
  const hosts: ForeignPage[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist', PUBLIC_URL: 'https://tidings.example' });
    acme = await createTenant(tidings, 'acme');
    proxy = await startProxy('127.0.0.1', Number(new URL(tidings.url).port));
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    for (const host of hosts) await host.close();
    await proxy?.close();
    await tidings?.close();
  });

  const linkOf = async (conversation: string, participant: string): Promise<string> => {
    const path = `/conversations/${conversation}/participants/${participant}/client-url`;
    return (await acme.owner.mustCall('GET', path)).body.url;
  };
  const open = async (url: string, { service = tidings.url, width = 800 } = {}): Promise<Page> => {
    const host = await foreignPage(service, `client-url="${url}"`);
    hosts.push(host);
    const prepare = async (page: Page) => {
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
    };
    return openPage(browser!, host.url, prepare, { viewport: { width, height: 700 } });
  };
  const write = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.keyboard.press('Enter');
  };
  const textsOf = (page: Page) => page.locator('.message .text').allTextContents();
  const inLog = async (id: string) => (await allMessages(acme.owner, id)).map(({ text }) => text);

  test('two clients talk; one is cut off and resumes, and nothing is lost or doubled', { timeout: SLOW }, async () => {
    await acme.conversation('talk', { participants: [client('cleo'), client('dora', { display_name: 'Dora' })] });
    const [cleosLink, dorasLink] = [await linkOf('talk', 'cleo'), await linkOf('talk', 'dora')];
    expect(cleosLink).toMatch(/^https:\/\/acme-client\.tidings\.example\/c#auth_key=/);
    const cleo = await open(cleosLink, { service: `http://127.0.0.1:${proxy.port}` });
    const dora = await open(dorasLink);
    await write(cleo, 'one');
    await dora.getByText('Cleo').waitFor();
    await dora.getByRole('textbox').pressSequentially('tw');
    await cleo.getByText('Dora is typing.').waitFor();
    await write(dora, 'two');
    await cleo.getByText('two').waitFor();
    expect(complaints).toEqual([]);
    expect(await cleo.content()).not.toContain('auth_key');

    proxy.cut();
    await cleo.getByText('The connection is lost. Reconnecting.').waitFor();
    await write(dora, 'three');
    await write(cleo, 'four');
    await cleo.getByText('four').waitFor();
    await dora.getByText('three').waitFor();
    proxy.resume();
    await dora.getByText('four').waitFor();
    proxy.dropAnswers();
    await write(cleo, 'five');
    await dora.getByText('five').waitFor();
    proxy.resume();
    await write(cleo, 'six');
    const expected = await until(
      () => inLog('talk'),
      ({ length }) => length === 6,
    );
    expect(expected).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
    for (const page of [cleo, dora]) {
      await page.getByText('six').waitFor();
      await page.getByText('The connection is lost.').waitFor({ state: 'detached' });
      await page
        .locator('.meta', { hasText: /Sending|Waiting/ })
        .first()
        .waitFor({ state: 'detached' });
      expect(await textsOf(page)).toEqual(expected);
    }
    const seen = async () => (await acme.owner.mustCall('GET', '/conversations/talk/participants/dora')).body;
    await until(seen, ({ last_message_sequence_seen }) => last_message_sequence_seen === 6);
    await closePage(cleo);
    await closePage(dora);
  });

  test('hostile names and texts stay text and inside of 320 px', { timeout: SLOW }, async () => {
    const eve = '<img src=x onerror=hacked=1>';
    await acme.conversation('hostile', {
      description: `${eve}${'y'.repeat(900)}`,
      participants: [client('eve', { display_name: eve }), client('cleo')],
    });
    const texts = [
      '<script>hacked=1</script><img src=x onerror="hacked=1">',
      'x'.repeat(4_096),
      '\u202Eevil\u202D\u0301\u0301\u0301 مرحبا',
      'javascript:hacked=1 https://example.org/?a="onclick=hacked=1 (https://example.org/b).',
    ];
    for (const text of texts)
      await acme.owner.mustCall('POST', '/conversations/hostile/messages', {
        kind: 'TEXT',
        text,
        participant_id: 'eve',
      });
    const page = await open(await linkOf('hostile', 'cleo'), { width: 320 });
    await page.getByText('javascript:').waitFor();
    const shown = (await textsOf(page)).map((text) => text.replaceAll(' (opens in a new tab)', ''));
    expect(shown).toEqual(texts);
    expect(await page.locator('.author').first().textContent()).toBe(eve);
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    const hrefs = await page
      .locator('.bubble a')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href')));
    expect(hrefs).toEqual(['https://example.org/?a=', 'https://example.org/b']);
    const wide = `(() => { const { shadowRoot } = document.querySelector('tidings-conversation');
      return [...shadowRoot.querySelectorAll('*')].filter((each) => each.scrollWidth > 320).length; })()`;
    expect(await page.evaluate(wide)).toBe(0);
    const spacing = page
      .getByRole('heading', { name: 'Acme' })
      .evaluate((each) => getComputedStyle(each).letterSpacing);
    expect(await spacing).toBe('normal');
    await closePage(page);
  });

  test('a long conversation is shown in a window: back to the first message and to the end again', {
    timeout: SLOW,
  }, async () => {
    await acme.conversation('long', { participants: [client('cleo')] });
    const post = (text: string) =>
      acme.owner.mustCall('POST', '/conversations/long/messages', { kind: 'TEXT', text, participant_id: 'cleo' });
    const LENGTH = 330;
    for (let n = 1; n < LENGTH; n += 33) await Promise.all(Array.from({ length: 33 }, (_, at) => post(`m${n + at}`)));
    const expected = await until(
      () => inLog('long'),
      ({ length }) => length === LENGTH,
    );
    const page = await open(await linkOf('long', 'cleo'));
    await page.getByText(expected.at(-1)!, { exact: true }).waitFor();
    expect(await textsOf(page)).toEqual(expected.slice(-50));
    const first = page.getByText(expected[0]!, { exact: true });
    const toTop = () => page.getByRole('log').evaluate((log) => log.scrollTo(0, 0));
    await until(
      async () => {
        await toTop();
        return first.isVisible();
      },
      Boolean,
      60_000,
    );
    expect(await textsOf(page)).toEqual(expected.slice(0, 200));
    await post('while away');
    await page.getByRole('button', { name: '1 new message' }).click();
    await page.getByText('while away').waitFor();
    expect(await textsOf(page)).toEqual([...expected.slice(-49), 'while away']);
    await closePage(page);
  });
});
