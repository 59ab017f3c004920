import type { Browser, Page } from 'playwright-core';
import { lightViolations, violations } from '../../support/site/axe.js';

/** One page, loaded into an empty cache. */
export interface Inspection {
  readonly route: string;
  /** Bytes over the wire, headers included. */
  readonly bytes: number;
  readonly requests: number;
  /** Cumulative layout shift, the larger one of both widths. */
  readonly shift: number;
  /** `light: rule: elements`. */
  readonly violations: readonly string[];
}

export const MOST_BYTES = 100 * 1024;
export const MOST_SHIFT = 0.05;

const OBSERVE = `window.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.__shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

const shiftOf = (page: Page) =>
  page.evaluate<number>(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.__shift))))',
  );

/**
 * Loads the page cold at 1440 px and holds it against all rules. In full: in both themes, and its layout shift also at
 * 375 px.
 */
export async function inspect(browser: Browser, origin: string, route: string, full: boolean): Promise<Inspection> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  try {
    await context.addInitScript(OBSERVE);
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const sizes: number[] = [];
    network.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
    await network.send('Network.enable');
    await page.goto(`${origin}${route}`);
    const wide = await shiftOf(page);
    const [bytes, requests] = [sizes.reduce((sum, size) => sum + size, 0), sizes.length];
    const found = await (full ? violations(page) : lightViolations(page));
    if (!full) return { route, bytes, requests, shift: wide, violations: found };
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${origin}${route}`);
    return { route, bytes, requests, shift: Math.max(wide, await shiftOf(page)), violations: found };
  } finally {
    await context.close();
  }
}

/** The faults of a page, one line each. */
export const complaints = ({ route, bytes, shift, violations: found }: Inspection): string[] => [
  ...(bytes > MOST_BYTES ? [`${route}: ${bytes} bytes, at most ${MOST_BYTES}`] : []),
  ...(shift > MOST_SHIFT ? [`${route}: layout shift ${shift.toFixed(3)}, at most ${MOST_SHIFT}`] : []),
  ...found.map((each) => `${route}: ${each}`),
];
