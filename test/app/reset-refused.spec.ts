import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR } from '../../src/kernel/instant.js';
import { mailsTo, tokenIn, tokenSentTo } from '../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { signIn } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { ANOTHER, AppVisits, fill, focused, heading, picture, resetLink, submit } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the page /reset refuses in words', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist', RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const signsIn = async (email: string, password: string) =>
    (await signIn(tidings, acme.tenantId, email, password)).status;

  test('says each broken rule at its field, and the summary leads there', { timeout: SLOW }, async () => {
    const { email } = await acme.user('carl');
    const page = await visits.open(await resetLink(tidings, acme.tenantId, email));
    await page.getByText('Your account at Acme').waitFor();
    await picture(page, 'english-light');
    await submit(page);
    expect(await focused(page)).toBe('failure');
    expect(await page.locator('.field .error').allTextContents()).toEqual([
      'Enter the e-mail address.',
      'Enter the new password.',
      'Enter the new password a second time.',
    ]);
    await page.getByRole('alert').getByRole('link', { name: 'Enter the new password.' }).click();
    expect(await focused(page)).toBe('password');
    await expect.poll(() => visits.sent.filter((request) => request.url().includes('common-passwords')).length).toBe(1);
    await fill(page, 'carl', 'short', 'other');
    await submit(page);
    expect(await page.locator('.field .error').allTextContents()).toEqual([
      'Enter an e-mail address in full, such as anna@acme.example.',
      'The password must have 8 to 128 characters.',
      'The passwords differ. Enter the same password in both fields.',
    ]);
    const about = (await page.locator('#password').getAttribute('aria-describedby')) ?? '';
    expect(about.split(' ')).toEqual(['rules', 'password-error']);
    await fill(page, email, 'password1');
    await submit(page);
    await expect
      .poll(() => page.locator('.field .error').allTextContents())
      .toEqual(['The password is too common. Choose another password.']);
    expect(await page.locator('.rules li').nth(1).getAttribute('data-kept')).toBe('false');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await picture(page, 'english-light-errors');
    expect(await violations(page)).toEqual([]);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('without the list of common passwords the service refuses one, and the page shows it', {
    timeout: SLOW,
  }, async () => {
    const { email } = await acme.user('dora');
    const link = await resetLink(tidings, acme.tenantId, email);
    const page = await visits.open(link, { locale: 'de' }, (each) =>
      each.route('**/common-passwords*', (way) => way.abort()),
    );
    await fill(page, email, 'password1');
    await submit(page);
    await page.locator('#password-error').waitFor();
    expect(await page.locator('#password-error').textContent()).toMatch(/Passw/);
    await fill(page, email, ANOTHER);
    await submit(page);
    await heading(page, 'Ihr Passwort ist festgelegt');
    await closePage(page);
  });

  test('says that a link was used, is wrong or too old, and sends a new one that opens in the same tab', {
    timeout: SLOW,
  }, async () => {
    const { email } = await acme.user('emil');
    const used = await resetLink(tidings, acme.tenantId, email);
    const body = { email, password: ANOTHER, token: used.split('#token=')[1] };
    await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body });
    const page = await visits.open(used, { colorScheme: 'dark' });
    const isRefused = async () => {
      await fill(page, email, ANOTHER);
      await submit(page);
      await page.getByRole('alert').getByText('was used before, or has expired').waitFor();
    };
    await isRefused();
    await picture(page, 'english-dark-used');
    await page.evaluate("document.documentElement.dataset.theme = 'light'");
    expect(await violations(page)).toEqual([]);
    await page.goto(`${used.split('#')[0]}#token=${'A'.repeat(43)}`);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await isRefused();

    const before = mailsTo(tidings, email).map(tokenIn);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await page.getByRole('status').getByText('A new link is on its way').waitFor();
    const token = await tokenSentTo(tidings, email, before);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR + 1_000 });
    await page.goto(`${used.split('#')[0]}#token=${token}`);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await isRefused();
    vi.useRealTimers();
    await page.goto(await resetLink(tidings, acme.tenantId, email));
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await fill(page, email, `${ANOTHER} 2`);
    await submit(page);
    await heading(page, 'Your password is set');
    expect(await signsIn(email, `${ANOTHER} 2`)).toBe(200);
    await closePage(page);
  });

  test.each([
    ['', 'The address of this page is incomplete.'],
    ['#token=', 'The address of this page is incomplete.'],
    ['?tenant=0190a0a0-0000-7000-8000-000000000001#token=abc', 'The account of this link does not exist.'],
    ['?tenant=x#token=abc', 'The account of this link does not exist.'],
    ['#token=abc', 'The account of this link does not exist.'],
  ])('/reset%s is no link: %s', { timeout: SLOW }, async (rest, said) => {
    const page = await visits.open(`${tidings.url}/reset${rest}`);
    await heading(page, 'This link does not work');
    await page.getByText(said).waitFor();
    await closePage(page);
  });
});
