import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Runs `holds` before the page asks for anything, in a context of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<unknown>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(url);
  return page;
}

export const closePage = (page: Page): Promise<void> => page.context().close();

/** Storage of the browser that throws, as where a reader blocks it. */
export const withoutStorage = (page: Page) =>
  page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new Error('blocked'); } });`);
