import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REACHES_LOOPBACK } from '../fixtures/identity-provider.js';
import { createOidcTenant, PROVIDER } from '../fixtures/oidc.js';
import type { Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { anOidcProvider, type OidcProvider } from '../support/servers/oidc-provider.js';
import { pictures, SITE } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const REAUTH_SECONDS = 3;
const EMAIL = 'ada@acme.example';

describe.skipIf(!browser)('signing in with a provider', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let provider: OidcProvider;
  let acme: Tenant;

  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    provider = await anOidcProvider([`${url}/app/callback`, `http://localhost:${port}/app/callback`]);
    tidings = await startTidings({
      SITE_DIR: SITE,
      RATE_LIMITS: 'off',
      PORT: String(port),
      PUBLIC_URL: url,
      ...REACHES_LOOPBACK,
      REAUTH_SECONDS: String(REAUTH_SECONDS),
    });
    acme = await createOidcTenant(tidings, 'acme', provider.issuer);
    await acme.conversationWithClient('c-1', { description: 'Broken lamp' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
    await provider?.close();
  });

  const begin = async (path = '', email = EMAIL, origin = tidings.url) => {
    const page = await visits.open(`${origin}/app${path}?tenant=${acme.tenantId}`, {
      viewport: { width: 1024, height: 768 },
    });
    await page.locator('input[name=email]').fill(email);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    return page;
  };
  const byProvider = (page: Page) => page.getByRole('button', { name: `Continue with ${PROVIDER}` }).click();
  const atProvider = async (page: Page, login = EMAIL) => {
    await page.locator('input[name=login]').fill(login);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
  };
  const kept = (page: Page) => page.evaluate<string>('JSON.stringify({ ...sessionStorage })');

  test('leads there and back to the page that was requested, and keeps nothing of it', { timeout: SLOW }, async () => {
    const page = await begin('/conversations/c-1');
    await page.getByRole('button', { name: `Continue with ${PROVIDER}` }).waitFor();
    await pictures(page, 'sign-in-ways');
    expect(await violations(page)).toEqual([]);
    await byProvider(page);
    await page.waitForURL(`${provider.issuer}/**`);
    await atProvider(page);
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    expect(page.url()).toBe(`${tidings.url}/app/conversations/c-1?tenant=${acme.tenantId}`);
    expect(await kept(page)).not.toContain('tidings.app.provider');
    await closePage(page);
  });

  test('leads back to localhost too, where the own machine has passkeys', { timeout: SLOW }, async () => {
    const page = await begin('', EMAIL, tidings.url.replace('127.0.0.1', 'localhost'));
    await byProvider(page);
    await page.waitForURL(`${provider.issuer}/**`);
    await atProvider(page);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await closePage(page);
  });

  test('says that the provider refused, with a way back to the same page', { timeout: SLOW }, async () => {
    const page = await begin('/account');
    await byProvider(page);
    await page.waitForURL(`${provider.issuer}/**`);
    const { state } = await page.evaluate<{ state: string }>(
      `({ state: (${JSON.stringify(visits.sent.map((each) => each.url()))}).map((each) => new URL(each).searchParams.get('state')).find(Boolean) })`,
    );
    await page.goto(`${tidings.url}/app/callback?error=access_denied&state=${state}`);
    await page.getByRole('heading', { name: 'You are not signed in' }).waitFor();
    await page.getByText('The provider did not sign you in, or you cancelled the sign-in.').waitFor();
    expect(page.url()).toBe(`${tidings.url}/app/callback`);
    expect(await kept(page)).not.toContain('tidings.app.provider');
    await pictures(page, 'provider-refused');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
    expect(page.url()).toBe(`${tidings.url}/app/account?tenant=${acme.tenantId}`);
    await closePage(page);
  });

  test('takes no code that this browser did not ask for, and leads nowhere else', { timeout: SLOW }, async () => {
    const forged = Buffer.from(
      JSON.stringify({ nonce: 'n', tenant: acme.tenantId, provider: PROVIDER, to: 'https://evil.example/' }),
    ).toString('base64url');
    const page = await visits.open(`${tidings.url}/app/callback?code=a-code&state=${forged}`);
    await page.getByText('This sign-in did not start in this browser').waitFor();
    expect(await page.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/app');
    expect(visits.sent.filter((each) => each.url().includes('oauth2/token'))).toEqual([]);
    await page.goto(`${tidings.url}/app/callback?code=x&state=nonsense`);
    await page.getByText('This sign-in did not start in this browser').waitFor();
    await closePage(page);
  });

  test('a person whom the tenant does not take is told so', { timeout: SLOW }, async () => {
    const page = await begin();
    await byProvider(page);
    await page.waitForURL(`${provider.issuer}/**`);
    await atProvider(page, 'eve@elsewhere.example');
    await page.getByText('The service does not accept the sign-in of the provider.').waitFor();
    await closePage(page);
  });

  test('serves as the recent sign-in of a change, in a window of its own', { timeout: SLOW }, async () => {
    const page = await begin('/account');
    await byProvider(page);
    await page.waitForURL(`${provider.issuer}/**`);
    await atProvider(page);
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.waitForTimeout(REAUTH_SECONDS * 1_000 + 100);
    await page.getByLabel('Current password').fill('none at all');
    await page.getByLabel('New password').fill('a quiet red river');
    await page.getByRole('button', { name: 'Change password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByRole('button', { name: `Continue with ${PROVIDER}` }).waitFor();
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('button', { name: `Continue with ${PROVIDER}` }).click();
    const popup = await opened;
    const isOpen = popup.waitForEvent('close');
    // The provider may remember the person.
    await Promise.race([isOpen, atProvider(popup).catch(() => {})]);
    await isOpen;
    await dialog.waitFor({ state: 'detached' });
    // The change went on, and was judged: this person has no password.
    await page.locator('[name=current_password][aria-invalid=true]').waitFor();
    await closePage(page);
  });
});
