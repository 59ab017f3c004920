import { startTidings } from '../../support/api.js';
import { launchBrowser } from '../../support/site/browser.js';
import { complaints, inspect, MOST_BYTES, MOST_SHIFT } from './inspect.js';
import { inspectOverlays } from './overlays.js';
import { routesOfSite } from './routes.js';

/**
 * `npm run test:pages [-- /docs/concepts]`: every page of the sitemap, or those below a path, is loaded cold, and held against the bounds of its bytes and layout
 * shift and against all rules of axe, in both themes, with the menu open and with the search open. Exits with 1 if one fails.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);

const browser = await launchBrowser();
if (!browser) process.exit(2);
const tidings = await startTidings({ SITE_DIR: 'site/dist' });
const wrong: string[] = [];
try {
  say('  bytes requests  shift violations route');
  for (const route of routesOfSite().filter((each) => each.startsWith(process.argv[2] ?? '/'))) {
    const page = await inspect(browser, tidings.url, route, true);
    const overlays = await inspectOverlays(browser, tidings.url, route);
    const count = page.violations.length + overlays.length;
    const numbers = [
      String(page.bytes).padStart(7),
      String(page.requests).padStart(8),
      page.shift.toFixed(3).padStart(6),
    ];
    say(`${numbers.join(' ')} ${String(count).padStart(10)} ${route}`);
    wrong.push(...complaints(page), ...overlays);
  }
} finally {
  await browser.close();
  await tidings.close();
}
for (const each of wrong) say(each);
say(`at most ${MOST_BYTES} bytes and a shift of ${MOST_SHIFT}: ${wrong.length === 0 ? 'passed' : 'failed'}`);
process.exit(wrong.length === 0 ? 0 : 1);
