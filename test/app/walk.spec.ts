import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn, mailsTo } from '../fixtures/password-mails.js';
import { PASSWORD } from '../fixtures/tokens.js';
import { webhookEnvironment } from '../fixtures/webhooks.js';
import { startTidings, type Tidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { aReceiver } from '../support/servers/webhook-receiver.js';
import { pictures, SITE } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, field, log, write } from '../support/site/conversation-page.js';
import { ANOTHER, AppVisits, fill, submit } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';
import { until } from '../support/until.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const OLGA = 'olga@acme.example';
const MIA = 'mia@acme.example';
const WIDE = { viewport: { width: 1440, height: 900 } };
type Size = readonly [width: number, height: number];
const SIZES: readonly Size[] = [
  [375, 700],
  [1024, 768],
  [1440, 900],
];
const ORDER = JSON.stringify({
  type: 'object',
  properties: {
    status: { type: 'string', title: 'Status', enum: ['open', 'shipped'] },
    lamp: { type: 'string', title: 'Lamp' },
  },
  required: ['lamp'],
});

/** `APP_PICTURES=folder npm test -- test/app/walk` records the walk: numbered pictures in three widths and two themes. */
describe.skipIf(!browser)('a walk through the app, from the sign-up on', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  let status = 500;
  let tenant: string;
  let [olga, mia, cleo]: Page[] = [];
  let number = 0;

  beforeAll(async () => {
    receiver = await aReceiver(() => status);
    const port = await freePort();
    tidings = await startTidings({
      SITE_DIR: SITE,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...webhookEnvironment,
    });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
    await receiver?.close();
  });

  async function step(page: Page | undefined, name: string, sizes: readonly Size[] = SIZES): Promise<void> {
    const before = page?.viewportSize();
    const file = `walk-${String(++number).padStart(2, '0')}-${name}`;
    if (!process.env.APP_PICTURES || !page || !before) return;
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(300);
      await pictures(page, file);
    }
    await page.setViewportSize(before);
  }
  const go = (page: Page, path: string) => page.goto(`${tidings.url}/app${path}?tenant=${tenant}`);
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const pressIn = (page: Page, name: string) => dialog(page).last().getByRole('button', { name, exact: true }).click();
  const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' });

  test('a person signs up, and is in the app', { timeout: SLOW }, async () => {
    olga = await visits.open(`${tidings.url}/signup`, WIDE);
    await olga.locator('#tenant_name').fill('Acme');
    await olga.locator('#tenant_subdomain').fill('acme');
    await olga.locator('#user_email').fill(OLGA);
    await olga.locator('#user_password').fill(PASSWORD);
    await step(olga, 'sign-up');
    await press(olga, 'Create tenant');
    await olga.waitForURL('**/signup-success*');
    await step(olga, 'signed-up');
    await olga.getByRole('link', { name: 'Open your app' }).click();
    await olga.getByRole('heading', { name: 'Welcome to Acme' }).waitFor();
    tenant = new URL(olga.url()).searchParams.get('tenant') ?? '';
    await step(olga, 'welcome');
  });

  test('a colleague is invited, sets a password, and is in the app', { timeout: SLOW }, async () => {
    await go(olga!, '/settings/users');
    await press(olga!, 'Invite a user');
    await dialog(olga!).getByLabel('E-mail address').fill(MIA);
    await dialog(olga!).getByLabel('First name').fill('Mia');
    await step(olga, 'invitation');
    await pressIn(olga!, 'Send the invitation');
    await olga!.getByText(`An invitation is on its way to ${MIA}.`).waitFor();
    await step(olga, 'invited');
    const [mail = ''] = await until(
      () => mailsTo(tidings, MIA).map(linkIn),
      (links) => links.length > 0,
    );
    mia = await visits.open(mail, WIDE);
    await fill(mia, MIA, ANOTHER);
    await step(mia, 'password');
    await submit(mia);
    await mia.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await step(mia, 'password-set');
    await mia.getByRole('link', { name: 'Open the app' }).click();
    await mia.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await step(mia, 'inbox-of-the-colleague');
  });

  test('a type, a template, a workflow and a webhook are set up', { timeout: SLOW }, async () => {
    await go(olga!, '/settings/types');
    await press(olga!, 'Create a type');
    await dialog(olga!).getByLabel('Id', { exact: true }).fill('order');
    await dialog(olga!).getByLabel('JSON Schema of the data').fill(ORDER);
    await dialog(olga!).getByLabel('Template of a list item').fill('{{ conversation_description }}: {{ lamp }}');
    await step(olga, 'type');
    await pressIn(olga!, 'Create a type');
    await gone(olga!);
    await go(olga!, '/settings/templates');
    await press(olga!, 'Create a template');
    await dialog(olga!).getByLabel('Name', { exact: true }).fill('shipped');
    await dialog(olga!).getByLabel('Text in English').fill('Your order is on its way.');
    await dialog(olga!).getByLabel('Text in German').fill('Ihre Bestellung ist unterwegs.');
    await step(olga, 'template');
    await pressIn(olga!, 'Create a template');
    await gone(olga!);
    await go(olga!, '/settings/workflows');
    await press(olga!, 'Create a workflow');
    await dialog(olga!).getByLabel('Id', { exact: true }).fill('shipping');
    await dialog(olga!).getByLabel('Conversation type').selectOption('order');
    await dialog(olga!).getByLabel('Starts when').selectOption('CONVERSATION_DATA_CHANGED');
    await pressIn(olga!, 'Add a branch');
    await dialog(olga!).getByLabel('Path in the data').fill('status');
    await dialog(olga!).getByLabel('Value (JSON)').fill('"shipped"');
    await dialog(olga!).getByLabel('Message template').selectOption('shipped');
    await step(olga, 'workflow');
    await pressIn(olga!, 'Create a workflow');
    await gone(olga!);
    await go(olga!, '/settings/webhooks');
    await olga!.getByLabel('URL').fill(receiver.url);
    await press(olga!, 'Save endpoint');
    await olga!.getByText('Enabled', { exact: true }).waitFor();
    await olga!.getByRole('checkbox', { name: /message.created/ }).check();
    await step(olga, 'webhook');
  });

  test('a client writes on a link, and the colleague answers', { timeout: SLOW }, async () => {
    await mia!.reload();
    await mia!.getByRole('button', { name: 'New conversation' }).first().click();
    await dialog(mia!).getByLabel('Subject').fill('Broken lamp');
    await dialog(mia!).getByLabel('Name', { exact: true }).fill('Cleo');
    await dialog(mia!).getByLabel('Lamp').fill('red');
    await step(mia, 'new-conversation');
    await pressIn(mia!, 'Create conversation');
    await mia!.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    await mia!.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(mia!, 'Actions for Cleo');
    await press(mia!, 'Copy the client link');
    await mia!.getByText('The link is copied.').waitFor();
    const link = await mia!.evaluate<string>('navigator.clipboard.readText()');
    cleo = await visits.open(link, { viewport: { width: 375, height: 700 } });
    await cleo.getByRole('textbox').fill('My lamp does not turn on.');
    await cleo.keyboard.press('Enter');
    await log(mia!).getByText('My lamp does not turn on.').waitFor();
    await cleo.getByRole('textbox').pressSequentially('It is');
    await mia!.getByText('Cleo is typing.').waitFor();
    await step(mia, 'client-types');
    await write(mia!, 'We send you another one.');
    await cleo.getByText('We send you another one.').waitFor();
    await step(cleo, 'page-of-the-client');
  });

  test('a change of the data makes the workflow write', { timeout: SLOW }, async () => {
    await press(mia!, 'Edit data');
    await dialog(mia!).getByLabel('Status').selectOption({ label: 'shipped' });
    // A form stays as long as its details do, which narrow windows have in a dialog.
    await step(mia, 'data', [[1440, 900]]);
    await pressIn(mia!, 'Save');
    for (const page of [mia!, cleo!]) await page.getByText('Your order is on its way.').first().waitFor();
    await field(mia!).fill('Anything else?');
    await step(mia, 'workflow-wrote');
    await go(olga!, '/settings/workflows');
    await press(olga!, 'Runs');
    await dialog(olga!).locator('summary').first().click();
    await step(olga, 'run');
  });

  test('a delivery that failed is sent again', { timeout: SLOW }, async () => {
    const failed = () => olga!.locator('.deliveries > li').filter({ hasText: 'Failed' });
    await until(
      async () => {
        await go(olga!, '/settings/webhooks');
        await olga!.locator('.deliveries > li').first().waitFor();
        return failed().count();
      },
      (count) => count === 3,
      SLOW,
    );
    await failed().first().locator('summary').click();
    await step(olga, 'failed-delivery');
    status = 204;
    await press(olga!, 'Send again');
    await olga!.locator('.deliveries > li').getByText('Delivered').first().waitFor();
    expect(receiver.received.at(-1)?.body.type).toBe('message.created');
    await step(olga, 'retried-delivery');
  });

  test('the log shows what was changed, and the conversation as of each change', { timeout: SLOW }, async () => {
    await go(olga!, '/audit');
    await olga!.locator('.timeline > li').first().waitFor();
    await step(olga, 'timeline');
    const id = new URL(mia!.url()).pathname.split('/').at(-1);
    await olga!.goto(`${tidings.url}/app/audit/state?subject_kind=CONVERSATION&subject_id=${id}&tenant=${tenant}`);
    await olga!.getByRole('slider', { name: 'Moment' }).waitFor();
    await olga!.getByRole('region', { name: 'Changes of this event' }).getByText('shipped').waitFor();
    await step(olga, 'as-of-now');
    await olga!.getByRole('slider', { name: 'Moment' }).press('ArrowLeft');
    await expect.poll(() => olga!.getByRole('region', { name: 'State' }).textContent()).not.toContain('shipped');
    await step(olga, 'as-of-before');
    expect(visits.complaints).toEqual([]);
    for (const page of [olga!, mia!, cleo!]) await closePage(page);
  });
});
