import { signedIn } from '../../test/fixtures/people.js';
import { OWNER_EMAIL } from '../../test/fixtures/tokens.js';
import { httpClient } from '../../test/support/http-client.js';
import { visitApp } from '../../test/support/site/app-visit.js';
import { launchBrowser } from '../../test/support/site/browser.js';
import { AppVisits } from '../../test/support/site/reset-page.js';
import { until } from '../../test/support/until.js';
import { seededProduct } from '../product.js';
import { grid } from '../table.js';
import { heapOf, scrolling } from './scrolling.js';

/**
 * `npm run bench:inbox`: scrolls the app's list of 50,000 conversations. It exits with 1 if a task takes 50 ms, or if memory
 * grows with what was shown.
 */
const MANY = 50_000;
const DEEP = `/conversations?archived=false&limit=88&offset=${MANY - 100}`;
const CAUGHT_UP_MS = 300_000;
const SECONDS = 20;
const JUMPS = 30;
const MOST_TASK_MS = 50;
const MOST_ROWS = 60;
const MOST_GROWTH = 10 * 1_048_576;

const browser = await launchBrowser();
if (!browser) process.exit(2);
const { child, tenant } = await seededProduct({ conversations: MANY });
const url = `http://127.0.0.1:${child.port}`;
const owner = await signedIn(httpClient(url), tenant.tenantId, OWNER_EMAIL);
// Right after the seeding the service may still read what was seeded.
const isThere = async () => (await owner.mustCall('GET', DEEP)).body.total_elements === MANY;
await until(isThere, Boolean, CAUGHT_UP_MS);
const page = await visitApp(new AppVisits(browser), { url }, tenant);
await page.locator('.row a').first().waitFor();
await scrolling(page, 2, 5);
const before = await heapOf(page);
const { frames, longTasks, rows } = await scrolling(page, SECONDS, JUMPS);
const grown = (await heapOf(page)) - before;

await page.locator('.row a').first().focus();
const pressedAt = performance.now();
await page.keyboard.press('End');
await page.locator(`.row a[data-index="${MANY - 1}"]`).waitFor();
const toEnd = performance.now() - pressedAt;

const sorted = frames.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const mebibytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`;
const longest = Math.max(0, ...longTasks);
const lines = [
  ['what', 'measured', 'bound'],
  ['longest task', ms(longest), `< ${MOST_TASK_MS} ms`],
  ['tasks over 50 ms', String(longTasks.length), '0'],
  ['frames: median', ms(at(0.5)), ''],
  ['frames: 95 of 100 within', ms(at(0.95)), ''],
  ['rows in the page', String(rows), `≤ ${MOST_ROWS}`],
  ['memory in use', mebibytes(before + grown), ''],
  ['growth by scrolling', mebibytes(grown), `≤ ${mebibytes(MOST_GROWTH)}`],
  ['the End key shows the last conversation after', ms(toEnd), ''],
];
process.stdout.write(`${grid(lines)}\n`);
await browser.close();
await child.stop();
process.exit(longTasks.length === 0 && rows <= MOST_ROWS && grown <= MOST_GROWTH ? 0 : 1);
