import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { erasedConversation } from '../fixtures/erasures.js';
import { pictures, visitApp } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import {
  dialog,
  field,
  log,
  openConversation,
  textsIn,
  withPreferences,
  write,
} from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';
import { sharedTeam } from '../support/site/team.js';

const browser = await launchBrowser();
const SLOW = 120_000;

describe.skipIf(!browser)('a conversation in the app', () => {
  const visits = new AppVisits(browser);
  const team = sharedTeam(browser);

  const open = (id: string, options = {}) => openConversation(visits, team.tidings, team.acme, id, options);
  const openAsBen = (id: string) => open(id, { email: team.ben.email });
  async function openAsClient(id: string): Promise<Page> {
    const { body } = await team.acme.owner.mustCall('GET', `/conversations/${id}/participants/client/client-url`);
    return visits.open(`${team.tidings.url}/c?tenant=${team.acme.tenantId}${new URL(body.url).hash}`);
  }

  test('shows messages in one order to two agents and a client, with typing and read marks', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversationWithClient('c-1', { description: 'Broken lamp' });
    await team.acme.post('c-1', 'It does not turn on. See https://lamp.example/manual.');
    const client = await openAsClient('c-1');
    const benPage = await openAsBen('c-1');
    const page = await open('c-1');
    await page.getByRole('heading', { level: 1, name: 'Broken lamp' }).waitFor();
    await log(page).getByRole('link', { name: 'https://lamp.example/manual (opens in a new tab)' }).waitFor();
    await write(page, 'Which lamp is it?');
    await log(page).getByText('Which lamp is it?').waitFor();
    await client.getByRole('textbox').pressSequentially('The red', { delay: 20 });
    await page.getByText('Cleo is typing.').waitFor();
    await client.keyboard.press('Enter');
    await log(benPage).getByText('The red').waitFor();
    await write(benPage, 'I take it.');
    const expected = [
      'It does not turn on. See https://lamp.example/manual (opens in a new tab).',
      'Which lamp is it?',
      'The red',
      'I take it.',
    ];
    for (const each of [page, benPage]) await expect.poll(() => textsIn(each)).toEqual(expected);
    await log(page).getByText('Seen by Cleo').waitFor();
    await page.getByRole('status').getByText(': I take it.').waitFor({ state: 'attached' });
    expect(await log(page).locator('.own .bubble').count()).toBe(1);
    await pictures(page, 'conversation');
    expect(await violations(page)).toEqual([]);
    expect(visits.complaints).toEqual([]);
    for (const each of [client, benPage, page]) await closePage(each);
  });

  test('a lock tells who holds it and until when, and the second who takes it reads who was first', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversationWithClient('c-2', { description: 'Lamp' });
    const benPage = await openAsBen('c-2');
    const page = await open('c-2');
    for (const each of [page, benPage]) {
      await each.getByRole('button', { name: 'Lock' }).click();
      await dialog(each).getByLabel('Note').waitFor();
    }
    await dialog(page).getByLabel('For').selectOption('15 minutes');
    await dialog(page).getByLabel('Note').fill('I call the client.');
    await pictures(page, 'lock');
    await dialog(page).getByRole('button', { name: 'Lock' }).click();
    await page.getByText(/You hold the lock for another 14 mins? \d+ sec/).waitFor();
    await dialog(benPage).getByRole('button', { name: 'Lock' }).click();
    await dialog(benPage).getByRole('alert').getByText('Olga locked the conversation first, until').waitFor();
    await dialog(benPage).getByRole('button', { name: 'Cancel' }).click();
    const bar = benPage.getByRole('region', { name: 'Lock' });
    await bar.getByText('Olga holds the lock until').waitFor();
    await bar.getByText('I call the client.').waitFor();
    expect(await bar.getByRole('button').count()).toBe(0);
    await benPage.getByText('Olga holds the lock. You can write').waitFor();
    await pictures(benPage, 'locked');
    expect(await violations(benPage)).toEqual([]);
    await write(benPage, 'I write all the same.');
    await log(page).getByText('I write all the same.').waitFor();
    await page.getByRole('button', { name: 'Prolong' }).click();
    await dialog(page).getByLabel('For').selectOption('1 day');
    await dialog(page).getByRole('button', { name: 'Prolong' }).click();
    await page.getByText('You hold the lock for another 23 hr').waitFor();
    await page.getByRole('button', { name: 'Release' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('The lock is released.').waitFor();
    for (const each of [benPage, page]) await closePage(each);
  });

  test('an archive under the hands of a writer keeps the draft, and any user restores', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('c-3', { description: 'Lamp' });
    const page = await openAsBen('c-3');
    await field(page).fill('I was writing this');
    await team.acme.owner.mustCall('DELETE', '/conversations/c-3');
    await page.getByText('This conversation is archived. You can read it, but not write in it.').waitFor();
    await pictures(page, 'archived');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore the conversation' }).click();
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe('I was writing this');
    await field(page).press('Enter');
    await log(page).locator('.message:not(.pending)').getByText('I was writing this').waitFor();
    await closePage(page);
  });

  test('messages written without a connection go out once, in their order', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('c-4');
    const page = await open('c-4');
    await write(page, 'first');
    await log(page).locator('.message:not(.pending)').getByText('first').waitFor();
    await page.context().setOffline(true);
    await write(page, 'second');
    await write(page, 'third');
    await log(page).getByText('Waiting for the connection').first().waitFor();
    await team.acme.post('c-4', 'meanwhile');
    await page.context().setOffline(false);
    await expect.poll(() => textsIn(page), { timeout: 20_000 }).toEqual(['first', 'meanwhile', 'second', 'third']);
    expect(await log(page).locator('.pending').count()).toBe(0);
    await closePage(page);
  });

  test('an unsent message survives a reload, and is posted once', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('c-5');
    const page = await open('c-5');
    let isCut = true;
    // The service takes the first attempt; its response is lost.
    await page.route('**/messages', async (route) => {
      if (route.request().method() !== 'POST' || !isCut) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await write(page, 'only once');
    await log(page).locator('.message').getByText('only once').waitFor();
    await field(page).fill('a draft');
    await expect.poll(() => visits.sent.some((each) => each.url().endsWith('/messages'))).toBe(true);
    await page.waitForTimeout(500);
    isCut = false;
    await page.reload();
    await log(page).waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('a draft');
    await expect.poll(() => textsIn(page)).toEqual(['only once']);
    const { body } = await team.acme.owner.mustCall('GET', '/conversations/c-5/messages');
    expect(body.total_elements).toBe(1);
    await closePage(page);
  });

  test('says in its own words that a conversation is unknown or was erased, and leads back', {
    timeout: SLOW,
  }, async () => {
    await team.acme.conversation('c-6', { description: 'Secret' });
    const page = await open('c-6');
    await field(page).fill('not sent');
    await erasedConversation(team.acme.owner, 'c-6');
    await write(page, 'too late');
    await page.getByRole('heading', { name: 'This conversation was erased' }).waitFor();
    await page.getByRole('link', { name: 'Go to the inbox' }).waitFor();
    await closePage(page);
    const unknown = await visitApp(visits, team.tidings, team.acme, { path: '/conversations/nothing' });
    await unknown.getByRole('heading', { name: 'There is no such conversation' }).waitFor();
    expect(await violations(unknown)).toEqual([]);
    await closePage(unknown);
  });

  test('a user who is deleted is signed out, and reads why', { timeout: SLOW }, async () => {
    const carl = await team.acme.user('carl');
    await withPreferences(team.acme, carl);
    await team.acme.conversationWithClient('c-8');
    const page = await open('c-8', { email: carl.email });
    await field(page).focus();
    await team.acme.owner.mustCall('DELETE', `/users/${carl.id}`);
    // The page may have signed out already, and then it has no field.
    await page.keyboard.type('too');
    await page.getByText('Your session has ended. Sign in to continue.').waitFor();
    await closePage(page);
  });

  test('works at 320 and 1024 px, and in German', { timeout: SLOW }, async () => {
    await team.acme.conversationWithClient('c-7', { description: 'Broken lamp in the hall on the second floor' });
    await team.acme.post('c-7', 'A lamp.');
    for (const width of [320, 375, 1024]) {
      const viewport = { width, height: 800 };
      const page = await open('c-7', { viewport, locale: width === 1024 ? 'de-DE' : 'en-GB' });
      await log(page).getByText('A lamp.').waitFor();
      expect(await page.evaluate("document.querySelector('#main').scrollWidth")).toBeLessThanOrEqual(width);
      await pictures(page, 'conversation-narrow');
      if (width === 375) {
        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        expect(await page.evaluate("document.querySelector('#main').scrollWidth")).toBeLessThanOrEqual(width);
        await pictures(page, 'conversation-large-text');
        await page.evaluate("document.documentElement.style.fontSize = ''");
      }
      await page.getByRole('button', { name: 'Details' }).click();
      await dialog(page).getByText('cleo@example.com').waitFor();
      await pictures(page, 'details');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await closePage(page);
    }
  });
});
