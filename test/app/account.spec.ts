import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn, mailsTo } from '../fixtures/password-mails.js';
import { createUser, type SignedIn } from '../fixtures/people.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { PASSWORD, signIn as tokensOf } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE, signIn, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { ANOTHER, AppVisits, here } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const REAUTH_SECONDS = 3;
const NAMES = ['ada', 'ben', 'cleo', 'dora', 'emil', 'fred'] as const;
const OWNERS: readonly string[] = ['dora', 'fred'];

describe.skipIf(!browser)('the own account', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  const people = {} as Record<(typeof NAMES)[number], SignedIn>;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off', REAUTH_SECONDS: String(REAUTH_SECONDS) });
    acme = await createTenant(tidings, 'acme');
    for (const name of NAMES) {
      const role = OWNERS.includes(name) ? 'OWNER' : 'USER';
      people[name] = await createUser(await acme.signIn(), acme.tenantId, name, role);
    }
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const visit = (email: string, options = {}) =>
    visitApp(visits, tidings, acme, { path: '/account', email, ...options });
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const tooOld = (page: Page) => page.waitForTimeout(REAUTH_SECONDS * 1_000 + 100);
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
  const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  test('has the name, the language and the theme, each saved by itself', { timeout: SLOW }, async () => {
    const { email, call } = people.ada;
    const page = await visit(email);
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await page.getByText('This browser', { exact: true }).waitFor();
    await pictures(page, 'account');
    expect(await violations(page)).toEqual([]);
    await page.getByText('An owner of the tenant can change it.').waitFor();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Byron');
    await press(page, 'Save');
    await status(page, 'Saved.');
    expect((await call('GET', '/users/me')).body).toMatchObject({ firstname: 'Ada', lastname: 'Byron' });
    await page.getByLabel('Theme', { exact: true }).selectOption('dark');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.getByLabel('Theme', { exact: true }).selectOption('light');
    await page.getByLabel('Language', { exact: true }).selectOption('de');
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    await part(page, 'Sprache und Design').getByText('Gespeichert.').waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
    expect(visits.complaints).toEqual([]);
    await page.setViewportSize({ width: 375, height: 800 });
    await pictures(page, 'account-de');
    expect(
      await page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main'))",
      ),
    ).toBe(0);
    await closePage(page);
  });

  test('a change that needs a recent sign-in asks for it, and goes on', { timeout: SLOW }, async () => {
    const { email } = people.ben;
    const page = await visit(email);
    const password = part(page, 'Password');
    await password.getByLabel('Current password').fill(PASSWORD);
    await password.getByLabel('New password').fill(ANOTHER);
    await tooOld(page);
    await press(page, 'Change password');
    await dialog(page).getByText(`You are signed in as ${email}.`).waitFor();
    await dialog(page).locator('input[name=password]').waitFor();
    await pictures(page, 'sign-in-again');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    expect((await tokensOf(tidings, acme.tenantId, email, PASSWORD)).status).toBe(200);

    await press(page, 'Change password');
    await dialog(page).locator('input[name=password]').fill('not the password');
    await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog(page).getByRole('alert').filter({ hasText: 'do not match' }).waitFor();
    await dialog(page).locator('input[name=password]').fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Sign in', exact: true }).click();
    await status(page, 'Your password is changed.');
    expect((await tokensOf(tidings, acme.tenantId, email, ANOTHER)).status).toBe(200);
    expect((await tokensOf(tidings, acme.tenantId, email, PASSWORD)).status).toBe(400);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await closePage(page);
  });

  test('a wrong present password and a common new one are told at their fields', { timeout: SLOW }, async () => {
    const { email } = people.cleo;
    const page = await visit(email);
    const password = part(page, 'Password');
    await password.getByLabel('Current password').fill('not the password');
    await password.getByLabel('New password').fill('password123');
    await press(page, 'Change password');
    const alert = password.getByRole('alert');
    await expect.poll(async () => (await dialog(page).isVisible()) || alert.isVisible()).toBe(true);
    // On a busy machine the sign-in may be too old by now.
    if (await dialog(page).isVisible()) {
      await dialog(page).locator('input[name=password]').fill(PASSWORD);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => password.locator('[aria-invalid=true]').count()).toBeGreaterThan(0);
    await password.getByRole('alert').waitFor();
    await pictures(page, 'account-refused');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await closePage(page);
  });

  test('a new e-mail address holds once its link is followed', { timeout: SLOW }, async () => {
    const { email, call } = people.dora;
    const page = await visit(email);
    const address = part(page, 'E-mail address');
    await address.getByLabel('E-mail address').fill('dora.new@acme.example');
    await tooOld(page);
    await press(page, 'Change address');
    await dialog(page).locator('input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await status(page, 'We sent a link to dora.new@acme.example.');
    await expect.poll(() => mailsTo(tidings, 'dora.new@acme.example').length).toBe(1);
    const link = here(tidings, linkIn(mailsTo(tidings, 'dora.new@acme.example')[0]!));
    await page.goto(link);
    await press(page, 'Confirm the address');
    await page.getByRole('heading', { name: 'The address is confirmed' }).waitFor();
    expect((await call('GET', '/users/me')).body.email).toBe('dora.new@acme.example');
    await page.getByRole('link', { name: 'Open the app' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await closePage(page);
  });

  test('lists the sessions, ends one, and ends all of them', { timeout: SLOW }, async () => {
    const { email } = people.emil;
    const other = await visit(email);
    const page = await visit(email);
    const sessions = part(page, 'Sessions');
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3);
    expect(await sessions.getByText('This browser', { exact: true }).count()).toBe(1);
    await sessions.getByText('Chrome on Linux').first().waitFor();
    await sessions.getByRole('button', { name: 'End the session: node' }).click();
    await status(page, 'The session has ended.');
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
    await press(page, 'Sign out everywhere');
    await pictures(page, 'sign-out-everywhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('status').filter({ hasText: 'You are signed out.' }).waitFor();
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
    await signIn(page, email);
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await closePage(page);
    await closePage(other);
  });

  test('a sign-in for a change leaves one session of the browser', { timeout: SLOW }, async () => {
    const { email } = people.fred;
    const page = await visit(email);
    await part(page, 'E-mail address').getByLabel('E-mail address').fill('fred.new@acme.example');
    await tooOld(page);
    await press(page, 'Change address');
    await dialog(page).locator('input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await status(page, 'We sent a link to fred.new@acme.example.');
    await page.reload();
    await page.getByText('This browser', { exact: true }).waitFor();
    expect(await part(page, 'Sessions').getByText('Chrome on Linux').count()).toBe(1);
    await closePage(page);
  });
});
