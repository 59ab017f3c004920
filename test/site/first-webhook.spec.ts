import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookEnvironment } from '../fixtures/webhooks.js';
import { startTidings, type Tidings } from '../support/api.js';
import { aReceiver } from '../support/servers/webhook-receiver.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage } from '../support/site/site-page.js';
import { until } from '../support/until.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const EMAIL = 'olga@acme.example';
const PASSWORD = 'a quiet green river';

describe.skipIf(!browser)('with nothing but the site', () => {
  let tidings: Tidings;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  let page: Page;

  beforeAll(async () => {
    receiver = await aReceiver();
    tidings = await startTidings({ SITE_DIR: 'site/dist', ...webhookEnvironment });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
    await receiver?.close();
  });

  /** Signs up in the form. Answers the id of the tenant that the next page shows. */
  async function signUp(): Promise<string> {
    const signUpPage = await openPage(browser!, `${tidings.url}/signup`);
    await signUpPage.locator('.sign-up-form fieldset:enabled').waitFor();
    const values = { tenant_name: 'Acme', tenant_subdomain: 'acme', user_email: EMAIL, user_password: PASSWORD };
    for (const [name, value] of Object.entries(values)) await signUpPage.locator(`#${name}`).fill(value);
    await signUpPage.getByRole('button', { name: 'Create tenant' }).click();
    await signUpPage.waitForURL('**/signup-success*');
    const tenant = await signUpPage.locator('[data-value=tenant_id]').textContent();
    await closePage(signUpPage);
    return tenant ?? '';
  }

  /** Opens the console of a call, and gets a token there. */
  async function open(operation: string, tenant: string): Promise<void> {
    page = await openPage(browser!, `${tidings.url}/openapi/operations/${operation}/`);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('Get a token with').click();
    for (const [name, value] of [
      ['Tenant id', tenant],
      ['E-mail address', EMAIL],
      ['Password', PASSWORD],
    ] as const)
      await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByText('The token is set.').waitFor();
  }

  async function send(status: number) {
    await page.getByRole('button', { name: /^Send / }).click();
    await page.locator('.outcome', { hasText: new RegExp(`^${status} `) }).waitFor();
    return JSON.parse(await page.getByLabel('Body of the response').innerText());
  }

  /** The call of a console with a body. Answers the response that the console shows. */
  async function call(operation: string, tenant: string, body: object, status: number) {
    await open(operation, tenant);
    await page.locator('#try-body').fill(JSON.stringify(body));
    const shown = await send(status);
    await closePage(page);
    return shown;
  }

  test('a visitor signs up, sets an endpoint, and sees the first webhook delivered', { timeout: SLOW }, async () => {
    const tenant = await signUp();
    const { secret } = await call('webhook_settings_replace', tenant, { endpoint_url: receiver.url }, 201);
    const feature = { webhook_type: 'conversation.created', enabled: true };
    await call('webhook_feature_set', tenant, feature, 200);
    const type = { id: 'support', conversation_data_list_item_template: '{{ conversation_description }}' };
    await call('conversation_type_create', tenant, type, 201);
    await call('conversation_create', tenant, { id: 'case-1', conversation_type_id: 'support' }, 201);

    await receiver.until(1);
    const [{ raw, headers }] = receiver.received as [(typeof receiver.received)[number]];
    const verified = new Webhook(secret).verify(raw, { ...headers }) as { type: string };
    expect(verified.type).toBe('conversation.created');

    await open('webhook_delivery_list', tenant);
    const isDelivered = ({ deliveries }: { deliveries: { status: string }[] }) => deliveries[0]?.status === 'DELIVERED';
    const { deliveries } = await until(() => send(200), isDelivered);
    expect(deliveries).toEqual([expect.objectContaining({ type: 'conversation.created', conversation_id: 'case-1' })]);
    await closePage(page);
  });
});
