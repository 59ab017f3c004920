import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR } from '../../src/kernel/instant.js';
import { LOGGER } from '../../src/ports/process/logger.js';
import { linkIn, mailsTo, tokenIn, tokenSentTo } from '../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { PASSWORD, signIn } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage, withoutStorage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const MOST_BYTES = 75_000;
const ANOTHER = 'a loud yellow mountain';
/** Pictures for a reader of the tests. */
const PICTURES = process.env.RESET_PICTURES;

describe.skipIf(!browser)('the page /reset', () => {
  let tidings: Tidings;
  let acme: Tenant;
  const logged: string[] = [];
  const sent: Request[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist', RATE_LIMITS: 'off', LOG_LEVEL: 'debug' });
    const logger = tidings.app.get<Record<string, unknown>>(LOGGER);
    for (const level of ['debug', 'info', 'warn', 'error'])
      logger[level] = (...line: unknown[]) => void logged.push(JSON.stringify(line));
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const here = (link: string) => link.replace('http://127.0.0.1:3000', tidings.url);
  const linkTo = async (email: string): Promise<string> => {
    const before = mailsTo(tidings, email).map(tokenIn);
    await tidings.call('POST', `/auth/${acme.tenantId}/password-reset`, { body: { email } });
    const token = await tokenSentTo(tidings, email, before);
    const links = mailsTo(tidings, email).map(linkIn);
    return here(links.find((link) => link.endsWith(token)) ?? '');
  };
  const open = async (url: string, options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<unknown>) => {
    sent.length = 0;
    complaints.length = 0;
    return openPage(
      browser!,
      url,
      async (page) => {
        page.on('request', (request) => sent.push(request));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        await prepare?.(page);
      },
      { locale: 'en-GB', viewport: { width: 320, height: 900 }, ...options },
    );
  };
  const fill = async (page: Page, email: string, password: string, repeat = password) => {
    await page.locator('#email').fill(email);
    await page.locator('#password').fill(password);
    await page.locator('#repeat').fill(repeat);
  };
  const submit = (page: Page) => page.locator('button[type=submit]').click();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const focused = (page: Page) =>
    page.evaluate<string>('document.activeElement.id || document.activeElement.className');
  const signsIn = async (email: string, password: string) =>
    (await signIn(tidings, acme.tenantId, email, password)).status;
  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  /** Everything of a request that reaches a server. */
  const wire = (request: Request) =>
    JSON.stringify([request.url(), request.headers(), request.postData()?.toString() ?? '']);

  test('sets the password of a mailed link by keyboard alone, and the token goes out in one call', {
    timeout: SLOW,
  }, async () => {
    const { email } = await acme.user('ben');
    const link = await linkTo(email);
    const token = link.split('#token=')[1] ?? '';
    let bytes = 0;
    const page = await open(link, {}, async (each) => {
      const network = await each.context().newCDPSession(each);
      network.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      await network.send('Network.enable');
    });
    await page.getByText('Your account at Acme').waitFor();
    expect(bytes).toBeLessThan(MOST_BYTES);
    console.info(`/reset: ${bytes} bytes over the wire`);
    expect(page.url()).toBe(`${tidings.url}/reset?tenant=${acme.tenantId}`);
    await page.keyboard.press('Tab');
    for (const [field, typed] of [
      ['email', email],
      ['password', ANOTHER],
      ['repeat', ANOTHER],
    ] as const) {
      expect(await focused(page)).toBe(field);
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
    }
    await expect.poll(() => page.locator('.rules [data-kept=true]').count()).toBe(3);
    expect(await page.locator('#password').getAttribute('type')).toBe('password');
    await page.keyboard.press('Space');
    expect(await page.locator('#password').getAttribute('type')).toBe('text');
    expect(await page.getByRole('button', { name: 'Show passwords' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Your password is set');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(await violations(page)).toEqual([]);
    expect([await signsIn(email, ANOTHER), await signsIn(email, PASSWORD)]).toEqual([200, 400]);

    const carriers = sent.filter((request) => wire(request).includes(token));
    expect(carriers.map((request) => request.url())).toEqual([
      `${tidings.url}/api/v1/auth/${acme.tenantId}/password-reset/set`,
    ]);
    expect(sent.every((request) => request.url().startsWith(tidings.url))).toBe(true);
    expect(sent.map((request) => request.headers().referer).filter(Boolean)).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('\n')).not.toContain(token);
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href])',
    );
    expect(kept).not.toContain(token);
    expect(complaints).toEqual([]);
    await page.reload();
    await heading(page, 'This link does not work');
    await closePage(page);
  });

  test('accepts an invitation, in German and in the dark', { timeout: SLOW }, async () => {
    const email = 'klara@acme.example';
    await acme.owner.mustCall('POST', '/users', { email });
    const token = await tokenSentTo(tidings, email);
    const link = here(mailsTo(tidings, email).map(linkIn)[0] ?? '');
    const page = await open(link, { locale: 'de-AT', colorScheme: 'dark' });
    await page.getByText('Ihr Zugang zu Acme').waitFor();
    await heading(page, 'Passwort festlegen');
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme]')).toEqual([
      'de',
      'dark',
    ]);
    await picture(page, 'german-dark');
    await fill(page, email, ANOTHER);
    await submit(page);
    await heading(page, 'Ihr Passwort ist festgelegt');
    await picture(page, 'german-dark-done');
    expect(await signsIn(email, ANOTHER)).toBe(200);
    expect(logged.join('\n')).not.toContain(token);
    await closePage(page);
  });

  test('says each broken rule at its field, and the summary leads there', { timeout: SLOW }, async () => {
    const { email } = await acme.user('carl');
    const page = await open(await linkTo(email));
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
    await expect.poll(() => sent.filter((request) => request.url().includes('common-passwords')).length).toBe(1);
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
    expect(complaints).toEqual([]);
    await closePage(page);
  });

  test('without the list of common passwords the service refuses one, and the page shows it', {
    timeout: SLOW,
  }, async () => {
    const { email } = await acme.user('dora');
    const link = await linkTo(email);
    const page = await open(link, { locale: 'de' }, (each) => each.route('**/common-passwords*', (way) => way.abort()));
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
    const used = await linkTo(email);
    const body = { email, password: ANOTHER, token: used.split('#token=')[1] };
    await tidings.call('POST', `/auth/${acme.tenantId}/password-reset/set`, { body });
    const page = await open(used, { colorScheme: 'dark' });
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
    await page.goto(await linkTo(email));
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await fill(page, email, `${ANOTHER} 2`);
    await submit(page);
    await heading(page, 'Your password is set');
    expect(await signsIn(email, `${ANOTHER} 2`)).toBe(200);
    await closePage(page);
  });

  test('on the main domain of a tenant the domain names the tenant', { timeout: SLOW }, async () => {
    const named = await startTidings({ SITE_DIR: 'site/dist', PUBLIC_URL: 'http://tidings.localhost:3000' });
    try {
      const { owner, tenantId } = await createTenant(named, 'beta');
      const email = 'berta@acme.example';
      await owner.mustCall('POST', '/users', { email });
      const token = await tokenSentTo(named, email);
      const link = mailsTo(named, email).map(linkIn)[0] ?? '';
      expect(link).toBe(`http://beta.tidings.localhost:3000/reset#token=${token}`);
      const page = await open(link.replace(':3000', `:${new URL(named.url).port}`));
      await fill(page, email, ANOTHER);
      await submit(page);
      await heading(page, 'Your password is set');
      expect((await signIn(named, tenantId, email, ANOTHER)).status).toBe(200);
      await closePage(page);
    } finally {
      await named.close();
    }
  });

  test('a lost answer is said, and the same form sent again ends well, also over plain http', {
    timeout: SLOW,
  }, async () => {
    const { email } = await acme.user('flora');
    let lost = 0;
    const page = await open(await linkTo(email), {}, async (each) => {
      await each.addInitScript('delete Crypto.prototype.randomUUID');
      await each.route('**/password-reset/set', async (route) => {
        if (lost++ > 0) return route.continue();
        await route.fetch();
        await route.abort();
      });
    });
    await fill(page, email, ANOTHER);
    await submit(page);
    await page.getByRole('alert').getByText('may or may not be set').waitFor();
    await submit(page);
    await heading(page, 'Your password is set');
    await closePage(page);
  });

  test.each([
    ['', 'The address of this page is incomplete.'],
    ['#token=', 'The address of this page is incomplete.'],
    ['?tenant=0190a0a0-0000-7000-8000-000000000001#token=abc', 'The account of this link does not exist.'],
    ['?tenant=x#token=abc', 'The account of this link does not exist.'],
    ['#token=abc', 'The account of this link does not exist.'],
  ])('/reset%s is no link: %s', { timeout: SLOW }, async (rest, said) => {
    const page = await open(`${tidings.url}/reset${rest}`);
    await heading(page, 'This link does not work');
    await page.getByText(said).waitFor();
    await closePage(page);
  });

  test('the theme that was chosen comes before that of the system, and storage may throw', {
    timeout: SLOW,
  }, async () => {
    const theme = 'document.documentElement.dataset.theme';
    const link = `${tidings.url}/reset`;
    const chosen = await open(link, { colorScheme: 'dark' }, (page) =>
      page.addInitScript("localStorage.setItem('tidings.theme', 'light')"),
    );
    expect(await chosen.evaluate(theme)).toBe('light');
    await closePage(chosen);
    const blocked = await open(link, { colorScheme: 'dark' }, withoutStorage);
    await heading(blocked, 'This link does not work');
    expect(await blocked.evaluate(theme)).toBe('dark');
    await blocked.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => blocked.evaluate(theme)).toBe('light');
    await closePage(blocked);
  });

  test('the page /app says what is missing, in both languages and themes', { timeout: SLOW }, async () => {
    const page = await open(`${tidings.url}/app/conversations/c-1?tenant=${acme.tenantId}`);
    await heading(page, 'The app is not available yet');
    await page.getByText('GET /api/v1/conversations/c-1').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'app-light');
    for (const link of await page.getByRole('link').all()) {
      const { status } = await fetch(new URL((await link.getAttribute('href')) ?? '', tidings.url), {
        redirect: 'manual',
      });
      expect(status).toBe(200);
    }
    await closePage(page);
    const german = await open(`${tidings.url}/app`, { locale: 'de', colorScheme: 'dark' });
    await heading(german, 'Die App ist noch nicht verfügbar');
    await picture(german, 'app-dark-german');
    expect(complaints).toEqual([]);
    await closePage(german);
  });
});
