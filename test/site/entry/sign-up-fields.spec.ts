import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpBody } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { launchBrowser } from '../../support/site/browser.js';
import { closePage, openPage } from '../../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const INVITE = 'summer';
const REST = {
  tenant_name: 'Acme 1',
  tenant_subdomain: 'taken',
  user_email: 'ada@acme.example',
  user_password: 'a quiet green river',
} as const;

describe.skipIf(!browser)('the fields of the sign-up', () => {
  let tidings: Tidings;
  let page: Page;
  const sent: Request[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist', SIGNUP_INVITE_CODES: INVITE });
    await tidings.call('POST', '/signup', { body: signUpBody('taken', { signup_invite_code: INVITE }) });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  async function open(): Promise<void> {
    sent.length = 0;
    page = await openPage(browser!, `${tidings.url}/signup`, async (each) =>
      each.on('request', (request) => request.url().includes('/api/') && sent.push(request)),
    );
    await ready();
  }
  const ready = () => page.locator('.sign-up-form fieldset:enabled').waitFor();
  const keys = () => sent.map((request) => request.headers()['idempotency-key']);
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
  };
  const submit = () => page.getByRole('button', { name: 'Create tenant' }).click();
  const focused = () => page.evaluate<string>('document.activeElement.id || document.activeElement.className');
  const more = () => page.locator('.sign-up-form details.more');

  test('the name makes the subdomain until the reader writes one; the rest is behind "More"', {
    timeout: SLOW,
  }, async () => {
    await open();
    const subdomain = () => page.locator('#tenant_subdomain').inputValue();
    for (const [name, made] of Object.entries({
      'Acme Corp': 'acme-corp',
      ' Müller & Söhne ': 'muller-sohne',
      '': '',
    })) {
      await fill({ tenant_name: name });
      expect(await subdomain()).toBe(made);
    }
    await fill({ tenant_subdomain: 'ours' });
    await fill({ tenant_name: 'Acme' });
    expect(await subdomain()).toBe('ours');
    await fill({ tenant_subdomain: '' });
    await fill({ tenant_name: 'Acme Two' });
    expect(await subdomain()).toBe('acme-two');
    for (const id of ['user_firstname', 'user_lastname', 'signup_invite_code', 'preferred_language'])
      expect(await page.locator(`#${id}`).isVisible()).toBe(false);
    await more().locator('summary').click();
    expect(await page.locator('#preferred_language').isVisible()).toBe(true);
    await closePage(page);
  });

  test('what the service refuses is shown at its field; a new body has a new key', { timeout: SLOW }, async () => {
    await open();
    await fill(REST);
    await submit();
    await page.locator('#signup_invite_code-error').waitFor();
    expect(await page.locator('#signup_invite_code').isVisible(), 'opens "More"').toBe(true);
    await ready();
    await fill({ signup_invite_code: 'winter' });
    await page.locator('#signup_invite_code').focus();
    await submit();
    await expect.poll(focused).toBe('failure');
    await page
      .locator('#signup_invite_code-error', {
        hasText: 'Enter the invite code that the operator of this installation gave you.',
      })
      .waitFor();
    expect(await focused()).toBe('failure');
    await fill({ signup_invite_code: INVITE });
    await submit();
    await page.locator('#tenant_subdomain-error', { hasText: '“taken” is taken. Choose another subdomain.' }).waitFor();
    expect(await page.locator('#tenant_subdomain').getAttribute('readonly')).toBe(null);
    expect(new Set(keys()).size).toBe(3);
    await closePage(page);
  });
});
