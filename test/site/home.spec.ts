import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { story } from '../../site/src/islands/play.story.js';
import { writePosition } from '../../src/catalogue/positions.js';
import { EVENT_STORE, type EventStore } from '../../src/ports/stores/event-store.js';
import { signUpBody } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { lightViolations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { closePage, openPage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const STILL = { reducedMotion: 'reduce' } as const;
const ANIMATIONS = "document.querySelector('.play').getAnimations({ subtree: true })";
/** Every random subdomain is `demo-000000000000` until a test lifts it. */
const SAME_NAMES = `const real = crypto.getRandomValues.bind(crypto);
  globalThis.same = true;
  crypto.getRandomValues = (bytes) => (same && bytes.length === 6 ? bytes.fill(0) : real(bytes));`;

/** Keeps what a live run does after its pauses, to be done by the test. */
const KEEP_PAUSES = `globalThis.pauses = [];
  const real = setTimeout;
  globalThis.setTimeout = (run, ms, ...rest) => (ms === 1600 ? void pauses.push(run) : real(run, ms, ...rest));`;

describe.skipIf(!browser)('the home page in a browser', () => {
  let tidings: Tidings;
  let page: Page;
  const sent: Request[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: 'site/dist' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  async function open(
    options: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<unknown>,
    url = tidings.url,
  ): Promise<Page> {
    sent.length = 0;
    complaints.length = 0;
    page = await openPage(
      browser!,
      `${url}/`,
      async (each) => {
        each.on('request', (request) => void (/\/(api|sdk|socket\.io)\//.test(request.url()) && sent.push(request)));
        each.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
        await prepare?.(each);
      },
      options,
    );
    return page;
  }
  const again = () => page.locator('.play .again');
  const live = () => page.getByRole('button', { name: 'Run it live' });
  const press = () => live().click();
  const status = (text: string | RegExp) =>
    page.locator('.play [role=status]', { hasText: text }).waitFor({ timeout: SLOW });
  const ran = () => status(/^6 events, positions p\w+ to p\w+, in the tenant demo-[0-9a-f]{12}\.$/);
  const texts = (selector: string) => page.locator(`.play ${selector}`).allTextContents();
  const states = () => page.evaluate<string[]>(`[...new Set(${ANIMATIONS}.map((each) => each.playState))]`);
  const at = (ms: number) => page.evaluate(`${ANIMATIONS}.forEach((each) => { each.currentTime = ${ms}; })`);
  const opacities = (selector: string) =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('.play ${selector}')].map((each) => Number(getComputedStyle(each).opacity))`,
    );
  const signUps = () => sent.filter((request) => request.url().endsWith('/api/v1/signup'));
  const answered = async (request: Request | undefined) => (await (await request!.response())!.json()).tenant_id;

  /** Types and positions of the conversation's events in the log, without those of its creation. */
  async function loggedEvents(tenantId: string, id: string) {
    const all = await tidings.app.get<EventStore>(EVENT_STORE).readAll(0, 10_000);
    const own = all.filter(({ stream }) => stream.includes(tenantId) && stream.includes(id));
    return own.slice(3).map(({ type, position }) => [type, writePosition(position)]);
  }
  const shownEvents = async () => {
    const positions = (await texts('.events span')).map((each) => each.trim().split(' ')[0]);
    return (await texts('.events b')).map((type, nth) => [type, positions[nth]]);
  };

  test('plays once when it is seen, can be paused, and plays again on a press', { timeout: SLOW }, async () => {
    await open({ viewport: { width: 1200, height: 200 } });
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await states()).not.toContain('running');
    await page.locator('.play .steps').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await states()).toContain('running');
    await at(0);
    await again().focus();
    await page.keyboard.press('Enter');
    expect([await states(), await again().textContent()]).toEqual([['paused'], 'Play']);
    await at(2_000);
    expect(await opacities('.step:first-child :is(.said, li)')).toEqual([1, 1, 1, 1, 1]);
    expect(new Set(await opacities('.step:nth-child(n + 3) :is(.said, li)'))).toEqual(new Set([0]));
    await page.keyboard.press('Enter');
    expect([await states(), await again().textContent()]).toEqual([['running'], 'Pause']);
    await at(60_000);
    await page.getByRole('button', { name: 'Play again' }).waitFor();
    expect(new Set(await opacities(':is(.said, li)'))).toEqual(new Set([1]));
    await page.keyboard.press('Enter');
    expect([await states(), await again().textContent()]).toEqual([['running'], 'Pause']);
    expect(sent).toEqual([]);
    await closePage(page);
  });

  test.each<[string, BrowserContextOptions]>([
    ['with reduced motion', STILL],
    ['without JavaScript', { javaScriptEnabled: false }],
  ])('%s it is a still picture of all steps', { timeout: SLOW }, async (_, options) => {
    await open(options);
    for (const { text, is } of story)
      for (const lane of is === 'message' ? ['.widget', '.inbox'] : ['.log'])
        expect(await page.locator(`.play ${lane}`).getByText(text).isVisible(), `${lane} ${text}`).toBe(true);
    expect(await page.locator('.play .follows b').getByText('message.created').count()).toBe(3);
    expect(await again().isVisible()).toBe(false);
    expect(await live().isVisible()).toBe(options.javaScriptEnabled !== false);
    expect(await page.getByRole('link', { name: 'Open as Grace' }).isVisible()).toBe(false);
    if (options.javaScriptEnabled !== false) expect(await states()).toEqual([]);
    await page.getByRole('link', { name: 'Quick start' }).first().waitFor();
    await closePage(page);
  });

  test('runs live by keyboard in a tenant of its own; the second run is in the same tenant', {
    timeout: SLOW,
  }, async () => {
    await open(STILL, (each) =>
      each.addInitScript(`globalThis.shift = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) globalThis.shift += value; })
        .observe({ type: 'layout-shift', buffered: true });`),
    );
    expect(sent).toEqual([]);
    const recorded = await shownEvents();
    await page.evaluate('globalThis.shift = 0');
    await live().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await ran();
    const tenantId = await answered(signUps()[0]);
    expect(await shownEvents()).toEqual(await loggedEvents(tenantId, 'case-1'));
    expect((await shownEvents()).map(([type]) => type)).toEqual(recorded.map(([type]) => type));
    expect(await texts('[data-live=call]')).toEqual(['202', '204', '202', '200']);
    expect(await texts('[data-live=unread]')).toEqual(['1 unread', '0 unread', '0 unread', '0 unread', '1 unread']);
    expect(new Set(await texts('[data-live=source]'))).toEqual(new Set(['event feed']));
    expect(await page.evaluate('shift')).toBe(0);
    await press();
    await status('Creating a conversation');
    await ran();
    expect(await shownEvents()).toEqual(await loggedEvents(tenantId, 'case-2'));
    expect(signUps()).toHaveLength(1);
    expect(await lightViolations(page)).toEqual([]);
    const known = JSON.stringify([signUps()[0]?.postDataJSON().user_password]).slice(2, -2);
    expect(await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toContain(
      known,
    );
    expect(await page.content()).not.toContain(known);
    expect(complaints).toEqual([]);
    await closePage(page);
  });

  test('a live run moves step by step, and its picture plays again', { timeout: SLOW }, async () => {
    await open({}, (each) => each.addInitScript(KEEP_PAUSES));
    await press();
    for (const step of [1, 2, 3, 4]) {
      await status(`Step ${step} of 5`);
      expect(await page.locator('.play .step[data-waits]').count()).toBe(5 - step);
      expect(await again().isDisabled()).toBe(true);
      // The page's content security policy refuses what waitForFunction evaluates while it polls.
      await expect.poll(() => page.evaluate('pauses.length > 0'), { timeout: SLOW }).toBe(true);
      await page.evaluate('pauses.pop()()');
    }
    await ran();
    await at(60_000);
    await page.getByRole('button', { name: 'Play again' }).click();
    expect(await states()).toEqual(['running']);
    expect(new Set(await opacities('.step:nth-child(n + 3) .said'))).toEqual(new Set([0]));
    await closePage(page);
  });

  test('an answer is lost: the next press goes on in the same tenant', { timeout: SLOW }, async () => {
    await open(STILL);
    const recorded = await shownEvents();
    let lost: string | undefined;
    await page.route('**/api/v1/signup', async (route) => {
      if (lost) return route.continue();
      lost = (await (await route.fetch()).json()).tenant_id;
      await route.abort();
    });
    await press();
    await status('The tenant may or may not exist. Press again');
    expect(await shownEvents()).toEqual(recorded);
    await press();
    await ran();
    expect(await answered(signUps()[1])).toBe(lost);
    expect(await shownEvents()).toEqual(await loggedEvents(lost!, 'case-1'));
    await closePage(page);
  });

  test('offline the demo says so; the connection comes back and breaks in the middle', { timeout: SLOW }, async () => {
    await open(STILL);
    const recorded = await shownEvents();
    await page.context().setOffline(true);
    await press();
    await status('The demo did not load');
    await page.context().setOffline(false);
    await page.route('**/messages', (route) => route.abort());
    await press();
    await status('The service did not respond. Press again to continue');
    expect(await shownEvents()).toEqual(recorded);
    await page.unroute('**/messages');
    await press();
    await ran();
    expect(signUps()).toHaveLength(1);
    expect(await page.locator('.play[data-is=live] [data-waits]').count()).toBe(0);
    await closePage(page);
  });

  test('a subdomain that is taken is shown, and the next press takes another one', { timeout: SLOW }, async () => {
    await tidings.call('POST', '/signup', { body: signUpBody('demo-000000000000') });
    await open(STILL, (each) => each.addInitScript(SAME_NAMES));
    await press();
    await status('The subdomain demo-000000000000 is taken.');
    await page.evaluate('globalThis.same = false');
    await press();
    await ran();
    await closePage(page);
  });

  test('where sign-up takes an invite code or is limited, the page says so', { timeout: SLOW }, async () => {
    const closed = await startTidings({
      SITE_DIR: 'site/dist',
      SIGNUP_INVITE_CODES: 'summer',
      RATE_LIMITS: 'signup=1',
    });
    await open(STILL, undefined, closed.url);
    await press();
    await status('This service signs up tenants by invite code only.');
    await press();
    await status(/^Too many requests\. Press again in \d+ seconds\.$/);
    expect(await live().getAttribute('aria-disabled')).toBe(null);
    await closePage(page);
    await closed.close();
  });
});
