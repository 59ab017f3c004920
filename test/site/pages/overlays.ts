import type { Browser } from 'playwright-core';
import { violations } from '../../support/site/axe.js';

/** Violations of the page while its menu is open on a phone, and while the search shows results, in both themes. */
export async function inspectOverlays(browser: Browser, origin: string, route: string): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width: 375, height: 800 }, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}${route}`);
    const found: string[] = [];
    const look = async (what: string) => {
      for (const each of await violations(page)) found.push(`${route}: ${what} ${each}`);
    };
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await look('menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox').fill('participant');
    await page.locator('tidings-search li a').first().waitFor();
    await look('search');
    return found;
  } finally {
    await context.close();
  }
}
