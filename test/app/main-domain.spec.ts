import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REACHES_LOOPBACK } from '../fixtures/identity-provider.js';
import { createOidcTenant, PROVIDER } from '../fixtures/oidc.js';
import type { Tenant } from '../fixtures/tenant.js';
import { OWNER_EMAIL } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { anOidcProvider, type OidcProvider } from '../support/servers/oidc-provider.js';
import { SITE, signIn } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the app on the main domain of a tenant', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let provider: OidcProvider;
  let acme: Tenant;
  let domain: string;

  beforeAll(async () => {
    const port = await freePort();
    domain = `http://acme.tidings.localhost:${port}`;
    provider = await anOidcProvider([`${domain}/callback`]);
    tidings = await startTidings({
      SITE_DIR: SITE,
      RATE_LIMITS: 'off',
      PORT: String(port),
      PUBLIC_URL: `http://tidings.localhost:${port}`,
      ...REACHES_LOOPBACK,
    });
    acme = await createOidcTenant(tidings, 'acme', provider.issuer);
    await acme.conversationWithClient('c-1', { description: 'Broken lamp' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
    await provider?.close();
  });

  test('has no prefix and no tenant in its addresses, and a deep link survives the sign-in', {
    timeout: SLOW,
  }, async () => {
    const page = await visits.open(`${domain}/conversations/c-1`);
    await page.getByRole('heading', { name: 'Sign in to Acme' }).waitFor();
    expect(await page.getByRole('button', { name: 'Open another tenant' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await signIn(page, OWNER_EMAIL);
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    expect(page.url()).toBe(`${domain}/conversations/c-1`);
    await page.goto(`${domain}/`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(page.url()).toBe(`${domain}/`);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('leads to a provider and back', { timeout: SLOW }, async () => {
    const page = await visits.open(`${domain}/account`);
    await page.locator('input[name=email]').fill('ada@acme.example');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: `Continue with ${PROVIDER}` }).click();
    await page.waitForURL(`${provider.issuer}/**`);
    await page.locator('input[name=login]').fill('ada@acme.example');
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    expect(page.url()).toBe(`${domain}/account`);
    await closePage(page);
  });
});
