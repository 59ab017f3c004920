import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { picture } from '../fixtures/media.js';
import { pictures } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, field, log, openConversation, textsIn, write } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';
import { sharedTeam } from '../support/site/team.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('the composer of the app', () => {
  const visits = new AppVisits(browser);
  const team = sharedTeam(browser);

  const open = (id: string, options = {}) => openConversation(visits, team.tidings, team.acme, id, options);
  const posted = async (id: string) =>
    (await team.acme.owner.mustCall('GET', `/conversations/${id}/messages`)).body.messages;

  test('sends by Enter, begins a line by Shift and Enter, and leaves a composed word alone', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversationWithClient('k-1');
    const page = await open('k-1');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    const network = await page.context().newCDPSession(page);
    await network.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }))`);
    expect(await textsIn(page)).toEqual([]);
    await network.send('Input.insertText', { text: '日' });
    await page.keyboard.press('Enter');
    await expect.poll(() => textsIn(page)).toEqual(['one\ntwo日']);
    expect(await field(page).inputValue()).toBe('');
    await write(page, ' '.repeat(3));
    await field(page).fill('x'.repeat(4_097));
    await field(page).press('Enter');
    await page.getByRole('alert').getByText('At most 4096 characters').waitFor();
    expect((await posted('k-1')).length).toBe(1);
    await closePage(page);
  });

  test('keeps a draft for each conversation', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('k-2', { description: 'Second' });
    await team.acme.conversationWithClient('k-3', { description: 'Third' });
    const page = await open('k-2');
    await field(page).fill('for the second');
    await page.getByRole('link', { name: 'Third' }).click();
    await page.getByRole('heading', { level: 1, name: 'Third' }).waitFor();
    // The list keeps the focus, so that its keys go on. The key R leads to the field.
    expect(await page.evaluate('document.activeElement.tagName')).toBe('A');
    await page.keyboard.press('r');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    expect(await field(page).inputValue()).toBe('');
    await field(page).fill('for the third');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('for the second');
    // The store keeps a draft a third of a second after a key at the latest.
    await page.waitForTimeout(400);
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('for the second');
    await closePage(page);
  });

  const give = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
    page.locator('.composer input[type=file]').setInputFiles({ name, mimeType, buffer });

  test('sends files with progress, cancels one, and refuses types that the service does not take', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversationWithClient('k-4');
    const page = await open('k-4');
    await give(page, 'lamp.png', 'image/png', await picture());
    await log(page).getByRole('img', { name: 'Image, Olga' }).waitFor();
    await give(page, 'lamp.zip', 'application/zip', Buffer.from('PK'));
    await page.getByRole('alert').getByText('Files of this type cannot be sent.').waitFor();
    let go: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/\/assets\//, async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue().catch(() => {});
    });
    await give(page, 'second.png', 'image/png', await picture());
    await log(page).getByRole('progressbar').waitFor();
    await log(page).getByRole('button', { name: 'Cancel the upload' }).click();
    await log(page).getByText('The upload was cancelled.').waitFor();
    go();
    await pictures(page, 'media');
    expect(await violations(page)).toEqual([]);
    await closePage(page);
  });

  test('takes a picture that is pasted, and one that is dropped on the log', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('k-5');
    const page = await open('k-5');
    const bytes = JSON.stringify([...(await picture())]);
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(${bytes})], 'pasted.png', { type: 'image/png' }));
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }`);
    await log(page).getByRole('img').waitFor();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(${bytes})], 'dropped.png', { type: 'image/png' }));
      const log = document.querySelector('.log');
      for (const type of ['dragover', 'drop'])
        log.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await expect.poll(() => log(page).getByRole('img').count()).toBe(2);
    await closePage(page);
  });

  test('sends the own location, and requests that of the client', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('k-6');
    const geolocation = { latitude: 48.2082, longitude: 16.3738 };
    const page = await open('k-6', { geolocation, permissions: ['geolocation'] });
    await page.getByRole('button', { name: 'Send your location' }).click();
    const map = log(page).getByRole('link', { name: 'Open map (opens in a new tab)' });
    await map.waitFor();
    expect(await map.getAttribute('href')).toContain('mlat=48.2082&mlon=16.3738');
    await page.getByRole('button', { name: 'Request a location' }).click();
    const text = dialog(page).getByLabel('Text of the request');
    await expect.poll(() => text.inputValue()).not.toBe('');
    await dialog(page).getByRole('button', { name: 'Send the request' }).click();
    await log(page).getByText('Requests a location').waitFor();
    expect((await posted('k-6')).map(({ kind }: { kind: string }) => kind)).toEqual(['REQUEST_LOCATION', 'LOCATION']);
    await closePage(page);
    const benPage = await open('k-6', { email: team.ben.email });
    await benPage.getByRole('button', { name: 'Send your location' }).click();
    await benPage.getByRole('alert').getByText('Your location could not be determined.').waitFor();
    expect(await benPage.getByRole('button', { name: 'Insert a template' }).count()).toBe(0);
    await benPage.getByRole('button', { name: 'Request a location' }).click();
    await dialog(benPage).getByRole('button', { name: 'Send the request' }).click();
    await expect.poll(() => log(benPage).getByText('Please share your location with us.').count()).toBe(2);
    await closePage(benPage);
  });

  test('shows a template as it reads here, with what is missing, before it is inserted', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversationWithClient('k-7', { conversation_data: { lamp: 'red' } });
    const value = (name: string) => ({ name, kind: 'CONVERSATION_DATA', value_path: name });
    await team.acme.owner.mustCall('PUT', '/message_templates/greeting', {
      kind: 'TEXT',
      texts: { en: 'We repair the {{ lamp }} lamp on {{ day }}.' },
      parameters: [value('lamp'), value('day')],
    });
    const page = await open('k-7');
    await field(page).fill('Hello,');
    await page.getByRole('button', { name: 'Insert a template' }).click();
    await dialog(page).getByLabel('Template').selectOption('greeting');
    await dialog(page).getByText('We repair the red lamp on .').waitFor();
    await dialog(page).getByText('These placeholders have no value and stay empty: day.').waitFor();
    await pictures(page, 'template');
    expect(await violations(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Insert into the message' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('Hello,\nWe repair the red lamp on .');
    await closePage(page);
  });

  test('a refused message is tried again or discarded', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('k-8');
    const page = await open('k-8');
    let isHeld = true;
    await page.route('**/messages', async (route) => {
      if (route.request().method() === 'POST' && isHeld) await team.acme.owner.mustCall('DELETE', '/conversations/k-8');
      await route.continue();
    });
    await write(page, 'refused');
    await log(page).getByRole('alert').getByText('Not sent.').waitFor();
    isHeld = false;
    await page.getByRole('button', { name: 'Restore the conversation' }).click();
    await field(page).waitFor();
    await log(page).getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => textsIn(page)).toEqual(['refused']);
    isHeld = true;
    await write(page, 'given up');
    await log(page).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => log(page).locator('.pending').count()).toBe(0);
    await closePage(page);
  });
});
