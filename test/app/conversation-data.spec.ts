import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { pictures, SITE } from '../support/site/app-visit.js';
import { violations } from '../support/site/axe.js';
import { launchBrowser } from '../support/site/browser.js';
import { dialog, openConversation, withPreferences } from '../support/site/conversation-page.js';
import { AppVisits } from '../support/site/reset-page.js';
import { closePage } from '../support/site/site-page.js';

const browser = await launchBrowser();
const SLOW = 120_000;

const REPAIR = {
  id: 'repair',
  conversation_data_schema: {
    type: 'object',
    required: ['lamp'],
    additionalProperties: false,
    properties: {
      lamp: { type: 'string', title: 'Lamp', description: 'As it is written on the bill.', minLength: 3 },
      state: { enum: ['new', 'used'], title: 'State' },
      age: { type: 'integer', title: 'Age in years', minimum: 0, maximum: 50 },
      express: { type: 'boolean', title: 'Express' },
      bought: { type: 'string', format: 'date', title: 'Bought on' },
      address: { $ref: '#/$defs/address', title: 'Address' },
      parts: { type: 'array', title: 'Parts', items: { type: 'string', title: 'Part', minLength: 2 } },
    },
    $defs: {
      address: {
        type: 'object',
        properties: { street: { type: 'string', title: 'Street' }, city: { type: 'string', title: 'City' } },
      },
    },
  },
};
/** A form would lose the order of these. */
const TUPLES = {
  id: 'tuples',
  conversation_data_schema: {
    type: 'object',
    properties: { pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] } },
  },
};

