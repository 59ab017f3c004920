import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allMessages, client } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { lightViolations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { type ForeignPage, foreignPage } from '../support/site/foreign-page.js';
import {
  badge,
  button,
  isFocused,
  LAUNCHER,
  LISTEN,
  panel,
  THEMED,
  textbox,
  told,
} from '../support/site/launcher-page.js';
import { closePage, openPage } from '../support/site/site-page.js';
import { until } from '../support/until.js';
import { blocksOf } from './docs/samples.js';

const browser = await launchBrowser();
const SLOW = 120_000;
describe.skipIf(!browser)('the launcher in a page of another origin', () => {
  let tidings: Tidings;
  let acme: Tenant;
  let key: string;
  const hosts: ForeignPage[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({
      SITE_DIR: 'site/dist',
      PUBLIC_URL: 'https://tidings.example',
      RATE_LIMITS: 'visitor=600',
    });
    acme = await createTenant(tidings, 'acme');
    key = (await acme.owner.mustCall('POST', '/conversation-types/support/visitor-key')).body.visitor_key;
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    for (const host of hosts) await host.close();
    await tidings?.close();
  });

  const hostOf = async (attributes: string, shown: Parameters<typeof foreignPage>[2] = LAUNCHER): Promise<string> => {
    const host = await foreignPage(tidings.url, attributes, shown);
    hosts.push(host);
    return host.url;
  };
  const open = async (url: string, { width = 800, prepare = async (_: Page): Promise<unknown> => undefined } = {}) =>
    openPage(
      browser!,
      url,
      async (page) => {
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.addInitScript(LISTEN);
        await prepare(page);
      },
      { viewport: { width, height: 700 }, reducedMotion: 'reduce' },
    );
  const linkOf = async (conversation: string): Promise<string> => {
    const path = `/conversations/${conversation}/participants/client/client-url`;
    return (await acme.owner.mustCall('GET', path)).body.url;
  };
  const staff = (id: string, text: string) =>
    acme.owner.mustCall('POST', `/conversations/${id}/messages`, { kind: 'TEXT', text });
  const inLog = async (id: string) => (await allMessages(acme.owner, id)).map(({ text }) => text);
  const begin = async (page: Page, name: string) => {
    await page.getByRole('textbox', { name: 'Your name' }).fill(name);
    await page.getByRole('button', { name: 'Start the conversation' }).click();
    await textbox(page).waitFor();
  };
  const conversationsOf = async (name: string): Promise<readonly { readonly id: string }[]> =>
    (await acme.owner.mustCall('GET', `/conversations?search=${name}&limit=100`)).body.conversations;

  test('counts what comes while it is closed, opens, posts, and Escape gives the focus back', {
    timeout: SLOW,
  }, async () => {
    await acme.conversation('shop', { participants: [client('client')] });
    await staff('shop', 'one');
    const sockets: string[] = [];
    const page = await open(await hostOf(`client-url="${await linkOf('shop')}"`), {
      prepare: async (each) => each.on('websocket', (socket) => sockets.push(socket.url())),
    });
    await badge(page).getByText('1', { exact: true }).waitFor();
    await staff('shop', 'two');
    await badge(page).getByText('2', { exact: true }).waitFor();
    expect(await button(page).getAttribute('aria-label')).toBe('Open the conversation, 2 unread messages');
    expect(await button(page).getAttribute('aria-expanded')).toBe('false');
    expect(await panel(page).count()).toBe(0);
    expect(await page.content()).not.toContain('auth_key');
    const self = async () => (await acme.owner.mustCall('GET', '/conversations/shop/participants/client')).body;
    expect((await self()).last_message_sequence_seen).toBe(0);

    await button(page).focus();
    await page.keyboard.press('Enter');
    await panel(page).waitFor();
    await panel(page).getByText('two').waitFor();
    await badge(page).waitFor({ state: 'hidden' });
    await until(self, ({ last_message_sequence_seen }) => last_message_sequence_seen === 2);
    await until(() => isFocused(page, 'textarea'));
    await page.keyboard.type('three');
    await page.keyboard.press('Enter');
    await until(
      () => inLog('shop'),
      ({ length }) => length === 3,
    );
    await page.keyboard.press('Escape');
    await panel(page)
      .waitFor({ state: 'detached' })
      .catch(() => panel(page).waitFor({ state: 'hidden' }));
    expect(await isFocused(page, '.launch')).toBe(true);
    await staff('shop', 'four');
    await badge(page).getByText('1', { exact: true }).waitFor();
    expect(await told(page)).toEqual([
      ['tidings-unread', 1],
      ['tidings-message', 'two'],
      ['tidings-unread', 2],
      ['tidings-unread', 0],
      ['tidings-message', 'three'],
      ['tidings-message', 'four'],
      ['tidings-unread', 1],
    ]);
    expect(sockets.length).toBe(1);
    expect(complaints).toEqual([]);

    const launcher = page.locator('tidings-launcher');
    await launcher.evaluate((each) => (each as unknown as { open(): void }).open());
    await panel(page).waitFor();
    expect(await launcher.getAttribute('open')).toBe('');
    await launcher.evaluate((each) => each.removeAttribute('open'));
    await panel(page).waitFor({ state: 'hidden' });
    await closePage(page);
  });

  test('lets a visitor begin a conversation, and goes on with it after a reload', { timeout: SLOW }, async () => {
    const loaded: string[] = [];
    const page = await open(await hostOf(`visitor-key="${key}"`), {
      prepare: async (each) => each.on('request', (request) => loaded.push(new URL(request.url()).pathname)),
    });
    await button(page).click();
    await until(() => isFocused(page, 'input'));
    expect(loaded.filter((path) => path.startsWith('/embed/'))).toEqual(['/embed/launcher.js']);
    await begin(page, 'Valentina');
    await until(() => isFocused(page, 'textarea'));
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    const [begun] = await conversationsOf('Valentina');
    await until(
      () => inLog(begun!.id),
      ([text]) => text === 'Hello',
    );
    const kept = await page.evaluate<string>(`localStorage.getItem('tidings.visitor.${key}')`);
    expect(kept).toMatch(/#auth_key=[\w-]{22}$/);

    await page.reload();
    await staff(begun!.id, 'How can we help?');
    await badge(page).getByText('1', { exact: true }).waitFor();
    await button(page).click();
    await panel(page).getByText('How can we help?').waitFor();
    expect((await conversationsOf('Valentina')).length).toBe(1);
    expect(complaints).toEqual([]);

    const { participants } = (await acme.owner.mustCall('GET', `/conversations/${begun!.id}?includes=PARTICIPANTS`))
      .body;
    const { id } = participants.find(({ kind }: { kind: string }) => kind === 'CLIENT');
    await acme.owner.mustCall('DELETE', `/conversations/${begun!.id}/participants/${id}`);
    await panel(page).getByText('Your access to this conversation has ended.').waitFor();
    await page.getByRole('button', { name: 'Start a new conversation' }).click();
    await begin(page, 'Valerie');
    expect((await conversationsOf('Valerie')).map(({ id: other }) => other === begun!.id)).toEqual([false]);
    complaints.length = 0;
    await closePage(page);
  });

  test('tells a visitor what is wrong, in the language of the page', { timeout: SLOW }, async () => {
    const page = await open(await hostOf(`visitor-key="${key}x" lang="de" open`));
    await page.getByRole('textbox', { name: 'Ihr Name' }).fill('Vera');
    await page.keyboard.press('Enter');
    await page.getByText('Hier können im Moment keine Unterhaltungen begonnen werden.').waitFor();
    complaints.length = 0;
    await closePage(page);
  });

  test('comes onto a page with the sample of the documentation', { timeout: SLOW }, async () => {
    const sample = blocksOf('integration/embedding').find(({ meta }) => meta.includes('your page with visitors'));
    const markup = sample!.code
      .replaceAll('https://tidings.example', tidings.url)
      .replace(/visitor-key="[^"]*"/, `visitor-key="${key}"`);
    const page = await open(await hostOf('', { markup }));
    await button(page).click();
    await begin(page, 'Visitor of the sample');
    await closePage(page);
  });

  test('fills a small screen as a modal dialog', { timeout: SLOW }, async () => {
    const page = await open(await hostOf(`visitor-key="${key}"`), { width: 375 });
    await button(page).click();
    const box = await panel(page).boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 375, height: 700 });
    expect(await panel(page).evaluate((each) => each.matches(':modal'))).toBe(true);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'hidden' });
    expect(await isFocused(page, '.launch')).toBe(true);
    await closePage(page);
  });

  test.each([375, 1440])(
    'keeps the rules of axe in all its states and both themes at %s px',
    async (width) => {
      const id = `axe-${width}`;
      await acme.conversation(id, { participants: [client('client')] });
      await staff(id, 'Hello');
      const check = async (page: Page, state: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const { LAUNCHER_SHOTS: folder } = process.env;
          if (folder) await page.screenshot({ path: `${folder}/${state}-${width}-${colorScheme}.png` });
          expect([state, colorScheme, await lightViolations(page)]).toEqual([state, colorScheme, []]);
        }
      };
      const linked = await open(await hostOf(`client-url="${await linkOf(id)}"`, THEMED), { width });
      await badge(linked).getByText('1', { exact: true }).waitFor();
      await check(linked, 'closed');
      await button(linked).click();
      await panel(linked).getByText('Hello').waitFor();
      await check(linked, 'open');
      await closePage(linked);
      const visited = await open(await hostOf(`visitor-key="${key}"`, THEMED), {
        width,
        prepare: (page) =>
          page.addInitScript(`if (!sessionStorage.before) {
          localStorage.setItem('tidings.visitor.${key}', 'https://tidings.example/c?tenant=${acme.tenantId}#auth_key=${'x'.repeat(22)}');
          sessionStorage.before = 1; }`),
      });
      await button(visited).click();
      await panel(visited).getByText('This link is not valid or has expired.').waitFor();
      await check(visited, 'expired');
      await visited.getByRole('button', { name: 'Start a new conversation' }).click();
      await check(visited, 'form');
      complaints.length = 0;
      await closePage(visited);
    },
    SLOW,
  );
});
