import { describe, expect, test } from 'vitest';
import { pictures } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, field, log, openConversation, textsIn } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';
import { sharedTeam } from '../support/site/team.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the deletion of a message in the app', () => {
  const visits = new AppVisits(browser);
  const team = sharedTeam(browser);

  const open = (id: string, options = {}) => openConversation(visits, team.tidings, team.acme, id, options);

  test('a user deletes own messages, an owner each one, and everybody sees that one is gone', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversationWithClient('d-1', { description: 'Lamp' });
    await team.acme.post('d-1', 'My card is 4111 1111.');
    await team.ben.mustCall('POST', '/conversations/d-1/messages', { kind: 'TEXT', text: 'Thank you.' });
    const page = await open('d-1');
    const benPage = await open('d-1', { email: team.ben.email });
    const remove = (of: typeof page, sequence: number) =>
      of.getByRole('button', { name: `Delete message ${sequence}`, exact: true });
    await remove(benPage, 2).waitFor();
    expect(await remove(benPage, 1).count()).toBe(0);
    await log(page).getByText('4111').hover();
    await pictures(page, 'message-actions');
    await remove(page, 1).click();
    await dialog(page).getByText('Its content cannot be brought back.').waitFor();
    await pictures(page, 'message-delete');
    expect(await violations(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await textsIn(page)).toEqual(['My card is 4111 1111.', 'Thank you.']);
    await remove(page, 1).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('status').getByText('The message is deleted.').waitFor();
    for (const each of [page, benPage]) {
      await log(each).getByText('This message was deleted.').waitFor();
      await expect.poll(() => textsIn(each)).toEqual(['Thank you.']);
    }
    expect(await remove(page, 1).count()).toBe(0);
    expect(await page.evaluate('document.activeElement.className')).toBe('log');
    await pictures(page, 'message-deleted');
    await page.setViewportSize({ width: 375, height: 700 });
    await team.acme.post('d-1', 'A longer text of a client fills the line of a narrow screen, and wraps there.');
    await log(page).getByText('A longer text').hover();
    await pictures(page, 'message-deleted');
    expect(await violations(page)).toEqual([]);
    expect(visits.complaints).toEqual([]);
    for (const each of [page, benPage]) await closePage(each);
  });

  test('its buttons are one stop of the Tab key, and a legal hold refuses', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('d-2', { description: 'Lamp' });
    for (const text of ['one', 'two', 'three']) await team.acme.post('d-2', text);
    const page = await open('d-2');
    await log(page).getByText('three').waitFor();
    await field(page).focus();
    const focused = () => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Delete message 3');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('Delete message 2');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('Messages');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await team.acme.owner.mustCall('PUT', '/conversations/d-2/legal-hold');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByText('errors.conversation.legal_hold').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await textsIn(page)).toEqual(['one', 'two', 'three']);
    await closePage(page);
  });
});
