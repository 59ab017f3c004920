import type { Page } from 'playwright-core';

export const LAUNCHER = { module: 'launcher', element: 'tidings-launcher' } as const;
/** A friendly page, for the rules of axe. */
export const THEMED = { ...LAUNCHER, style: ':root { color-scheme: light dark; }' } as const;

/** Keeps the events of the launcher that reach its page. */
export const LISTEN = `globalThis.told = []; for (const type of ['tidings-message', 'tidings-unread'])
  document.addEventListener(type, ({ detail }) => told.push([type, detail.text ?? detail.count]));`;

export const told = (page: Page) => page.evaluate<[string, unknown][]>('told');

export const button = (page: Page) => page.getByRole('button', { name: /^(Open|Close) the conversation/ }).last();
export const panel = (page: Page) => page.getByRole('dialog', { name: 'Conversation' });
export const badge = (page: Page) => page.locator('.badge');
export const textbox = (page: Page) => page.getByRole('textbox', { name: 'Message' });

export const isFocused = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(() => { let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.matches(${JSON.stringify(selector)}) ?? false; })()`);