describe.skipIf(!browser)('the data of a conversation in the app', () => {
  const visits = new AppVisits(browser);
  let tidings: Tidings;
  let acme: Tenant;

  beforeAll(async () => {
    tidings = await startTidings({ SITE_DIR: SITE, RATE_LIMITS: 'off' });
    acme = await createTenant(tidings, 'acme', { types: [REPAIR, TUPLES] });
    await withPreferences(acme, acme.owner);
  }, SLOW);
  afterAll(async () => {
    await browser?.close();
    await tidings?.close();
  });

  const open = (id: string, options = {}) => openConversation(visits, tidings, acme, id, options);
  const make = (id: string, conversation_data: object, conversation_type_id = REPAIR.id) =>
    acme.conversation(id, { conversation_type_id, conversation_data, description: 'Lamp' });
  const path = (id: string) => `/conversations/${id}?includes=CONVERSATION_DATA`;
  const dataOf = async (id: string) => (await acme.owner.mustCall('GET', path(id))).body.conversation_data;
  const patch = (id: string, body: object) => acme.owner.mustCall('PATCH', `/conversations/${id}`, body);

  test('is a form of the schema, validated by it, with each problem at its field', { timeout: SLOW }, async () => {
    await make('d-1', { lamp: 'red lamp', parts: ['bulb'] });
    const page = await open('d-1');
    await page.getByText('red lamp').waitFor();
    await page.getByRole('button', { name: 'Edit data' }).click();
    const form = dialog(page);
    await form.getByLabel('Lamp').fill('x');
    await form.getByText('As it is written on the bill.').waitFor();
    await form.getByLabel('Age in years').fill('70');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter at least 3 characters.').waitFor();
    await form.getByText('Enter 50 or less.').waitFor();
    await expect.poll(() => form.locator('[aria-invalid]:focus').inputValue()).toBe('x');
    await pictures(page, 'data-form');
    expect(await violations(page)).toEqual([]);
    await form.getByLabel('Lamp').fill('blue lamp');
    await form.getByLabel('Age in years').fill('7');
    await form.getByLabel('State').selectOption('used');
    await form.getByLabel('Express').selectOption('Yes');
    await form.getByLabel('Bought on').fill('2026-03-04');
    await form.getByLabel('City').fill('Linz');
    await form.getByRole('button', { name: 'Add an entry' }).click();
    await form.getByLabel('Part').last().fill('cable');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('The data is saved.').waitFor();
    expect(await dataOf('d-1')).toEqual({
      lamp: 'blue lamp',
      parts: ['bulb', 'cable'],
      state: 'used',
      age: 7,
      express: true,
      bought: '2026-03-04',
      address: { city: 'Linz' },
    });
    await page.getByText('Linz').waitFor();
    await page.getByRole('button', { name: 'Edit data' }).click();
    await form.getByLabel('City').fill('');
    await form.getByRole('button', { name: 'Remove the entry' }).first().click();
    await form.getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await dataOf('d-1')).toMatchObject({ parts: ['cable'] });
    expect(visits.complaints).toEqual([]);
    await closePage(page);
  });

  test('joins changes of different members, and asks where two people changed the same one', {
    timeout: SLOW,
  }, async () => {
    await make('d-2', { lamp: 'red lamp', age: 1, state: 'new' });
    const page = await open('d-2');
    const form = dialog(page);
    await page.getByRole('button', { name: 'Edit data' }).click();
    await form.getByLabel('Lamp').fill('green lamp');
    await patch('d-2', { conversation_data: { lamp: 'red lamp', age: 2, state: 'new' } });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('The data is saved.').waitFor();
    expect(await dataOf('d-2')).toEqual({ lamp: 'green lamp', age: 2, state: 'new' });

    await page.getByRole('button', { name: 'Edit data' }).click();
    await form.getByLabel('Lamp').fill('my lamp');
    await form.getByLabel('Age in years').fill('10');
    await patch('d-2', { conversation_data: { lamp: 'their lamp', age: 20, state: 'used' } });
    await form.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Somebody else changed the same fields' });
    await question.getByRole('group', { name: 'lamp' }).getByLabel('Yours: my lamp').waitFor();
    await question.getByRole('group', { name: 'age' }).getByLabel('Theirs: 20').check();
    await pictures(page, 'conflict');
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Save the chosen values' }).click();
    await expect.poll(() => dataOf('d-2')).toEqual({ lamp: 'my lamp', age: 20, state: 'used' });
    await closePage(page);
  });

  test('a schema that no form can show is edited as JSON, with what is wrong at its path', {
    timeout: SLOW,
  }, async () => {
    await make('d-3', { pair: ['a', 1] }, TUPLES.id);
    const page = await open('d-3');
    await page.getByRole('button', { name: 'Edit data' }).click();
    const json = dialog(page).getByLabel('Data as JSON');
    await json.fill('{ "pair": [1');
    await dialog(page).getByText('This is not JSON').waitFor();
    await json.fill('{ "pair": [1, 2] }');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByText('pair.0').waitFor();
    await dialog(page).getByText('The value has the wrong type.').waitFor();
    await json.fill('{ "pair": ["b", 2] }');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dataOf('d-3')).toEqual({ pair: ['b', 2] });
    await closePage(page);
  });

  test('the subject is saved in the same way', { timeout: SLOW }, async () => {
    await make('d-4', { lamp: 'red lamp' });
    const page = await open('d-4');
    await page.getByRole('button', { name: 'Edit the subject' }).click();
    const subject = page.getByRole('textbox', { name: 'Edit the subject' });
    await subject.fill('Blue lamp');
    await patch('d-4', { conversation_data: { lamp: 'other lamp' } });
    await subject.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Blue lamp' }).waitFor();
    expect(await dataOf('d-4')).toEqual({ lamp: 'other lamp' });
    await page.getByRole('button', { name: 'Edit the subject' }).click();
    await subject.fill('Mine');
    await patch('d-4', { description: 'Theirs' });
    await subject.press('Enter');
    await dialog(page).getByLabel('Theirs: Theirs').check();
    await dialog(page).getByRole('button', { name: 'Save the chosen values' }).click();
    await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    await closePage(page);
  });
});
