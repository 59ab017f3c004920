import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { startProxy } from '../support/servers/tcp-proxy.js';
import { pictures, SITE, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const TOLD_MS = 5_000;
const GONE_MS = 2_000;
/** The socket is open. */
const SETTLED_MS = 500;

/** Keeps what the page would show outside of itself. */
const WATCHED = `
  window.shown = [];
  window.badges = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (Notification.permission = 'granted'); }
    constructor(title, options) { shown.push({ title, ...options, click: () => this.onclick() }); }
    close() {}
  };
  navigator.setAppBadge = async (count) => void badges.push(count);
  Object.defineProperty(document, 'hidden', { get: () => window.isHidden === true });
  window.sockets = [];
  window.WebSocket = class extends WebSocket {
    constructor(...from) { super(...from); sockets.push(this); }
  };
`;

/** A user without preferences has none to read. */
const isSurprise = (complaint: string) => !complaint.includes('404');

describe.skipIf(!browser)('the inbox while things happen', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('lamp', { description: 'Broken lamp' });
    await acme.owner.mustCall('POST', '/conversations/lamp/participants', {
      kind: 'USER',
      user_id: acme.owner.id,
      id: 'me',
    });
    page = await visitApp(visits, tidings, acme);
    await page.addInitScript(WATCHED);
    await page.reload();
    await rows(page).first().waitFor();
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const rows = (where: Page) => where.locator('.row a');
  /** One that is lost on a busy machine is replaced. */
  const sockets = () => page.evaluate<number>('window.sockets.filter((each) => each.readyState < 2).length');
  const offline = () => page.getByText('No connection.');

  test('the list, the unread count and the notifications share one socket', async () => {
    await expect.poll(sockets).toBe(1);
    expect(await page.title()).toBe('Inbox – Acme');
    await page.waitForTimeout(SETTLED_MS);
    expect(await sockets()).toBe(1);
  });

  test('a lost network is told, and forgotten once it is back', async () => {
    expect(await offline().count()).toBe(0);
    await page.context().setOffline(true);
    const lostAt = Date.now();
    await offline().waitFor({ timeout: TOLD_MS });
    expect(Date.now() - lostAt).toBeLessThan(TOLD_MS);
    await pictures(page, 'offline');
    expect(await violations(page)).toEqual([]);
    await acme.post('lamp', 'while nobody listens');
    await page.context().setOffline(false);
    await offline().waitFor({ state: 'detached', timeout: GONE_MS });
    await rows(page).filter({ hasText: 'while nobody listens' }).waitFor();
  });

  test('a connection through which nothing comes any more is told too', async () => {
    const proxy = await startProxy('127.0.0.1', Number(new URL(tidings.url).port));
    const far = await visitApp(visits, { url: `http://127.0.0.1:${proxy.port}` }, acme);
    await rows(far).first().waitFor();
    await far.waitForTimeout(SETTLED_MS);
    proxy.stall();
    await far.getByText('No connection.').waitFor({ timeout: TOLD_MS });
    proxy.resume();
    await far.getByText('No connection.').waitFor({ state: 'detached', timeout: GONE_MS });
    await closePage(far);
    await proxy.close();
  });

  test('notifications are asked for, come while the page is hidden, and lead to their conversation', async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Desktop notifications' }).click();
    await page.getByRole('button', { name: 'Desktop notifications', pressed: true }).waitFor();
    await pictures(page, 'account-menu');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const shown = () =>
      page.evaluate<{ title: string; body: string }[]>('window.shown.map(({ click, ...each }) => each)');
    await acme.post('lamp', 'seen on the page');
    await rows(page).filter({ hasText: 'seen on the page' }).waitFor();
    await expect.poll(() => page.title()).toBe('(1) Inbox – Acme');
    expect(await page.getByRole('link', { name: '1 unread conversation' }).count()).toBe(1);
    expect(await page.evaluate('window.badges.at(-1)')).toBe(1);
    await page.evaluate('window.isHidden = true');
    await acme.owner.mustCall('POST', '/conversations/lamp/messages', {
      kind: 'TEXT',
      text: 'my own',
      participant_id: 'me',
    });
    await acme.post('lamp', 'x'.repeat(200));
    await expect.poll(async () => (await shown()).length).toBe(1);
    const [first] = await shown();
    expect(first).toMatchObject({ title: 'Cleo · Broken lamp', body: `${'x'.repeat(79)}…` });
    await page.evaluate('window.isHidden = false; window.shown[0].click()');
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
  });

  test('one of two tabs notifies', async () => {
    const other = await page.context().newPage();
    await other.addInitScript(WATCHED);
    await other.goto(page.url());
    await rows(other).first().waitFor();
    for (const each of [page, other])
      await each.evaluate("window.isHidden = true; window.shown = []; Notification.permission = 'granted'");
    await acme.post('lamp', 'once');
    const count = async () =>
      (await Promise.all([page, other].map((each) => each.evaluate<number>('window.shown.length')))).join();
    await expect.poll(count).toBe('1,0');
    await rows(other).filter({ hasText: 'once' }).waitFor();
    expect(await count()).toBe('1,0');
    await other.close();
  });

  test('on a narrow screen there is the list or the conversation', async () => {
    const resized = await visitApp(visits, tidings, acme, { viewport: { width: 320, height: 700 } });
    for (const width of [320, 375, 1024]) {
      await resized.setViewportSize({ width, height: 700 });
      await rows(resized).first().waitFor();
      await pictures(resized, 'list');
      if (width !== 375) expect(await violations(resized)).toEqual([]);
      await rows(resized).first().click();
      await resized.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
      expect(await rows(resized).first().isVisible()).toBe(width === 1024);
      expect(await resized.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await resized.goBack();
    }
    await closePage(resized);
  });

  test('text twice as large fits a narrow screen', async () => {
    const narrow = await visitApp(visits, tidings, acme, { viewport: { width: 375, height: 500 } });
    await rows(narrow).first().waitFor();
    await narrow.evaluate("document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize'))");
    await rows(narrow).filter({ hasText: 'Broken lamp' }).waitFor();
    await pictures(narrow, 'large-text');
    expect(await narrow.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await closePage(narrow);
  });

  test('pages of owners say so to others, and a session that was ended too', async () => {
    await acme.user('bob');
    const other = await visitApp(visits, tidings, acme, { path: '/settings', email: 'bob@acme.example' });
    await other.getByRole('heading', { level: 1, name: 'Owners only' }).waitFor();
    expect(await other.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    await expect.poll(() => other.title()).toBe('(1) Settings – Acme');
    const bob = await acme.signIn('bob@acme.example');
    const { sessions } = (await bob.mustCall('GET', '/users/me/sessions')).body;
    for (const { id, current } of sessions) if (!current) await bob.mustCall('DELETE', `/users/me/sessions/${id}`);
    await other.getByText('Your session has ended.').waitFor();
    await closePage(other);
  });

  test('a tenant without a conversation type is told what to do, in German too', async () => {
    const empty = await createTenant(tidings, 'empty', { types: [] });
    const fresh = await visitApp(visits, tidings, empty, { locale: 'de-DE' });
    await fresh.getByRole('link', { name: 'Unterhaltungstyp anlegen' }).waitFor();
    await pictures(fresh, 'welcome');
    expect(await violations(fresh)).toEqual([]);
    expect(visits.complaints.filter(isSurprise)).toEqual([]);
    await closePage(fresh);
  });

  test('a new conversation is created from a type, and opened', async () => {
    const fresh = await visitApp(visits, tidings, acme);
    await fresh.getByRole('button', { name: 'New conversation' }).click();
    await fresh.getByLabel('Subject').fill('Made here');
    await fresh.getByLabel('Name', { exact: true }).fill('Cleo');
    await pictures(fresh, 'new');
    await fresh.getByRole('button', { name: 'Create conversation' }).click();
    await fresh.getByRole('heading', { level: 1, name: 'Made here' }).waitFor();
    await rows(fresh).filter({ hasText: 'Made here' }).waitFor();
    await closePage(fresh);
  });
});
