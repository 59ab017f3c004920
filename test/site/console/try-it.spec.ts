import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTidings, type Tidings } from '../../support/api.js';
import { violations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { type HostileServer, startHostileServer } from '../../support/site/hostile-server.js';
import { closePage, openPage } from '../../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const PASSWORD = 'a quiet green river';
const EMAIL = 'olga@acme.example';
/** A picture of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

describe.skipIf(!browser)('the console of the API reference', () => {
  let tidings: Tidings;
  let hostile: HostileServer;
  let tenant = '';
  let token = '';
  let page: Page;
  const sent: Request[] = [];

  beforeAll(async () => {
    hostile = await startHostileServer();
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
    const body = { tenant_name: 'Acme', tenant_subdomain: 'acme', user_email: EMAIL, user_password: PASSWORD };
    tenant = (await tidings.call('POST', '/signup', { body })).body.tenant_id;
    const form = new URLSearchParams({ grant_type: 'password', username: EMAIL, password: PASSWORD });
    const signedIn = await fetch(`${tidings.url}/api/v1/auth/${tenant}/oauth2/token`, { method: 'POST', body: form });
    token = ((await signedIn.json()) as { access_token: string }).access_token;
    await tidings.call('POST', '/conversation-types', { token, body: typeOf('support') });
    const conversation = { id: 'case-1', conversation_type_id: 'support' };
    await tidings.call('POST', '/conversations', { token, body: conversation });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
    await hostile?.close();
  });

  const typeOf = (id: string) => ({ id, conversation_data_list_item_template: '{{ conversation_description }}' });
  /** Opens the console of an operation; with `servers` of another origin, which the policy of a default build refuses. */
  async function open(operation: string, servers?: readonly string[]): Promise<void> {
    sent.length = 0;
    const route = `${tidings.url}/openapi/operations/${operation}/`;
    page = await openPage(browser!, route, async (each) => each.on('request', (request) => sent.push(request)), {
      bypassCSP: servers !== undefined,
    });
    if (servers) {
      const listed = JSON.stringify(servers.map((url) => ({ label: 'Staging', url })));
      await page.evaluate(`{
        const { dataset } = document.querySelector('[data-name=try-it]');
        dataset.props = JSON.stringify({ ...JSON.parse(dataset.props), servers: ${listed} });
      }`);
    }
    await page.getByRole('button', { name: 'Try it' }).press('Enter');
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
  }
  const calls = () => sent.filter((request) => new URL(request.url()).pathname.startsWith('/api/'));
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const send = () => page.getByRole('button', { name: /^Send / }).click();
  const outcome = (text: string | RegExp) => page.locator('.outcome', { hasText: text }).waitFor();
  const sample = () => page.getByLabel(/^The call in /).innerText();
  const answered = () => page.getByLabel('Body of the response').innerText();
  const credential = () => field('Access token or API key').fill(token);

  test('by keyboard alone: a token, a call, its samples and its answer; the storage of the tab alone has the token', {
    timeout: SLOW,
  }, async () => {
    await open('conversation_type_create');
    expect(calls()).toEqual([]);
    expect(await page.evaluate('document.activeElement.id')).toBe('try-it');
    await page.getByText('Get a token with').press('Enter');
    await field('Tenant id').focus();
    for (const [value, key] of [
      [tenant, 'Tab'],
      [EMAIL, 'Tab'],
      [PASSWORD, 'Enter'],
    ] as const) {
      await page.keyboard.type(value);
      await page.keyboard.press(key);
    }
    await page.getByText('The token is set. It is valid for 15 minutes.').waitFor();
    await page.locator('#try-body').fill(JSON.stringify(typeOf("o'hara")));
    expect(await sample()).toContain(String.raw`"id":"o'\''hara"`);
    await page.locator('#try-body').fill(JSON.stringify(typeOf('by-keyboard')));
    await page.getByRole('button', { name: 'Python' }).press('Enter');
    expect(await sample()).toContain("'id': 'by-keyboard',");
    await page.getByRole('button', { name: 'TypeScript' }).press('Enter');
    expect(await sample()).toContain(
      "await tidings.call('POST /conversation-types', {\n  body: {\n    id: 'by-keyboard',",
    );
    expect(calls()).toHaveLength(1);
    await page.getByRole('button', { name: 'Send POST' }).press('Enter');
    await outcome(/^201 Created in \d+ ms$/);
    expect(JSON.parse(await answered())).toMatchObject({ id: 'by-keyboard' });
    await page.getByText(/^Headers \(\d+\)$/).click();
    await page.getByText('/api/v1/conversation-types/by-keyboard', { exact: true }).waitFor();
    const given = calls()[1]!.headers().authorization!.replace('Bearer ', '');
    const [tab, ...elsewhere] = await page.evaluate<string[]>(
      '[{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href].map((each) => JSON.stringify(each))',
    );
    expect(elsewhere.join()).toContain('"starlight-synced-tabs__lang":"TypeScript"');
    expect(JSON.parse(JSON.parse(tab!)['tidings.try-it'])).toEqual({ credentials: { [tidings.url]: given } });
    for (const secret of [given, PASSWORD]) expect(elsewhere.join() + (await page.content())).not.toContain(secret);
    expect(tab).not.toContain(PASSWORD);
    await closePage(page);
  });

  test('one key for each distinct body; a repeated call happens once', { timeout: SLOW }, async () => {
    await open('conversation_type_create');
    await credential();
    await page.locator('#try-body').fill(JSON.stringify(typeOf('once')));
    await send();
    await outcome('201 Created');
    await send();
    await page.getByText('The call was made before with this key').waitFor();
    await page.locator('#try-body').fill(JSON.stringify(typeOf('twice')));
    await send();
    await page.getByText('"id": "twice"').waitFor();
    const keys = calls().map((request) => request.headers()['idempotency-key']);
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(2);
    expect(await sample()).toContain(keys[2]);
    await page.getByRole('button', { name: 'New key' }).click();
    expect(await sample()).toMatch(/Idempotency-Key: [\da-f]{32}'/);
    expect(await sample()).not.toContain(keys[2]);
    await send();
    const code = page.locator('.try-it a');
    expect(await code.getAttribute('href')).toBe('/docs/api/errors/errors.conversation_type.exists');
    await closePage(page);
  });

  test('a DELETE asks before it is sent; what is missing is said at its field', { timeout: SLOW }, async () => {
    await tidings.call('POST', '/conversation-types', { token, body: typeOf('spare') });
    await open('conversation_type_delete');
    await credential();
    await send();
    const id = page.getByRole('textbox', { name: 'conversation_type_id' });
    await page.getByText('Enter conversation_type_id.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(await id.getAttribute('id'));
    await id.fill('..');
    await send();
    await page.getByText('conversation_type_id cannot be ".." in a URL.').waitFor();
    await id.fill('spare');
    await send();
    await page.getByRole('button', { name: 'Do not send' }).click();
    await send();
    await id.fill('other');
    await id.press('Enter');
    expect(calls()).toEqual([]);
    await id.fill('spare');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await outcome('204 No Content');
    expect(calls().map((request) => request.method())).toEqual(['DELETE']);
    await closePage(page);
  });

  test('the question before a DELETE has code as code, apart from the sample', { timeout: SLOW }, async () => {
    await open('user_delete');
    await credential();
    await page.getByRole('textbox', { name: 'user_id' }).fill('0190a0a0-0000-7000-8000-000000000001');
    await send();
    const question = page.getByRole('group', { name: 'Confirm the DELETE' });
    expect(await question.locator('code').allTextContents()).toEqual(['erase=true', 'Tidings-Erasure']);
    expect(await question.textContent()).not.toContain('`');
    const sample = (await page.locator('.try-it .scrolled').last().boundingBox())!;
    expect((await question.boundingBox())!.y - sample.y - sample.height).toBeGreaterThanOrEqual(8);
    await closePage(page);
  });

  test('a file is uploaded', { timeout: SLOW }, async () => {
    const image = { kind: 'IMAGE' };
    const posted = await tidings.call('POST', '/conversations/case-1/messages', { token, body: image });
    await open('asset_upload');
    await page
      .getByRole('textbox', { name: 'token required' })
      .fill(decodeURIComponent(posted.body.asset.upload_url.split('/').at(-1)));
    await send();
    await page.getByText('Choose a file.').waitFor();
    await field('File').setInputFiles({ name: "a 'b'.gif", mimeType: 'image/gif', buffer: GIF });
    expect(await sample()).toContain(String.raw`--data-binary '@a '\''b'\''.gif'`);
    await send();
    await outcome('204 No Content');
    await closePage(page);
  });

  test('from another origin; axe finds nothing, and nothing is wider than a phone', { timeout: SLOW }, async () => {
    await open('conversation_list', [tidings.url.replace('127.0.0.1', 'localhost'), hostile.url]);
    await credential();
    await page.getByText('Optional parameters and headers').click();
    await field('limit').fill('1');
    await page.getByLabel('order', { exact: true }).selectOption('ASC');
    expect(await sample()).toContain('/api/v1/conversations?limit=1&order=ASC');
    await send();
    await outcome('200 OK');
    expect(await answered()).toContain('"id": "case-1"');
    expect(new URL(calls().at(-1)!.url()).hostname).toBe('localhost');
    await page.getByText('Get a token with').click();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await page.getByLabel('Server').selectOption(hostile.url);
    hostile.answer = 'without CORS';
    await send();
    await outcome(`or ${hostile.url} does not allow calls from ${tidings.url} (CORS).`);
    await closePage(page);
  });

  test('answers that are large, deep, broken, endless or hostile', { timeout: SLOW }, async () => {
    await open('user_me', [hostile.url]);
    hostile.answer = 'html';
    await send();
    await outcome('200 OK');
    expect(await answered()).toContain('<img src=x onerror=');
    expect(await page.evaluate('globalThis.attacked')).toBe(undefined);
    for (const kind of ['large', 'deep'] as const) {
      hostile.answer = kind;
      await send();
      await page.getByText('Only the beginning is shown.').waitFor();
      expect((await answered()).length).toBeLessThan(400_000);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: /^Download the body/ }).click();
      const file = readFileSync(await (await downloading).path());
      expect(file.length).toBe(hostile.bytesOf(kind));
    }
    hostile.answer = 'broken';
    await send();
    await page.getByText('The connection broke before the end of the body.').waitFor();
    hostile.answer = 'endless';
    await send();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await outcome('Cancelled.');
    hostile.answer = 'redirect';
    await send();
    await outcome('The service returned a redirect.');
    await page.route(`${hostile.url}/**`, (route) => route.abort());
    await send();
    await outcome(`No response from ${hostile.url}`);
    await closePage(page);
  });
});
