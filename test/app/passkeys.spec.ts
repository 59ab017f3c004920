import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { OWNER_EMAIL } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { pictures, SITE, signIn } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const REAUTH_SECONDS = 4;
const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const;

describe.skipIf(!browser)('passkeys in the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;
  let devtools: CDPSession;
  let authenticatorId: string;

  beforeAll(async () => {
    const port = await freePort();
    tidings = await startTidings({
      SITE_DIR: SITE,
      RATE_LIMITS: 'off',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      REAUTH_SECONDS: String(REAUTH_SECONDS),
    });
    acme = await createTenant(tidings, 'acme');
    page = await visits.open(
      `http://localhost:${port}/app/account?tenant=${acme.tenantId}`,
      { viewport: { width: 1024, height: 768 } },
      async (each) => {
        devtools = await each.context().newCDPSession(each);
        await devtools.send('WebAuthn.enable');
        ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR }));
      },
    );
  }, SLOW);
  afterAll(async () => {
    if (page) await closePage(page);
    await browser?.close();
    await tidings?.close();
  });

  /** The person touches the authenticator, or does not: of requests that begin from now on. */
  const touches = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const signOut = () => page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  /** Leaves the app while the offer in the e-mail field finds no touch. */
  const signOutUnseen = async () => {
    await touches(false);
    const offered = page.waitForResponse(/authentication\/options$/);
    await signOut();
    await offered;
    await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
  };
  const inAccount = () => page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  const passkeys = () => page.getByRole('region', { name: 'Passkeys' });
  const status = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  test('one is added in the account, also after a sign-in for it', { timeout: SLOW }, async () => {
    await signIn(page);
    await inAccount();
    await passkeys().getByText('You have no passkey yet.').waitFor();
    await touches(true);
    await press('Add a passkey');
    await status('The passkey is added.');
    await expect.poll(() => passkeys().getByRole('listitem').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await pictures(page, 'account-passkey');
    await press('Add a passkey');
    await passkeys().getByText('This device already has a passkey of your account.').waitFor();
  });

  test('signs its person in by the button', { timeout: SLOW }, async () => {
    await signOutUnseen();
    await pictures(page, 'sign-in-passkey');
    expect(await violations(page)).toEqual([]);
    await touches(true);
    await press('Sign in with a passkey');
    await inAccount();
  });

  test('signs in by the e-mail field of the sign-in', { timeout: SLOW }, async () => {
    await touches(true);
    const verified = page.waitForResponse(/authentication\/verify$/);
    await signOut();
    expect((await verified).status()).toBe(200);
    await inAccount();
    expect(visits.complaints).toEqual([]);
  });

  test('signs in after the e-mail address, and only that person', { timeout: SLOW }, async () => {
    await signOutUnseen();
    await page.locator('input[name=email]').fill(OWNER_EMAIL);
    await press('Continue');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await touches(true);
    await press('Sign in with a passkey');
    await inAccount();
  });

  test('serves as the recent sign-in of a change', { timeout: SLOW }, async () => {
    await page.waitForTimeout(REAUTH_SECONDS * 1_000 + 100);
    await passkeys().getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog', { name: 'Remove this passkey?' }).getByRole('button', { name: 'Remove' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await status('The passkey is removed.');
    await passkeys().getByText('You have no passkey yet.').waitFor();
  });
});
