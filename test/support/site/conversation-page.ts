import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Tenant } from '../../fixtures/tenant.js';
import type { Tidings } from '../api.js';
import { visitApp } from './app-visit.js';
import type { AppVisits } from './reset-page.js';

export interface Opening extends BrowserContextOptions {
  readonly email?: string;
}

/** A page of a conversation in the app, after the sign-in, once its log is there. */
export async function openConversation(
  visits: AppVisits,
  tidings: Tidings,
  tenant: Tenant,
  id: string,
  options: Opening = {},
): Promise<Page> {
  const page = await visitApp(visits, tidings, tenant, { path: `/conversations/${id}`, ...options });
  await page.locator('.log').waitFor();
  return page;
}

export const log = (page: Page): Locator => page.locator('.log');

export const field = (page: Page): Locator => page.locator('.composer > textarea');

/** Types a message, and sends it by Enter. */
export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Texts of the messages that the log of the service has. */
export const textsIn = (page: Page): Promise<string[]> =>
  log(page).locator('.message:not(.pending) .text').allTextContents();

export const dialog = (page: Page): Locator => page.getByRole('dialog');

/** Preferences that nobody saved are a 404, which browsers write to the console. */
export async function withPreferences(tenant: Tenant, ...users: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of users) await tenant.owner.mustCall('PUT', `/users/${id}/preferences`, {});
}
