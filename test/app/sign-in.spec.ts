import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TenantOperation } from '../../src/modules/tenants/tenant/application/tenant-operation.service.js';
import { mailsTo } from '../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { OWNER_EMAIL, PASSWORD } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE, signIn, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('signing in to the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'email=3' });
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('c-1', { description: 'Broken lamp' });
    await acme.post('c-1', 'It does not turn on.');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const open = (address = `/app?tenant=${acme.tenantId}`, options = {}) => visits.open(tidings.url + address, options);
  const field = (page: Page, name: string) => page.locator(`input[name=${name}]`);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const inApp = (page: Page) => page.getByRole('navigation', { name: 'Main' }).waitFor();
  const refusal = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();

  test('a deep link survives it', { timeout: SLOW }, async () => {
    const page = await visitApp(visits, tidings, acme, { path: '/conversations/c-1' });
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    await page.getByText('It does not turn on.').first().waitFor();
    expect(page.url()).toBe(`${tidings.url}/app/conversations/c-1?tenant=${acme.tenantId}`);
    await pictures(page, 'conversation');
    expect(await violations(page)).toEqual([]);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('the address comes first, then the password, by keyboard alone', { timeout: SLOW }, async () => {
    const page = await open(undefined, { viewport: { width: 375, height: 700 } });
    await page.getByRole('heading', { level: 1, name: 'Sign in to Acme' }).waitFor();
    await pictures(page, 'sign-in-1');
    expect(await violations(page)).toEqual([]);
    expect(await field(page, 'email').getAttribute('autocomplete')).toBe('username webauthn');
    expect(await field(page, 'password').getAttribute('autocomplete')).toBe('current-password');
    await page.keyboard.press('Tab');
    await page.keyboard.type(OWNER_EMAIL);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('password');
    await pictures(page, 'sign-in-2');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await inApp(page);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('an address of numbers offers no passkey, and says where one is offered', { timeout: SLOW }, async () => {
    const page = await open();
    await field(page, 'email').fill(OWNER_EMAIL);
    await press(page, 'Continue');
    await page.getByText('the address of this page is an IP address').waitFor();
    const link = await page.getByRole('link', { name: /localhost/ }).getAttribute('href');
    expect(link).toBe(`${tidings.url.replace('127.0.0.1', 'localhost')}/app?tenant=${acme.tenantId}`);
    expect(await page.getByRole('button', { name: /passkey/ }).count()).toBe(0);
    await pictures(page, 'sign-in-address');
    await closePage(page);
  });

  test('a wrong password, too many of them, and no connection have words of their own', { timeout: SLOW }, async () => {
    const { email } = await acme.user('wrong');
    const page = await open(undefined, { viewport: { width: 1024, height: 768 } });
    await field(page, 'email').fill(email);
    await press(page, 'Continue');
    await page.context().setOffline(true);
    await field(page, 'password').fill('not the password');
    await press(page, 'Sign in');
    await refusal(page, /no connection to the service/);
    await page.context().setOffline(false);
    await press(page, 'Sign in');
    await refusal(page, /do not match/);
    await page.getByText('errors.grant.invalid').waitFor();
    await pictures(page, 'sign-in-wrong');
    expect(await violations(page)).toEqual([]);
    await expect
      .poll(async () => {
        await press(page, 'Sign in').catch(() => {});
        return page.getByRole('alert').innerText();
      })
      .toMatch(/too many attempts\. Try again in \d+ (seconds|minutes)/);
    await pictures(page, 'sign-in-limited');
    await closePage(page);
  });

  test('a forgotten password is answered with a mail, and with words that tell nobody who has an account', {
    timeout: SLOW,
  }, async () => {
    const { email } = await acme.user('forgetful');
    const page = await open();
    await field(page, 'email').fill(email);
    await press(page, 'Continue');
    await press(page, 'Forgot your password?');
    expect(await field(page, 'email').inputValue()).toBe(email);
    await pictures(page, 'forgot');
    await press(page, 'Send the link');
    await page
      .getByRole('status')
      .filter({ hasText: `If ${email} has an account here` })
      .waitFor();
    await expect.poll(() => mailsTo(tidings, email).length).toBeGreaterThan(0);
    await press(page, 'Back to sign-in');
    await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('a person without a link finds the tenant by its subdomain, and the browser remembers it', {
    timeout: SLOW,
  }, async () => {
    const page = await open('/app', { viewport: { width: 375, height: 700 } });
    await page.getByRole('heading', { name: 'Open your app' }).waitFor();
    await pictures(page, 'find-tenant');
    expect(await violations(page)).toEqual([]);
    await field(page, 'subdomain').fill('no-such');
    await press(page, 'Continue');
    await page.getByText('There is no tenant with this subdomain.').waitFor();
    await field(page, 'subdomain').fill('Acme ');
    await press(page, 'Continue');
    await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
    expect(page.url()).toBe(`${tidings.url}/app?tenant=${acme.tenantId}`);
    await page.goto(`${tidings.url}/app`);
    await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
    await closePage(page);
  });

  test('signing out says so, and leads back to the sign-in', { timeout: SLOW }, async () => {
    const page = await visitApp(visits, tidings, acme, { path: '/account' });
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'You are signed out.' }).waitFor();
    await signIn(page);
    await inApp(page);
    await closePage(page);
  });

  test('speaks the language of the browser, else that of the tenant', { timeout: SLOW }, async () => {
    const german = await open(undefined, { locale: 'de-AT' });
    await german.getByRole('heading', { name: 'Bei Acme anmelden' }).waitFor();
    await field(german, 'email').fill(OWNER_EMAIL);
    await field(german, 'password').fill('nicht das Passwort');
    await press(german, 'Weiter');
    await refusal(german, /passen nicht zusammen/);
    await closePage(german);
    const { tenantId } = await createTenant(tidings, 'wien', { signUp: { preferred_language: 'de' } });
    const french = await open(`/app?tenant=${tenantId}`, { locale: 'fr-FR' });
    await french.getByRole('heading', { name: 'Bei Acme anmelden' }).waitFor();
    await closePage(french);
  });

  test('a suspended tenant has words of its own', { timeout: SLOW }, async () => {
    const { tenantId } = await createTenant(tidings, 'gone');
    const page = await open(`/app?tenant=${tenantId}`);
    await field(page, 'email').fill(OWNER_EMAIL);
    await press(page, 'Continue');
    await field(page, 'password').fill(PASSWORD);
    const operation = tidings.app.get(TenantOperation, { strict: false });
    for await (const _ of operation.run({ command: 'tenant suspend', args: { tenant: 'gone' } }));
    await press(page, 'Sign in');
    await refusal(page, /This tenant is suspended, so nobody can sign in/);
    await page.reload();
    await refusal(page, /The tenant is suspended\. Contact the operator/);
    await page.getByText('errors.tenant.suspended').waitFor();
    await closePage(page);
  });

  test('works where the browser keeps nothing', { timeout: SLOW }, async () => {
    const page = await visits.open(`${tidings.url}/app?tenant=${acme.tenantId}`, {}, (each) =>
      each.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new Error('blocked'); } });`),
    );
    await signIn(page);
    await inApp(page);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });
});
