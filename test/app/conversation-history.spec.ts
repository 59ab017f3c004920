import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { log, openConversation, withPreferences } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
/** Messages of the history. `APP_HISTORY=100000` measures a long one. */
const LENGTH = Number(process.env.APP_HISTORY ?? 1_000);
/** Milliseconds for the whole, with its posts. */
const SLOW = 120_000 + LENGTH * 20;
const AT_ONCE = 100;
/** Messages in the page at most: the window of the store, which a reader further up sees doubled. */
const MOST_SHOWN = 400;
const LONGEST_TASK_MS = 50;

describe.skipIf(!browser)(`a history of ${LENGTH} messages`, () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme');
    await withPreferences(acme, acme.owner);
    await acme.conversationWithClient('long');
    for (let from = 0; from < LENGTH; from += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, LENGTH - from) }, (_, at) =>
          acme.owner.mustCall('POST', '/conversations/long/messages', {
            kind: 'TEXT',
            text: `Message ${from + at} ${'with some words '.repeat(at % 7)}`,
            participant_id: 'client',
          }),
        ),
      );
    await acme.post('long', 'The last one.');
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test('is read from the end to older messages and back, and the place stays', { timeout: SLOW }, async () => {
    const page = await openConversation(visits, tidings, acme, 'long');
    await log(page).getByText('The last one.').waitFor();
    const evaluate = <T>(script: string) => page.evaluate<T>(script);
    await evaluate(`{
      window.tasks = [];
      new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ entryTypes: ['longtask'] });
    }`);
    const LOG = "document.querySelector('.log')";
    const shown = () => log(page).locator('.message').count();
    const sequences = () =>
      evaluate<number[]>(
        `[...document.querySelectorAll('.message time')].map(({ title }) => Number(title.match(/\\d+/)[0]))`,
      );
    const first = async () => (await sequences())[0] ?? 0;
    expect(await evaluate<number>(`${LOG}.scrollHeight - ${LOG}.scrollTop - ${LOG}.clientHeight`)).toBeLessThan(2);
    const last = LENGTH + 1;
    let before = await first();
    expect(before).toBe(last - 49);
    for (let round = 0; round < 8; round++) {
      await evaluate(`${LOG}.scrollTop = 300`);
      const place = await evaluate<number>(`{
        const top = ${LOG}.getBoundingClientRect().top;
        const node = [...document.querySelectorAll('[data-id]')].find((each) => each.getBoundingClientRect().bottom > top);
        window.anchor = node.dataset.id;
        node.getBoundingClientRect().bottom;
      }`);
      await expect.poll(first).toBeLessThan(before);
      before = await first();
      const after = await evaluate<number>(
        `document.querySelector('[data-id="' + window.anchor + '"]').getBoundingClientRect().bottom`,
      );
      expect(Math.abs(after - place)).toBeLessThan(3);
      expect(await shown()).toBeLessThanOrEqual(MOST_SHOWN);
    }
    const run = await sequences();
    expect(run).toEqual(run.map((_, at) => (run[0] ?? 0) + at));
    await acme.post('long', 'A new one.');
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    const reached = run.at(-1) ?? 0;
    expect(reached).toBeLessThan(last);
    await evaluate(`${LOG}.scrollTop = ${LOG}.scrollHeight`);
    await expect.poll(async () => (await sequences()).at(-1)).toBeGreaterThan(reached);
    await page.getByRole('button', { name: '1 new message' }).click();
    await log(page).getByText('A new one.').waitFor();
    await expect
      .poll(() => evaluate<number>(`${LOG}.scrollHeight - ${LOG}.scrollTop - ${LOG}.clientHeight`))
      .toBeLessThan(2);
    const tasks = await evaluate<number[]>('window.tasks');
    console.info(`history of ${LENGTH}: ${tasks.length} long tasks, the longest of ${Math.max(0, ...tasks)} ms`);
    expect(tasks.filter((each) => each > 4 * LONGEST_TASK_MS)).toEqual([]);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });
});
