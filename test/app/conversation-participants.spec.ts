import { describe, expect, test } from 'vitest';
import { pictures } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, field, openConversation } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';
import { sharedTeam } from '../support/site/team.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('participants, labels and the archive in the app', () => {
  const visits = new AppVisits(browser);
  const team = sharedTeam(browser);

  const open = (id: string, options = {}) => openConversation(visits, team.tidings, team.acme, id, options);
  const read = async (id: string) =>
    (await team.acme.owner.mustCall('GET', `/conversations/${id}?includes=PARTICIPANTS`)).body;

  test('a client is added with errors at the fields, edited, notified and removed', { timeout: SLOW }, async () => {
    await team.acme.conversation('p-1', { description: 'Lamp' });
    const page = await open('p-1', { permissions: ['clipboard-read', 'clipboard-write'] });
    const said = (text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();
    await page.getByRole('button', { name: 'Add a client' }).click();
    const form = dialog(page);
    await form.getByLabel('Phone number').fill('12');
    await form.getByLabel('E-mail address').fill('nobody');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect.poll(() => form.locator('.field .error').count()).toBe(3);
    expect(await form.locator('[aria-invalid]:focus').inputValue()).toBe('');
    await pictures(page, 'client');
    expect(await violations(page)).toEqual([]);
    await form.getByLabel('Name').fill('Cleo');
    await form.getByLabel('Language of notifications').selectOption('German');
    await form.getByLabel('Phone number').fill('+43 664 1234567');
    await form.getByLabel('E-mail address').fill('cleo@example.com');
    await form.getByRole('button', { name: 'Add' }).click();
    await said('Cleo is added.');
    expect((await read('p-1')).participants).toMatchObject([
      { display_name: 'Cleo', preferred_language: 'de', phone_number: '+436641234567', email: 'cleo@example.com' },
    ]);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for Cleo' }).click();
      await page.getByRole('button', { name, exact: true }).click();
    };
    await choose('Edit');
    await form.getByLabel('Name').fill('Cleo Ra');
    await form.getByLabel('Phone number').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await said('Cleo Ra is saved.');
    await choose('Copy the client link');
    await said(/The link is copied/);
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('#auth_key=');
    await choose('Send the link');
    await form.getByLabel('E-mail to cleo@example.com').waitFor();
    expect(await form.getByRole('checkbox').count()).toBe(1);
    await form.getByRole('button', { name: 'Send' }).click();
    await form
      .getByRole('listitem')
      .getByText(/^E-mail is /)
      .waitFor();
    await pictures(page, 'notified');
    await form.getByRole('button', { name: 'Close' }).click();
    await choose('Remove');
    await form.getByText('Their messages stay.').waitFor();
    await form.getByRole('button', { name: 'Remove' }).click();
    await said('Cleo Ra is removed.');
    await page.getByText('Nobody takes part yet.').waitFor();
    expect(visits.complaints.filter((each) => !each.includes('400'))).toEqual([]);
    await closePage(page);
  });

  test('labels are suggested, replace each other within a scope, and go without a question', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversation('p-2', { description: 'Other' });
    await team.acme.owner.mustCall('POST', '/conversations/p-2/labels', { labels: ['priority:low', 'lamp'] });
    await team.acme.conversation('p-3', { description: 'Lamp' });
    await team.acme.owner.mustCall('POST', '/conversations/p-3/labels', { labels: ['priority:high', 'vip'] });
    const page = await open('p-3');
    const input = page.getByRole('combobox', { name: 'Add a label' });
    await input.focus();
    await expect.poll(() => page.locator('datalist option').count()).toBe(2);
    await input.fill('priority:low');
    await page.getByText('Replaces priority:high.').waitFor();
    await input.press('Enter');
    await page.getByRole('status').getByText('The label priority:low is added.').waitFor();
    await expect.poll(() => page.locator('.conversation .label').allTextContents()).toEqual(['vip', 'priority:low']);
    await page.getByRole('button', { name: 'Remove the label vip' }).click();
    await expect.poll(() => page.locator('.conversation .label').allTextContents()).toEqual(['priority:low']);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await input.fill(':x');
    await input.press('Enter');
    await page.getByRole('alert').getByText('errors.validation.failed').waitFor();
    await closePage(page);
  });

  test('an owner holds and archives; a user sees neither and restores', { timeout: SLOW }, async () => {
    await team.acme.conversation('p-4', { description: 'Lamp' });
    const page = await open('p-4');
    await page.getByRole('button', { name: 'Place a legal hold' }).click();
    await page.getByText('A legal hold protects the conversation from removal.').waitFor();
    await page.getByRole('button', { name: 'Lift the legal hold' }).click();
    await page.getByText('No legal hold.').waitFor();
    const benPage = await open('p-4', { email: team.ben.email });
    await benPage.getByText('No legal hold.').waitFor();
    expect(await benPage.getByRole('button', { name: /Archive|legal hold/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Archive' }).click();
    await dialog(page).getByText('Nobody can write in it until somebody restores it.').waitFor();
    await dialog(page).getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('status').getByText('The conversation is archived.').waitFor();
    await benPage.getByRole('button', { name: 'Restore', exact: true }).click();
    await field(page).waitFor();
    expect((await read('p-4')).archived).toBe(false);
    for (const each of [benPage, page]) await closePage(each);
  });
});
