import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that are off: the contrast of 7:1 holds for text in `ink`, and 4.5:1 for what is muted or a link. */
const LEFT_OUT = ['color-contrast-enhanced'];

/** Rules whose answer differs with the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

async function brokenRules(page: Page, only?: readonly string[]): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    if (!window.axe) { ${source}; }
    const off = ${JSON.stringify(LEFT_OUT)};
    const rules = Object.fromEntries(axe.getRules().map(({ ruleId }) => [ruleId, { enabled: !off.includes(ruleId) }]));
    const chosen = ${only ? JSON.stringify({ runOnly: { type: 'rule', values: only } }) : '{ rules }'};
    const { violations } = await axe.run(document, { ...chosen, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' | '));
  })()`);
}

/** Violations of all rules of axe in the light theme, with their elements. */
export const lightViolations = async (page: Page): Promise<string[]> =>
  (await brokenRules(page)).map((each) => `light: ${each}`);

/** The same, and what breaks a rule about colours in the dark theme. */
export async function violations(page: Page): Promise<string[]> {
  const light = await lightViolations(page);
  await page.evaluate("document.documentElement.dataset.theme = 'dark'");
  const dark = await brokenRules(page, COLOURS);
  await page.evaluate("document.documentElement.dataset.theme = 'light'");
  return [...light, ...dark.map((each) => `dark: ${each}`)];
}
