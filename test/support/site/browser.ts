import { existsSync } from 'node:fs';
import packaged from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const OPTIONS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** The Chromium of `CHROMIUM_PATH`, or the one of npm. Undefined where none starts, and says so. */
export async function launchBrowser(): Promise<Browser | undefined> {
  try {
    const named = process.env.CHROMIUM_PATH;
    if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist`);
    const executablePath = named || (await packaged.executablePath());
    return await chromium.launch({ executablePath, args: OPTIONS, timeout: 60_000 });
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    console.error(`NO BROWSER: the browser tests of the site are skipped. ${reason}`);
    console.error('On Debian: apt install libnss3 libnspr4; or name a Chromium with CHROMIUM_PATH.');
    return undefined;
  }
}

/** Browsers in which no spec runs, and why. They count as skipped. */
export const OTHER_BROWSERS: readonly (readonly [name: string, reason: string])[] = [
  [
    'Firefox',
    'no registry has the build of Playwright, and its BiDi driver needs a command that 153 ESR of Debian lacks',
  ],
  ['WebKit', 'no registry has the build of Playwright, and it has no driver for WebKitGTK of Debian'],
];
