import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpFields } from '../../src/catalogue/signup.js';
import { startTidings, type Tidings } from '../support/api.js';
import { shell } from '../support/processes/shell.js';
import { lightViolations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage, withoutStorage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const PASSWORD = 'a quiet green river';
const INVITE = 'summer';

const valuesOf = (subdomain: string) => ({
  tenant_name: 'Acme 1',
  tenant_subdomain: subdomain,
  user_email: "o'hara@acme.example",
  user_password: PASSWORD,
  signup_invite_code: INVITE,
});

describe.skipIf(!browser)('signing up in a browser', () => {
  let tidings: Tidings;
  let page: Page;
  const sent: Request[] = [];
  const answers: (() => Promise<string>)[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist', SIGNUP_INVITE_CODES: INVITE });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  async function open(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    sent.length = 0;
    answers.length = 0;
    page = await openPage(browser!, `${tidings.url}/signup`, async (each) => {
      each.on('request', (request) => request.url().includes('/api/') && sent.push(request));
      await prepare?.(each);
    });
    await ready();
    return page;
  }
  const ready = () => page.locator('.sign-up-form fieldset:enabled').waitFor();
  const keys = () => sent.map((request) => request.headers()['idempotency-key']);
  const fill = async (values: Partial<ReturnType<typeof valuesOf>>) => {
    if (
      values.signup_invite_code !== undefined &&
      !(await more()
        .getAttribute('open')
        .then((open) => open !== null))
    )
      await more().locator('summary').click();
    for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
  };
  const more = () => page.locator('.sign-up-form details.more');
  const submit = () => page.getByRole('button', { name: 'Create tenant' }).click();
  const summary = () => page.locator('.sign-up-form [role=alert]');
  const focused = () => page.evaluate<string>('document.activeElement.id || document.activeElement.className');
  const rulesKept = (count: number) =>
    expect.poll(() => page.locator('#user_password-rules [data-kept=true]').count()).toBe(count);
  /** The list of common passwords is loaded when the field first has the focus. */
  const commonPasswordsLoaded = () => fill({ user_password: PASSWORD }).then(() => rulesKept(2));
  const succeeded = () => page.waitForURL('**/signup-success*');
  const shownId = () => page.locator('[data-value=tenant_id]').textContent();
  /** The service works, and its answer is lost on the way: the first `times` times. */
  const loseAnswers = async (times: number) => {
    let lost = 0;
    await page.route('**/api/v1/signup', async (route) => {
      if (lost++ >= times) return route.continue();
      const answer = await route.fetch();
      answers.push(async () => (await answer.json()).tenant_id);
      await route.abort();
    });
  };

  test('by keyboard alone, to three calls that work, kept on reload without the password', {
    timeout: SLOW,
  }, async () => {
    await open();
    expect(sent).toEqual([]);
    await page.locator('#tenant_name').focus();
    for (const name of Object.keys(signUpFields)) {
      expect(await focused()).toBe(name);
      const value = (valuesOf('keyboard') as Record<string, string>)[name];
      if (value) await page.keyboard.type(value);
      await page.keyboard.press('Tab');
      if (name !== 'user_password') continue;
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('More');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
    }
    expect(sent).toEqual([]);
    await page.keyboard.press('Enter');
    await succeeded();
    expect(sent.map((request) => request.postDataJSON())).toEqual([
      { ...valuesOf('keyboard'), preferred_language: 'en' },
    ]);
    await page.reload();
    expect(page.url()).toBe(`${tidings.url}/signup-success`);
    const kept = await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    expect(kept).toContain(await shownId());
    expect(kept).not.toContain(PASSWORD);
    expect(await page.content()).not.toContain(PASSWORD);

    const copied = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-code]')].map(({ dataset }) => dataset.code)",
    );
    const shown = await page.locator('tidings-signed-up pre').allInnerTexts();
    // The button copies what is shown: its lines end with DEL, as Expressive Code writes them.
    const letters = (code: string) => code.replace(/[\s\x7f]/g, '');
    expect(copied.map(letters)).toEqual(shown.map(letters));
    const script = copied.map((code) => code.replaceAll('\x7f', '\n')).join('\n');
    const printed = await shell(script, `${PASSWORD}\n`);
    expect(printed).toContain('"email":"o\'hara@acme.example"');
    expect(printed).toContain('"id":"support"');
    await closePage(page);
  });

  test('an empty form: each rule at its field, the summary has the focus and leads to the fields', {
    timeout: SLOW,
  }, async () => {
    await open();
    await submit();
    expect(await focused()).toBe('failure');
    const required = Object.entries(signUpFields).filter(([, field]) => !('optional' in field));
    expect(await summary().getByRole('link').count()).toBe(required.length);
    await summary().getByRole('link', { name: 'Enter your e-mail address.' }).click();
    expect(await focused()).toBe('user_email');
    expect(await page.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
    const about = (await page.getByLabel('E-mail address').getAttribute('aria-describedby')) ?? '';
    expect(about.split(' ')).toContain('user_email-error');
    await commonPasswordsLoaded();
    await fill({ tenant_name: '-a', tenant_subdomain: 'Acme', user_email: 'ada', user_password: 'password1' });
    await submit();
    expect(await page.locator('.field .error').allTextContents()).toEqual([
      'Use 3 to 20 characters in the name of the tenant.',
      'Use lower-case letters, digits, “_” and “-” in the subdomain, with a letter or digit first.',
      'Enter an e-mail address in full, such as anna@acme.example.',
      'The password is too common. Choose another password.',
    ]);
    expect(await lightViolations(page)).toEqual([]);
    expect(sent).toEqual([]);
    expect(await page.locator('#tenant_subdomain').inputValue()).toBe('Acme');
    await closePage(page);
  });

  test('the rules of the password follow the typing, and the password can be shown', { timeout: SLOW }, async () => {
    await open();
    await commonPasswordsLoaded();
    for (const [password, kept] of Object.entries({ '': 0, password: 1, '🐦🐦🐦🐦🐦🐦🐦🐦': 2, '🐦🐦🐦🐦🐦🐦🐦': 1 })) {
      await fill({ user_password: password });
      await rulesKept(kept);
    }
    await page.getByRole('button', { name: 'Show password' }).click();
    await page.locator('#user_password[type=text]').waitFor();
    expect(sent).toEqual([]);
    await closePage(page);
  });

  test('an answer is lost: the same form has the same key and makes no second tenant', { timeout: SLOW }, async () => {
    await open();
    await loseAnswers(2);
    await fill(valuesOf('lost'));
    for (const _ of ['first', 'second']) {
      await submit();
      await summary().getByText('The tenant may or may not exist').waitFor();
      await ready();
    }
    expect(await page.locator('#tenant_subdomain').getAttribute('readonly')).not.toBe(null);
    await submit();
    await succeeded();
    expect(new Set(keys()).size).toBe(1);
    expect(await shownId()).toBe(await answers[0]?.());
    await closePage(page);
  });

  test('an answer is lost and the form is changed: the tenant of the first attempt is found', {
    timeout: SLOW,
  }, async () => {
    await open();
    await loseAnswers(1);
    await fill(valuesOf('changed'));
    await submit();
    await summary().getByText('The tenant may or may not exist').waitFor();
    await ready();
    await fill({ tenant_name: 'Other name' });
    await submit();
    await succeeded();
    expect(await shownId()).toBe(await answers[0]?.());
    expect(await page.locator('[data-value=name]').textContent()).toBe('Acme 1');
    await closePage(page);
  });

  test('an answer is lost and the page reloaded: the form is filled again, but for the password', {
    timeout: SLOW,
  }, async () => {
    await open();
    await loseAnswers(1);
    await fill(valuesOf('reloaded'));
    await submit();
    await summary().getByText('The tenant may or may not exist').waitFor();
    await page.reload();
    await ready();
    expect(await page.locator('#tenant_name').inputValue()).toBe('Acme 1');
    expect(await page.locator('#user_password').inputValue()).toBe('');
    await fill({ user_password: 'another green river' });
    await submit();
    await page.locator('#tenant_subdomain-error').waitFor();
    await page.evaluate(`sessionStorage.setItem('tidings.signup-pending', JSON.stringify({
      key: ${JSON.stringify(keys()[0])}, body: ${JSON.stringify({ ...valuesOf('reloaded'), user_password: undefined, preferred_language: 'en' })} }))`);
    await page.reload();
    await ready();
    await fill({ user_password: PASSWORD });
    await submit();
    await succeeded();
    expect(await shownId()).toBe(await answers[0]?.());
    await closePage(page);
  });

  test('pressed twice, one call goes out', { timeout: SLOW }, async () => {
    await open();
    await fill(valuesOf('twice'));
    await page.evaluate("for (let i = 0; i < 3; i++) document.querySelector('.sign-up-form').requestSubmit()");
    await succeeded();
    expect(sent).toHaveLength(1);
    await closePage(page);
  });

  test('where storage throws, the next page still names the tenant', { timeout: SLOW }, async () => {
    await open(withoutStorage);
    await fill(valuesOf('stored'));
    await submit();
    await succeeded();
    const [, id] = page.url().split('#');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(await page.locator('pre').first().innerText()).toContain(`/auth/${id}/oauth2/token`);
    await page.goto(`${tidings.url}/signup-success#'; rm -rf ~`);
    await page.reload();
    expect(await page.locator('pre').first().innerText()).toContain('/auth/TENANT_ID/');
    await closePage(page);
  });
});
