import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKPOINT_MS } from '../../src/engine/evidence/tree-follower.js';
import { provide } from '../../src/engine/provide.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { AppVisits } from '../support/site/reset-page.js';
import { until } from '../support/until.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the audit in the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;
  let page: Page;

  beforeAll(async () => {
    const replaced = [provide(CHECKPOINT_MS, [], () => 500)];
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' }, undefined, undefined, replaced);
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('c-1', { description: 'Broken lamp' });
    await acme.owner.mustCall('POST', '/conversations/c-1/labels', { labels: ['urgent'] });
    await acme.owner.mustCall('PATCH', '/conversations/c-1', { description: 'Broken lamp, second floor' });
    await until(
      async () => (await acme.owner.call('GET', '/audit/checkpoints')).body.total_elements,
      (count) => count > 0,
      20_000,
    );
    page = await visitApp(visits, tidings, acme, { path: '/audit' });
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const open = (path: string) => page.goto(`${tidings.url}/app/audit/${path}&tenant=${acme.tenantId}`);

  test('who labelled this conversation: a filter of the timeline answers it', { timeout: SLOW }, async () => {
    await page.getByLabel('Id of the subject').fill('c-1');
    await page.getByLabel('Type').fill('ConversationLabelled');
    await page.keyboard.press('Enter');
    const items = page.locator('.timeline > li');
    await expect.poll(() => items.count()).toBe(1);
    await items.first().locator('summary').click();
    await items.first().getByText('User Olga@acme.example').waitFor();
    expect(page.url()).toContain('type=ConversationLabelled');
    await pictures(page, 'audit-events');
    expect(await violations(page)).toEqual([]);
  });

  test('a browser verifies that a signed checkpoint covers an event', { timeout: SLOW }, async () => {
    await until(
      async () => {
        await page.getByRole('button', { name: 'Verify in this browser' }).click();
        await page.locator('.details [role=status]:not(:empty), .details [role=alert]').first().waitFor();
        return page.locator('.details').textContent();
      },
      (text) => text?.includes('A signed checkpoint covers this event.') === true,
      30_000,
    );
  });

  test('a resource is shown as of each of its changes, with the difference', { timeout: SLOW }, async () => {
    await open('state?subject_kind=CONVERSATION&subject_id=c-1');
    await page.getByText('Change 3 of 3').waitFor();
    await page.getByRole('region', { name: 'Changes of this event' }).getByText('"Broken lamp"').waitFor();
    await pictures(page, 'audit-state');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('slider', { name: 'Moment' }).press('ArrowLeft');
    await page.getByText('Change 2 of 3').waitFor();
    await page.getByRole('region', { name: 'Changes of this event' }).getByText('urgent').waitFor();
    expect(await page.getByRole('region', { name: 'State' }).textContent()).not.toContain('second floor');
  });

  test('a trace is a tree down to each delivery', { timeout: SLOW }, async () => {
    const { body } = await acme.owner.call('GET', '/audit/events?type=ConversationLabelled');
    await open(`trace?id=${body.events[0].id}`);
    await page.getByText('CONVERSATION_UPDATED').waitFor();
    await pictures(page, 'audit-trace');
    expect(await violations(page)).toEqual([]);
  });

  test('a kept checkpoint is verified against the log of today', { timeout: SLOW }, async () => {
    const { body } = await acme.owner.call('GET', '/audit/checkpoints');
    const { note } = body.checkpoints.at(-1);
    await open('evidence?a=1');
    await page.getByLabel('Signed note').fill(note);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('The log begins with what this checkpoint states.').waitFor();
    await pictures(page, 'audit-evidence');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Signed note').fill(note.replace(/\n\d+\n/, '\n1\n'));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('No key of the service signed this note.').waitFor();
  });

  test('events are exported with a signed manifest', { timeout: SLOW }, async () => {
    await open('exports?subject_id=c-1');
    await page.getByLabel('Format').selectOption('csv');
    await page.getByRole('button', { name: 'Create an export' }).click();
    const link = page.getByRole('link', { name: 'Download the file' });
    // The browser of npm keeps no downloads.
    const file = await fetch((await link.getAttribute('href')) ?? '');
    expect(file.headers.get('content-disposition')).toContain('.csv');
    expect(await file.text()).toContain('ConversationLabelled');
    await pictures(page, 'audit-exports');
    expect(await violations(page)).toEqual([]);
    expect(visits.complaints).toEqual([]);
  });
});
