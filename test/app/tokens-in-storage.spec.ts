import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { PASSWORD } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE, visitApp } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { ANOTHER, AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

/** Everything that the origin keeps in this browser. */
const DUMP = `(async () => {
  const kept = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href];
  for (const { name } of await indexedDB.databases()) {
    const open = indexedDB.open(name);
    const database = await new Promise((resolve) => { open.onsuccess = () => resolve(open.result); });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      kept.push(await new Promise((resolve) => { all.onsuccess = () => resolve(all.result); }));
    }
    database.close();
  }
  for (const name of await caches.keys()) kept.push((await (await caches.open(name)).keys()).map(({ url }) => url));
  return JSON.stringify(kept);
})()`;

describe.skipIf(!browser)('what the app keeps in the browser', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  const answers: Promise<string>[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('c-1', { description: 'Broken lamp' });
    await acme.post('c-1', 'It does not turn on.');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  async function note(request: Request): Promise<string> {
    const response = await request.response();
    return (await response?.text().catch(() => '')) ?? '';
  }
  const dump = (page: Page) => page.evaluate<string>(DUMP);

  test('is the refresh token alone, after a walk through the rooms', { timeout: SLOW }, async () => {
    const page = await visitApp(visits, tidings, acme, { path: '/account' });
    page.on('request', (request) => {
      if (request.url().endsWith('/oauth2/token')) answers.push(note(request));
    });
    await page.reload();
    await page.getByText('This browser', { exact: true }).waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(ANOTHER);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    await page.goto(`${tidings.url}/app/conversations/c-1?tenant=${acme.tenantId}`);
    await page.getByText('It does not turn on.').first().waitFor();
    await page.goto(`${tidings.url}/app?tenant=${acme.tenantId}`);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();

    const tokens = (await Promise.all(answers)).map((text) => JSON.parse(text) as Record<string, string>);
    expect(tokens.length).toBeGreaterThan(1);
    const kept = await dump(page);
    const secrets = [PASSWORD, ANOTHER, ...tokens.flatMap((each) => [each.access_token ?? '', each.id_token ?? ''])];
    expect(secrets.every((each) => each.length > 10)).toBe(true);
    for (const secret of secrets) expect(kept).not.toContain(secret);
    expect(kept).not.toMatch(/eyJ[\w-]{10,}\./);
    const last = tokens.at(-1)?.refresh_token ?? '';
    expect(kept.split(last).length - 1).toBe(1);
    expect(await page.evaluate(`localStorage.getItem('tidings.session.${acme.tenantId}')`)).toBe(last);

    await page.goto(`${tidings.url}/app/account?tenant=${acme.tenantId}`);
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed out.').waitFor();
    expect(await dump(page)).not.toMatch(/tdr_|"tidings\.session/);
    await closePage(page);
  });
});
