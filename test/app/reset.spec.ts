import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOGGER } from '../../src/ports/process/logger.js';
import { linkIn, mailsTo, tokenSentTo } from '../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { PASSWORD, signIn } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import {
  ANOTHER,
  AppVisits,
  fill,
  focused,
  heading,
  here,
  picture,
  resetLink,
  submit,
} from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const MOST_BYTES = 75_000;

describe.skipIf(!browser)('the page /reset sets a password', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  const logged: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    const logger = tidings.app.get<Record<string, unknown>>(LOGGER);
    for (const level of ['debug', 'info', 'warn', 'error'])
      logger[level] = (...line: unknown[]) => void logged.push(JSON.stringify(line));
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const signsIn = async (email: string, password: string) =>
    (await signIn(tidings, acme.tenantId, email, password)).status;
  /** Everything of a request that reaches a server. */
  const wire = (request: Request) => JSON.stringify([request.url(), request.headers(), request.postData() ?? '']);

  test('sets the password of a mailed link by keyboard alone, and the token goes out in one call', {
    timeout: SLOW,
  }, async () => {
    const { email } = await acme.user('ben');
    const link = await resetLink(tidings, acme.tenantId, email);
    const token = link.split('#token=')[1] ?? '';
    let bytes = 0;
    const page = await visits.open(link, {}, async (each) => {
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

    const carriers = visits.sent.filter((request) => wire(request).includes(token));
    expect(carriers.map((request) => request.url())).toEqual([
      `${tidings.url}/api/v1/auth/${acme.tenantId}/password-reset/set`,
    ]);
    expect(visits.sent.every((request) => request.url().startsWith(tidings.url))).toBe(true);
    expect(visits.sent.map((request) => request.headers().referer).filter(Boolean)).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.join('\n')).not.toContain(token);
    const kept = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href])',
    );
    expect(kept).not.toContain(token);
    expect(visits.complaints).toEqual([]);
    await page.reload();
    await heading(page, 'This link does not work');
    await closePage(page);
  });

  test('accepts an invitation, in German and in the dark', { timeout: SLOW }, async () => {
    const email = 'klara@acme.example';
    await acme.owner.mustCall('POST', '/users', { email });
    const token = await tokenSentTo(tidings, email);
    const link = here(tidings, mailsTo(tidings, email).map(linkIn)[0] ?? '');
    const page = await visits.open(link, { locale: 'de-AT', colorScheme: 'dark' });
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
    await page.getByRole('link', { name: 'App öffnen' }).click();
    await page.getByRole('navigation', { name: 'Hauptnavigation' }).waitFor();
    expect(page.url()).toBe(`${tidings.url}/app?tenant=${acme.tenantId}`);
    expect(logged.join('\n')).not.toContain(token);
    await closePage(page);
  });

  test('on the main domain of a tenant the domain names the tenant', { timeout: SLOW }, async () => {
    const named = await startTidings({ SITE_DIR: SITE, PUBLIC_URL: 'http://tidings.localhost:3000' });
    try {
      const { owner, tenantId } = await createTenant(named, 'beta');
      const email = 'berta@acme.example';
      await owner.mustCall('POST', '/users', { email });
      const token = await tokenSentTo(named, email);
      const link = mailsTo(named, email).map(linkIn)[0] ?? '';
      expect(link).toBe(`http://beta.tidings.localhost:3000/reset#token=${token}`);
      const page = await visits.open(link.replace(':3000', `:${new URL(named.url).port}`));
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
    const page = await visits.open(await resetLink(tidings, acme.tenantId, email), {}, async (each) => {
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
});
