import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkflowTenant, leaf, onData, sendMessage, type WorkflowTenant } from '../../fixtures/workflows.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { pictures, SITE, visitApp } from '../../support/site/app-visit.js';
import { violations } from '../../support/site/axe.js';
import { launchBrowser } from '../../support/site/browser.js';
import { AppVisits } from '../../support/site/reset-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;
const CLOSED = {
  id: 'closed',
  conversation_data_schema: {
    type: 'object',
    properties: { order: { type: 'object', properties: { status: {} }, additionalProperties: false } },
    additionalProperties: false,
  },
};

describe.skipIf(!browser)('settings: workflows', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: WorkflowTenant;
  let page: Page;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createWorkflowTenant(tidings, 'acme');
    await acme.owner.mustCall('POST', '/conversation-types', { conversation_data_list_item_template: '', ...CLOSED });
    page = await visitApp(visits, tidings, acme, { path: '/settings/workflows' });
    page.setDefaultTimeout(15_000);
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const dialog = () => page.getByRole('dialog').last();
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const rowOf = (id: string) => page.getByRole('row').filter({ has: page.getByText(id, { exact: true }) });
  const open = (id: string, name: string) => rowOf(id).getByRole('button', { name, exact: true }).click();
  const gone = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const workflowOf = async (id: string) => (await acme.owner.mustCall('GET', `/workflows/${id}`)).body;
  const untilFocused = (label: string, nth: number) =>
    dialog().getByLabel(label).nth(nth).and(page.locator(':focus')).waitFor();

  test('a workflow with nested conditions is created, by keyboard where it counts', { timeout: SLOW }, async () => {
    await page.getByRole('button', { name: 'Create a workflow' }).click();
    await dialog().getByLabel('Id', { exact: true }).fill('shipping');
    await dialog().getByLabel('Conversation type').selectOption('closed');
    await dialog().getByLabel('Starts when').selectOption('CONVERSATION_DATA_CHANGED');
    await dialog().getByRole('button', { name: 'Add a branch' }).focus();
    await page.keyboard.press('Enter');
    await untilFocused('Path in the data', 0);
    await page.keyboard.type('order.status');
    await dialog().getByLabel('Value (JSON)').fill('shipped');
    await dialog().getByText('This is not JSON: look at line 1, column 1.').waitFor();
    await dialog().getByLabel('Value (JSON)').fill('"shipped"');
    await dialog().getByRole('button', { name: 'Move into a group' }).focus();
    await page.keyboard.press('Enter');
    await untilFocused('Holds if', 0);
    await dialog().getByRole('button', { name: 'Add a condition' }).focus();
    await page.keyboard.press('Enter');
    await untilFocused('Path in the data', 1);
    await page.keyboard.type('order.sum');
    await dialog().getByLabel('Comparison').nth(1).selectOption('NOT_EXISTS');
    await dialog().getByLabel('Message template').selectOption('shipped');
    await press('Create a workflow');
    await dialog().locator('[aria-invalid=true]').waitFor();
    expect(await dialog().getByLabel('Path in the data').nth(1).getAttribute('aria-invalid')).toBe('true');
    await pictures(page, 'settings-workflows-refused');
    expect(await violations(page)).toEqual([]);
    await dialog().getByLabel('Conversation type').selectOption('support');
    await press('Create a workflow');
    await page.getByText('The service saved shipping.').waitFor();
    expect((await workflowOf('shipping')).trigger).toEqual({
      kind: 'CONVERSATION_DATA_CHANGED',
      branches: [
        {
          condition_node: {
            kind: 'COMPOUND',
            operator: 'AND',
            children: [leaf('order.status', 'EQUALS', { compare_value: 'shipped' }), leaf('order.sum', 'NOT_EXISTS')],
          },
          action: sendMessage,
        },
      ],
    });
    await gone();
    await pictures(page, 'settings-workflows');
    expect(await violations(page)).toEqual([]);
  });

  test('a workflow is edited: NOT keeps its conditions in a group, and a removed one is gone', {
    timeout: SLOW,
  }, async () => {
    const both = { kind: 'COMPOUND', operator: 'OR', children: [leaf('a', 'CHANGED'), leaf('b', 'EXISTS')] };
    await acme.workflow('other', onData({ branches: [{ condition_node: both, action: sendMessage }] }));
    await page.reload();
    await open('other', 'Edit');
    await dialog().getByLabel('Holds if').selectOption('NOT');
    expect(await dialog().getByLabel('Holds if').count()).toBe(2);
    await dialog().getByRole('button', { name: 'Remove this condition' }).first().click();
    await untilFocused('Holds if', 1);
    await dialog().getByLabel('Also act if no condition is true').check();
    await dialog().getByLabel('Message template').last().selectOption('shipped');
    await pictures(page, 'settings-workflows-edit');
    await press('Save');
    await gone();
    expect((await workflowOf('other')).trigger).toEqual({
      kind: 'CONVERSATION_DATA_CHANGED',
      action: sendMessage,
      branches: [
        {
          condition_node: {
            kind: 'COMPOUND',
            operator: 'NOT',
            children: [{ kind: 'COMPOUND', operator: 'AND', children: [leaf('b', 'EXISTS')] }],
          },
          action: sendMessage,
        },
      ],
    });
  });

  test('a run shows its conditions with their values, and leads to its trace', { timeout: SLOW }, async () => {
    await rowOf('other').getByRole('switch').uncheck();
    await expect.poll(async () => (await workflowOf('other')).enabled).toBe(false);
    await acme.conversation('c-1', { conversation_data: { order: { status: 'open' } } });
    await acme.owner.mustCall('PATCH', '/conversations/c-1', { conversation_data: { order: { status: 'shipped' } } });
    await acme.untilRuns('shipping', 1);
    await open('shipping', 'Runs');
    await dialog().locator('summary').click();
    const told = dialog().locator('details');
    await told.getByText('all conditions are true').waitFor();
    expect(await told.innerText()).toContain('"open"');
    expect(await told.getByText('Held', { exact: true }).count()).toBe(3);
    await pictures(page, 'settings-workflows-runs');
    expect(await violations(page)).toEqual([]);
    await press('Close');
  });

  test('a dry run lists what would have started it', { timeout: SLOW }, async () => {
    await open('shipping', 'Dry run');
    await press('Start the dry run');
    await dialog().getByText('The workflow would have acted once on').waitFor();
    expect(await dialog().getByRole('link').allInnerTexts()).toEqual(['c-1']);
    await pictures(page, 'settings-workflows-dry-run');
    expect(await violations(page)).toEqual([]);
    await dialog().getByLabel('To', { exact: true }).fill('2020-01-01T00:00');
    await press('Start the dry run');
    await dialog().locator('[aria-invalid=true]').waitFor();
    await press('Close');
  });

  test('a workflow is deleted after one question; the trace of its run opens', { timeout: SLOW }, async () => {
    await open('other', 'Delete');
    await press('Delete');
    await rowOf('other').waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 375, height: 800 });
    await pictures(page, 'settings-workflows');
    await open('shipping', 'Edit');
    await pictures(page, 'settings-workflows-edit');
    await dialog().getByLabel('Path in the data').last().scrollIntoViewIfNeeded();
    await pictures(page, 'settings-workflows-tree');
    expect(await violations(page)).toEqual([]);
    await press('Cancel');
    await open('shipping', 'Runs');
    await dialog().locator('summary').click();
    await dialog().getByRole('link', { name: 'Causes and effects' }).click();
    await page.getByText('shipping · DONE').waitFor();
    expect(visits.complaints).toEqual([]);
  });
});
