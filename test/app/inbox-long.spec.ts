import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedConversations } from '../../bench/seed/conversations.js';
import { EventLog } from '../../src/engine/log/event-log.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE, visitApp } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { until } from '../support/until.js';

const browser = await launchBrowser();
const SLOW = 120_000;
/** `npm run bench:inbox` has 50,000. */
const MANY = 2_000;
const MOST_ROWS = 60;

describe.skipIf(!browser)('a long inbox', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;
  let newestFirst: readonly string[];

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    await seedConversations(tidings.app.get(EventLog), acme.tenantId, acme.owner.id, MANY);
    const all = async (): Promise<number> =>
      (await acme.owner.mustCall('GET', '/conversations?limit=1')).body.total_elements;
    await until(all, (count) => count === MANY, 60_000);
    newestFirst = Array.from({ length: MANY }, (_, n) => `case-${MANY - 1 - n}`);
    page = await visitApp(visits, tidings, acme);
    await page.locator('.row a').first().waitFor();
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const focused = () =>
    page.evaluate<string>("document.activeElement?.getAttribute('href')?.match(/conversations\\/([^?]+)/)?.[1] ?? ''");
  const rowCount = () => page.locator('.row').count();
  /** The conversation at the top of the list, and how far its row is from there. */
  const top = () =>
    page.evaluate<[string, number] | undefined>(`(() => {
      const edge = document.querySelector('.scroller').getBoundingClientRect().top;
      const row = [...document.querySelectorAll('.row a')].find((each) => each.getBoundingClientRect().bottom > edge + 1);
      return row && [row.getAttribute('href').match(/conversations\\/([^?]+)/)[1], Math.round(row.getBoundingClientRect().top - edge)];
    })()`);
  const scrollTo = (share: number) =>
    page.evaluate(
      `(() => { const list = document.querySelector('.scroller'); list.scrollTop = list.scrollHeight * ${share}; })()`,
    );

  test('its end and its beginning are reached by keys', async () => {
    await page.locator('.row a').first().focus();
    await page.keyboard.press('End');
    await expect.poll(focused).toBe(newestFirst.at(-1));
    await page.keyboard.press('PageUp');
    await expect.poll(focused).not.toBe(newestFirst.at(-1));
    const place = newestFirst.indexOf(await focused());
    expect(place).toBeGreaterThan(MANY - 20);
    await page.keyboard.press('k');
    await expect.poll(focused).toBe(newestFirst[place - 1]);
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe(newestFirst[0]);
    expect(await rowCount()).toBeLessThan(MOST_ROWS);
  });

  test('any part of it is shown, and few rows are in the page', async () => {
    for (const share of [0.25, 0.9, 0.5]) {
      await scrollTo(share);
      const distance = async () => Math.abs(newestFirst.indexOf((await top())?.[0] ?? '') - MANY * share);
      await expect.poll(distance).toBeLessThan(3);
      expect(await rowCount()).toBeLessThan(MOST_ROWS);
    }
  });

  test('on a narrow screen it keeps its place while a conversation is open', async () => {
    await page.setViewportSize({ width: 375, height: 700 });
    await scrollTo(0.3);
    const distance = async () => Math.abs(newestFirst.indexOf((await top())?.[0] ?? '') - MANY * 0.3);
    await expect.poll(distance).toBeLessThan(3);
    const before = await top();
    await page.locator(`.row a[href*="/${before?.[0]}?"]`).click();
    await page.locator('.row a[aria-current]').waitFor({ state: 'attached' });
    expect(await page.locator('.row a[aria-current]').isVisible()).toBe(false);
    await page.goBack();
    await expect.poll(async () => (await top())?.[0]).toBe(before?.[0]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('a message elsewhere leaves the reader where they are', async () => {
    const before = await top();
    const id = before?.[0] ?? '';
    await acme.post('case-3', 'from the end of the list');
    const last = newestFirst.indexOf('case-3');
    await expect
      .poll(() => page.locator(`.row a[href*="${id}"]`).getAttribute('data-index'))
      .toBe(String(newestFirst.indexOf(id) + 1));
    expect(last).toBeGreaterThan(newestFirst.indexOf(id));
    await expect.poll(top).toEqual(before);
    await scrollTo(0);
    await page.locator('.row a', { hasText: 'from the end of the list' }).waitFor();
    expect(visits.complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });
});
