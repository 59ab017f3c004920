import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparison, READ_IN, rivals } from '../../../site/src/facts/rivals.js';
import { story } from '../../../site/src/islands/play.story.js';
import { requestToken } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { lightViolations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { closePage, openPage } from '../../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const STILL = { reducedMotion: 'reduce' } as const;

describe.skipIf(!browser)('the home page', () => {
  let tidings: Tidings;
  let page: Page;
  let signUp: Request | undefined;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  async function open(options: BrowserContextOptions = {}): Promise<void> {
    page = await openPage(
      browser!,
      `${tidings.url}/`,
      async (each) =>
        each.on('request', (request) => {
          if (request.url().endsWith('/api/v1/signup')) signUp = request;
        }),
      options,
    );
  }

  test('after a live run both sides open, and the first owner keeps the tenant', { timeout: SLOW }, async () => {
    await open({ ...STILL, locale: 'en-US' });
    await page.getByRole('button', { name: 'Run it live' }).click();
    await page.locator('.play [role=status]', { hasText: /^6 events/ }).waitFor({ timeout: SLOW });
    const { demo, user_password: password, user_email: email } = signUp!.postDataJSON();
    expect(demo).toBe(true);
    /** The service names its public address, and listens at another port here. */
    const visit = async (name: string) => {
      const url = new URL((await page.getByRole('link', { name }).getAttribute('href'))!);
      const side = await page.context().newPage();
      await side.goto(`${tidings.url}${url.pathname}${url.search}${url.hash}`);
      return side;
    };
    const grace = await visit('Open as Grace');
    for (const { is, text } of story)
      if (is === 'message') await grace.getByText(text, { exact: true }).first().waitFor();
    const ada = await visit('Open as Ada');
    await ada.getByText('The heating hums').first().waitFor();
    expect(await ada.locator('input[name=password]').count()).toBe(0);

    const tenantId: string = (await (await signUp!.response())!.json()).tenant_id;
    const token = await requestToken(tidings, tenantId, { grant_type: 'password', username: email, password });
    const tenant = async () => (await tidings.call('GET', '/tenant', { token: token.body.access_token })).body;
    expect(await tenant()).toHaveProperty('demo_until');
    await page.getByRole('button', { name: 'Keep this tenant' }).click();
    await page.locator('.play .kept', { hasText: /^The tenant demo-[0-9a-f]{12} stays\./ }).waitFor();
    expect(await tenant()).not.toHaveProperty('demo_until');
    const ways = page.locator('.play .ways-in');
    expect(await ways.locator('dd').allTextContents()).toEqual([expect.stringContaining(tenantId), email, password]);
    await ways.locator('summary').click();
    await expect.poll(() => page.content()).not.toContain(password);
    expect(await page.getByRole('button', { name: 'Keep this tenant' }).isDisabled()).toBe(true);
    expect(await lightViolations(page)).toEqual([]);
    await closePage(page);
  });

  test.each([
    [768, true],
    [767, false],
  ])('at %i px the three lanes are side by side: %s', { timeout: SLOW }, async (width, isBeside) => {
    await open({ ...STILL, viewport: { width, height: 900 } });
    const boxes = await Promise.all(
      ['.widget', '.log', '.inbox'].map((lane) => page.locator(`.play ${lane}`).boundingBox()),
    );
    const [widget, log, inbox] = boxes.map((box) => box!);
    expect(widget!.x < log!.x && log!.x < inbox!.x).toBe(isBeside);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await closePage(page);
  });

  test.each([true, false])(
    'each proof is one press away, with JavaScript: %s',
    { timeout: SLOW },
    async (javaScriptEnabled) => {
      await open({ ...STILL, javaScriptEnabled });
      for (const [name, shown] of [
        ['Show the call and the audit', '0 differences'],
        ['Show a socket that resumes', 'SUBSCRIBE {'],
        ['Show a delivery', 'webhook-signature: v1,'],
      ] as const) {
        const proof = page.locator('.proofs details', { hasText: name });
        expect(await proof.getByText(shown).first().isVisible()).toBe(false);
        await proof.locator('summary').click();
        expect(await proof.getByText(shown).first().isVisible(), name).toBe(true);
      }
      await closePage(page);
    },
  );

  test('each compared fact has a source, and what we do not know is named', { timeout: SLOW }, async () => {
    await open(STILL);
    const rows = page.locator('.comparison tbody tr');
    expect(await rows.count()).toBe(comparison.length);
    for (const [at, { tidings: ours, others }] of comparison.entries()) {
      const cells = rows.nth(at).locator('td');
      const claims = [ours, ...rivals.map((name) => others[name])];
      for (const [nth, claim] of claims.entries()) {
        const cell = cells.nth(nth);
        expect((await cell.textContent())?.trim()).toBe(claim?.text ?? 'Not compared');
        if (claim) expect(await cell.locator('a').getAttribute('href')).toBe(claim.source);
      }
      for (const claim of claims) expect(claim?.source ?? 'https:').toMatch(/^(https:|\/docs)/);
    }
    await page.getByText(READ_IN).waitFor();
    await closePage(page);
  });
});
