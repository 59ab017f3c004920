import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE, signIn, visitApp } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const TOKEN_SECONDS = 8;

describe.skipIf(!browser)('the tabs of the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({
      SITE_DIR: SITE,
      RATE_LIMITS: 'off',
      ACCESS_TOKEN_SECONDS: String(TOKEN_SECONDS),
      REFRESH_GRACE_SECONDS: '0',
    });
    acme = await createTenant(tidings, 'acme');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const inAccount = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
  const twoTabs = async () => {
    const first = await visitApp(visits, tidings, acme, { path: '/account' });
    await inAccount(first);
    const second = await first.context().newPage();
    await second.goto(first.url());
    await inAccount(second);
    return [first, second] as const;
  };

  test('an expired token is renewed once for all of them', { timeout: SLOW }, async () => {
    const [first, second] = await twoTabs();
    const refreshes: string[] = [];
    first.context().on('request', (request) => {
      if (request.url().endsWith('/oauth2/token')) refreshes.push(request.postData() ?? '');
    });
    await first.waitForTimeout(TOKEN_SECONDS * 1_000);
    const saved = [first, second].map((page) => page.waitForResponse(/\/users\/[^/]+$/));
    for (const page of [first, second]) await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await Promise.all(saved)).map((response) => response.status())).toEqual([200, 200]);
    expect(refreshes).toHaveLength(1);
    for (const page of [first, second]) await inAccount(page);
    await closePage(first);
  });

  test('signing out in one ends all of them within two seconds, and the session at the service', {
    timeout: SLOW,
  }, async () => {
    const [first, second] = await twoTabs();
    const token = await first.evaluate<string>(`localStorage.getItem('tidings.session.${acme.tenantId}')`);
    await first.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await second.getByText('Your session has ended.').waitFor({ timeout: 2_000 });
    await first.getByText('You are signed out.').waitFor();
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token });
    const answer = await fetch(`${tidings.url}/api/v1/auth/${acme.tenantId}/oauth2/token`, { method: 'POST', body });
    expect(answer.status).toBe(400);
    await signIn(second);
    await inAccount(second);
    await closePage(first);
  });
});
