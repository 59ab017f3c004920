import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heapOf, scrolling } from '../../bench/inbox/scrolling.js';
import { isBehind, readableMetrics } from '../../bench/lag.js';
import { AUTHORS, seedMessages } from '../../bench/seed/messages.js';
import { EventLog } from '../../src/engine/log/event-log.js';
import { client } from '../fixtures/conversations.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { SITE } from '../support/site/app-visit.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, field, log, openConversation, textsIn, withPreferences } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const { APP_HISTORY } = process.env;
/** Messages of the history. `APP_HISTORY=100000` measures a long one on a calm machine. */
const LENGTH = Number(APP_HISTORY ?? 1_000);
const SLOW = 120_000 + LENGTH * 4;
/** Messages in the page at most: the window of the store, which a reader further up sees doubled. */
const MOST_SHOWN = 400;
const LONGEST_TASK_MS = 50;
const NEXT_PAINT_MS = 100;
const SECONDS = APP_HISTORY ? 20 : 3;
/** Of 100 frames, 95 are this quick on a screen of 60 Hz. */
const FRAME_MS = 17.5;
const MOST_GROWTH = 10 * 1_048_576;
const ID = 'case-0';

describe.skipIf(!browser)(`a history of ${LENGTH} messages`, () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off', ...readableMetrics });
    acme = await createTenant(tidings, 'acme');
    await withPreferences(acme, acme.owner);
    await acme.conversation(ID, { participants: [...AUTHORS, 'client'].map((id) => client(id)) });
    await seedMessages(tidings.app.get(EventLog), acme.tenantId, LENGTH);
    await acme.post(ID, 'The last one.');
    while (await isBehind(tidings.url)) await sleep(1_000);
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  test('is read from the end to older messages and back, and the place stays', { timeout: SLOW }, async () => {
    const page = await openConversation(visits, tidings, acme, ID);
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
    await acme.post(ID, 'A new one.');
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
    // A busy machine makes them longer.
    if (APP_HISTORY) expect(tasks.filter((each) => each > LONGEST_TASK_MS)).toEqual([]);
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('scrolls with the screen, in the same memory, and a key is painted at once', { timeout: SLOW }, async () => {
    const page = await openConversation(visits, tidings, acme, ID);
    await log(page).getByText('The last one.').waitFor();
    const upward = { list: '.log', rows: '.message', step: -60 };
    await scrolling(page, 2, 0, upward);
    const before = await heapOf(page);
    const { frames, longTasks, rows } = await scrolling(page, SECONDS, 0, upward);
    const grown = (await heapOf(page)) - before;
    const inTime = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0;
    await page.evaluate(`{
      window.paints = [0];
      new PerformanceObserver((list) => window.paints.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: 'event', durationThreshold: 16 });
    }`);
    await field(page).pressSequentially('Each key is painted at once.');
    await page.keyboard.press('Enter');
    await log(page).getByText('Each key is painted at once.').waitFor({ state: 'attached' });
    await page.locator('.newest').click();
    await expect.poll(() => textsIn(page)).toContain('Each key is painted at once.');
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await dialog(page).waitFor();
    const paint = Math.max(...(await page.evaluate<number[]>('window.paints')));
    console.info(
      `history of ${LENGTH}: 95 of 100 frames within ${inTime.toFixed(1)} ms, long tasks ${JSON.stringify(longTasks)}, ` +
        `${rows} messages in the page, memory +${(grown / 1_048_576).toFixed(1)} MiB, next paint ${paint} ms at most`,
    );
    expect(rows).toBeLessThanOrEqual(MOST_SHOWN);
    expect(grown).toBeLessThan(MOST_GROWTH);
    await closePage(page);
    // A busy machine moves these three.
    if (!APP_HISTORY) return;
    expect(longTasks.filter((each) => each > LONGEST_TASK_MS)).toEqual([]);
    expect(paint).toBeLessThanOrEqual(NEXT_PAINT_MS);
    expect(inTime).toBeLessThan(FRAME_MS);
  });
});
