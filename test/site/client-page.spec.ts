import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_COLORS } from '../../src/catalogue/colors.js';
import { client, createConversationType } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { lightViolations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage } from '../support/site/site-page.js';

/** Of the browser. */
declare function getComputedStyle(element: unknown): { readonly color: string; readonly backgroundColor: string };

const browser = await launchBrowser();
const SLOW = 120_000;
const MOST_BYTES = 100_000;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(!browser)('the page /c', () => {
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const linkOf = async (conversation: string): Promise<string> => {
    const path = `/conversations/${conversation}/participants/client/client-url`;
    const { pathname, search, hash } = new URL((await acme.owner.mustCall('GET', path)).body.url);
    return `${tidings.url}${pathname}${search}${hash}`;
  };
  const open = async (url: string, prepare?: (page: Page) => Promise<unknown>) =>
    openPage(browser!, url, prepare, {
      viewport: { width: 320, height: 640 },
      permissions: ['geolocation'],
      geolocation: { latitude: 48.2, longitude: 16.37 },
    });
  const staff = (id: string, more: object) =>
    acme.owner.mustCall('POST', `/conversations/${id}/messages`, { kind: 'TEXT', text: 'hi', ...more });

  test('speaks the language and has the colours of the tenant, within its bytes and the rules of axe', {
    timeout: SLOW,
  }, async () => {
    const colors = {
      ...DEFAULT_COLORS,
      client_header: '#ffee00',
      client_own_bubble: '#123456',
      client_own_bubble_text: '#234567',
      client_other_bubble: '#fff0f0',
      client_other_bubble_text: '#660000',
    };
    await acme.owner.mustCall('PUT', '/tenant/color/config', colors);
    await acme.conversation('german', { participants: [client('client', { preferred_language: 'de' })] });
    await acme.post('german', 'Guten Tag');
    await staff('german', { text: 'Hallo' });
    await staff('german', {
      kind: 'LOCATION',
      text: undefined,
      location: { latitude: 47.07, longitude: 15.44 },
      formatted_address: 'Hauptplatz 1, Graz',
    });
    let bytes = 0;
    const referrers: (string | undefined)[] = [];
    const link = await linkOf('german');
    const page = await open(link, async (each) => {
      each.on('request', (request) => referrers.push(`${request.url()} ${request.headers().referer}`));
      const network = await each.context().newCDPSession(each);
      network.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await network.send('Network.enable');
    });
    await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    await page.getByText('Graz').waitFor();
    expect(bytes).toBeLessThan(MOST_BYTES);
    console.info(`/c: ${bytes} bytes over the wire`);
    expect(await page.evaluate('[document.documentElement.lang, document.title]')).toEqual(['de', 'Acme']);
    const style = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => {
          const { color, backgroundColor } = getComputedStyle(each);
          return [color, backgroundColor];
        });
    expect(await style('header')).toEqual(['rgb(0, 0, 0)', 'rgb(255, 238, 0)']);
    expect(await style('.own .bubble')).toEqual(['rgb(255, 255, 255)', 'rgb(18, 52, 86)']);
    expect(await style('.message:not(.own) .bubble')).toEqual(['rgb(102, 0, 0)', 'rgb(255, 240, 240)']);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await lightViolations(page), colorScheme).toEqual([]);
    }
    const key = new URLSearchParams(new URL(link).hash.slice(1)).get('auth_key')!;
    expect(referrers.join('\n')).not.toContain(key);
    expect(page.url()).not.toContain(key);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')).not.toContain(key);
    await page.reload();
    await page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
    await closePage(page);
  });

  test('shows the header of the type as elements of its own', { timeout: SLOW }, async () => {
    await createConversationType(acme.owner, {
      id: 'order',
      conversation_data_schema: { properties: { no: { type: 'string' } } },
      client_app_header_template:
        '<h1>Order {{ no }}</h1><p>Ask <a href="https://acme.example/{{ no }}">the <b>shop</b></a></p><ul><li>{{ no }}</li></ul>',
    });
    const conversation_data = { no: '<b>17</b>"' };
    await acme.conversationWithClient('header', { conversation_type_id: 'order', conversation_data });
    const page = await open(await linkOf('header'));
    const about = page.getByRole('region', { name: 'About this conversation' });
    await about.getByRole('heading', { name: 'Order <b>17</b>"', level: 2 }).waitFor();
    const link = about.getByRole('link', { name: 'the shop (opens in a new tab)' });
    expect(await link.getAttribute('href')).toBe('https://acme.example/%3Cb%3E17%3C%2Fb%3E%22');
    expect(await about.getByRole('listitem').textContent()).toBe('<b>17</b>"');
    expect(await about.locator('b').count()).toBe(1);
    await acme.owner.mustCall('PATCH', '/conversations/header', {
      conversation_data: { no: '18' },
      description: 'New',
    });
    await about.getByRole('heading', { name: 'Order 18' }).waitFor();
    expect(await lightViolations(page)).toEqual([]);
    await acme.conversationWithClient('bare');
    const bare = await open(await linkOf('bare'));
    await bare.getByRole('textbox', { name: 'Message' }).waitFor();
    expect(await bare.getByRole('region', { name: 'About this conversation' }).count()).toBe(0);
    await closePage(bare);
    await closePage(page);
  });

  test('sends files and the place that was asked for, by keyboard alone', { timeout: SLOW }, async () => {
    await acme.conversationWithClient('media');
    await staff('media', { kind: 'REQUEST_LOCATION', text: 'Where are you?' });
    const page = await open(await linkOf('media'));
    await page.getByRole('button', { name: 'Share my location' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /Open map/ }).waitFor();
    await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE });
    const picture = page.getByRole('img', { name: 'Image, Cleo' });
    await picture.waitFor();
    expect(await picture.evaluate((each) => (each as unknown as { decode(): Promise<void> }).decode())).toBeUndefined();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.exe', mimeType: 'application/exe', buffer: PICTURE });
    await page.getByRole('alert').getByText('Files of this type cannot be sent.').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.type('x');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate("document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')")).toBe(
      'Attach a file',
    );
    for (const _ of ['text', 'Send']) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.message .text', { hasText: /^x$/ }).waitFor();
    expect(await lightViolations(page)).toEqual([]);
    await closePage(page);
  });

  test('marks own messages as sent, and shows nothing of what others have read', { timeout: SLOW }, async () => {
    const { participants } = await acme.conversationWithClient('sent');
    await acme.post('sent', 'mine');
    await staff('sent', { text: 'theirs' });
    const page = await open(await linkOf('sent'));
    const marks = page.getByRole('img', { name: 'Sent' });
    await page.getByText('theirs').waitFor();
    expect(await marks.allTextContents()).toEqual(['✓']);
    const row = page.locator('.message.own');
    const before = await row.innerHTML();
    const [{ id }] = (await acme.owner.mustCall('GET', participants)).body.participants.filter(
      ({ kind }: { readonly kind: string }) => kind === 'USER',
    );
    const seen = { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 2 };
    await acme.owner.mustCall('POST', `${participants}/${id}/activity`, seen);
    await acme.post('sent', 'again');
    await page.getByText('again').waitFor();
    expect(await row.first().innerHTML()).toBe(before);
    expect(await marks.count()).toBe(2);
    await closePage(page);
  });

  test('posts over plain http, where the browser has no crypto.randomUUID', { timeout: SLOW }, async () => {
    await acme.conversationWithClient('plain');
    const page = await open(await linkOf('plain'), (each) => each.addInitScript('delete Crypto.prototype.randomUUID'));
    await page.getByRole('textbox', { name: 'Message' }).fill('x');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.message .text', { hasText: /^x$/ }).waitFor();
    await closePage(page);
  });

  test('tells a closed conversation, an ended access and a wrong link plainly', { timeout: SLOW }, async () => {
    const { path } = await acme.conversationWithClient('ends');
    const page = await open(await linkOf('ends'));
    const area = page.getByRole('textbox', { name: 'Message' });
    await area.waitFor();
    await acme.owner.mustCall('DELETE', path);
    await page.getByText('This conversation is closed.').waitFor();
    expect(await area.isVisible()).toBe(false);
    await acme.owner.mustCall('PATCH', path, { archived: false });
    await area.waitFor();
    await acme.owner.mustCall('DELETE', `${path}/participants/client`);
    await page.getByRole('alert').getByText('Your access to this conversation has ended.').waitFor();
    expect(await page.evaluate('history.state')).toBeNull();
    const wrong = `${tidings.url}/c?tenant=${acme.tenantId}#auth_key=`;
    for (const key of ['A'.repeat(22), 'short', '']) {
      // Another fragment alone loads no page.
      await page.goto(`${wrong}${key}`);
      await page.getByRole('alert').getByText('This link is not valid or has expired.').waitFor();
    }
    expect(await lightViolations(page)).toEqual([]);
    await closePage(page);
  });
});
