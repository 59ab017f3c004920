import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../fixtures/tokens.js';
import { startTidings, type Tidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { pictures, SITE, signIn } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const EMAIL = 'olga@acme.example';

describe.skipIf(!browser)('from sign-up to a conversation', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;

  beforeAll(async () => {
    const port = await freePort();
    tidings = await startTidings({ SITE_DIR: SITE, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const signUp = async (subdomain: string) => {
    const page = await visits.open(`${tidings.url}/signup`, { viewport: { width: 1024, height: 768 } });
    await page.locator('#tenant_name').fill('Acme');
    await page.locator('#tenant_subdomain').fill(subdomain);
    await page.locator('#user_email').fill(EMAIL);
    await page.locator('#user_password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create tenant' }).click();
    await page.waitForURL('**/signup-success*');
    return page;
  };

  test('takes no password again, and ends in a sample with its client in a second window', {
    timeout: SLOW,
  }, async () => {
    const page = await signUp('acme');
    const link = page.getByRole('link', { name: 'Open your app' });
    const code = decodeURIComponent((await link.getAttribute('href'))?.split('#code=')[1] ?? '');
    expect(code.length).toBeGreaterThan(20);
    expect(page.url()).toBe(`${tidings.url}/signup-success`);
    const kept = 'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state])';
    expect(await page.evaluate<string>(kept)).not.toContain(code);
    await pictures(page, 'signup-success');
    await link.click();

    await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor();
    expect(page.url()).toMatch(/\/app\?tenant=[0-9a-f-]{36}$/);
    expect(await page.evaluate<string>(kept)).not.toContain(code);
    await pictures(page, 'welcome');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create a sample conversation' }).click();
    await page.getByRole('status').filter({ hasText: 'The sample is ready.' }).waitFor();
    await pictures(page, 'welcome-done');
    expect(await violations(page)).toEqual([]);

    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open the page of the client' }).click();
    const client = await opened;
    await client.getByText('Hello, my lamp does not turn on.').first().waitFor();
    await page.getByRole('link', { name: 'Open the conversation here' }).click();
    await page.getByText('Hello, my lamp does not turn on.').first().waitFor();
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('a code works once; after it the app asks for the password', { timeout: SLOW }, async () => {
    const page = await signUp('beta');
    const link = (await page.getByRole('link', { name: 'Open your app' }).getAttribute('href')) ?? '';
    await page.getByRole('link', { name: 'Open your app' }).click();
    await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor();
    const other = await visits.open(link);
    await other.getByRole('status').filter({ hasText: 'works once' }).waitFor();
    expect(other.url()).not.toContain('code');
    await signIn(other, EMAIL);
    await other.getByRole('heading', { name: 'Welcome to Acme' }).waitFor();
    await closePage(other);
    await closePage(page);
  });

  test('the sample is made once, however often it is asked for', { timeout: SLOW }, async () => {
    const page = await signUp('gamma');
    await page.getByRole('link', { name: 'Open your app' }).click();
    const press = () => page.getByRole('button', { name: 'Create a sample conversation' }).click();
    let lost = 0;
    await page.route('**/client-url', (route) => (lost++ > 3 ? route.continue() : route.abort()));
    await press();
    await page.getByRole('status').filter({ hasText: 'The sample is ready.' }).or(page.getByRole('alert')).waitFor();
    if (await page.getByRole('alert').isVisible()) await press();
    await page.getByRole('status').filter({ hasText: 'The sample is ready.' }).waitFor();
    await page.getByRole('link', { name: 'Open the conversation here' }).click();
    await page.getByText('Hello, my lamp does not turn on.').first().waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Hello, my lamp' }).count()).toBeLessThanOrEqual(1);
    await closePage(page);
  });
});
