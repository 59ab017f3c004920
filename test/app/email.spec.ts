import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestEmail } from '../fixtures/emails.js';
import { linkIn, mailsTo } from '../fixtures/password-mails.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits, heading, here } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the page of a link that confirms an e-mail address', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const emailOf = async (id: string) => (await acme.owner.call('GET', `/users/${id}`)).body.email;

  test('confirms it by a button, and keeps the token out of the address', { timeout: SLOW }, async () => {
    const ben = await acme.user('ben');
    await requestEmail(tidings, acme.owner, ben.id, 'ben.new@acme.example');
    const [mail = ''] = mailsTo(tidings, 'ben.new@acme.example');
    const page = await visits.open(here(tidings, linkIn(mail)));
    await heading(page, 'Confirm your e-mail address');
    expect(page.url()).not.toContain('token');
    expect(await violations(page)).toEqual([]);
    expect(await emailOf(ben.id)).toBe(ben.email);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await heading(page, 'The address is confirmed');
    expect(await emailOf(ben.id)).toBe('ben.new@acme.example');
    await page.getByRole('link', { name: 'Open the app' }).click();
    await heading(page, 'Sign in to Acme');
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('says that a wrong link does not work, in German too', { timeout: SLOW }, async () => {
    const path = `${tidings.url}/app/email?tenant=${acme.tenantId}`;
    const page = await visits.open(`${path}#token=wrong`, { locale: 'de' });
    await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
    await heading(page, 'Dieser Link funktioniert nicht');
    await closePage(page);
    const without = await visits.open(path);
    await heading(without, 'This link does not work');
    await closePage(without);
  });
});
