import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { OWNER_EMAIL, PASSWORD } from '../../fixtures/tokens.js';
import type { Tidings } from '../api.js';
import type { AppVisits } from './reset-page.js';

/** The built site. `APP_SITE` names the folder of a build of the app alone (site/build/app-only.ts). */
export const SITE = process.env.APP_SITE ?? 'site/dist';

/** A folder for pictures of the app, to be looked at. */
const { APP_PICTURES } = process.env;
/** `APP_WIDTH=1024` shows the states of settings, audit and inbox as a small laptop has them. */
const WIDTH = Number(process.env.APP_WIDTH ?? 1440);

export interface Visit extends BrowserContextOptions {
  /** Below `/app`. Default: the inbox. */
  readonly path?: string;
  readonly email?: string;
}

/** A page of the app of a tenant, after its sign-in with a password. */
export async function visitApp(
  visits: AppVisits,
  { url }: Pick<Tidings, 'url'>,
  { tenantId }: { readonly tenantId: string },
  { path = '', email = OWNER_EMAIL, ...options }: Visit = {},
): Promise<Page> {
  const page = await visits.open(`${url}/app${path}?tenant=${tenantId}`, {
    viewport: { width: WIDTH, height: 900 },
    ...options,
  });
  await signIn(page, email);
  return page;
}

export async function signIn(page: Page, email = OWNER_EMAIL, password = PASSWORD): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('.sign-in input[name=password]').waitFor({ state: 'detached' });
}

/** Pictures of a state in both themes, where `APP_PICTURES` names a folder. */
export async function pictures(page: Page, name: string): Promise<void> {
  if (!APP_PICTURES) return;
  const { width = 0 } = page.viewportSize() ?? {};
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await page.screenshot({ path: join(APP_PICTURES, `${name}-${width}-${theme}.png`) });
  }
  await page.evaluate("document.documentElement.dataset.theme = 'light'");
}
