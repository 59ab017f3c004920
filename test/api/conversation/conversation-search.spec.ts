import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, postMessage } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;

/** Conversation ids by description. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  umlaut: 'Frau Müller, Lößnitzstraße',
  spelled: 'Herr Mueller, Groessenwahn',
  bare: 'Mr Muller',
  irish: 'Mr O’Brien',
  plain: 'Ms OBrien',
  soft: 'Donau\u00addampf\u00adschiff',
  arabic: 'محـــمد',
  persian: 'می\u200cخواهم',
  chinese: '我在北京大学工作',
  other: '北京的大学, 京大',
  japanese: '株式会社トヨタ自動車は東京都にあります',
  korean: '대한민국서울특별시청',
  thai: 'ฉันรักประเทศไทยมาก',
  hindi: 'हिन्दी की किताब',
  vowel: 'हनद काताब',
  tamil: 'தமிழ்நாடு',
  symbols: '★ → ❤️ ½ price',
};

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'words');
  for (const [id, description] of Object.entries(DESCRIPTIONS)) await acme.conversation(id, { description });
  await acme.conversation('data', {
    conversation_data: { order: 4_711, price: 12.5, items: [{ amount: -30_815 }], open: true, note: 'Gerät' },
  });
  const phone_number = '+436641234567';
  await acme.conversation('called', { participants: [client('cl', { phone_number, email: 'jane.doe@mail.example' })] });
  await acme.conversation('changed', { participants: [client('cl', { phone_number, email: 'old@mail.example' })] });
  await acme.conversation('left', { participants: [client('cl', { phone_number, email: 'gone@mail.example' })] });
  const change = { phone_number: '+12025550143', email: 'new@mail.example' };
  await acme.owner.mustCall('PATCH', '/conversations/changed/participants/cl', change);
  await acme.owner.mustCall('DELETE', '/conversations/left/participants/cl');
  await postMessage(acme.owner, 'bare', { text: 'Rückruf unter +43 (0)664 / 765-4321' });
});
afterAll(() => tidings.close());

const found = async (search: string): Promise<readonly string[]> => {
  const query = `limit=100&order=ASC&search=${encodeURIComponent(search)}`;
  const { body } = await acme.owner.mustCall('GET', `/conversations?${query}`);
  expect(body.total_elements).toBe(body.conversations.length);
  return body.conversations.map(({ id }: { id: string }) => id);
};

describe('a search finds', () => {
  test.each([
    ['Müller', ['umlaut', 'spelled', 'bare']],
    ['Mueller', ['umlaut', 'spelled']],
    ['MUELL', ['umlaut', 'spelled']],
    ['Muller', ['umlaut', 'bare']],
    ['loessnitzstrasse', ['umlaut']],
    ['Größenwahn', ['spelled']],
    ["O'Brien", ['irish', 'plain']],
    ['obrien', ['irish', 'plain']],
    ['O`Bri', ['irish', 'plain']],
    ['Donaudampfschiff', ['soft']],
    ['Donau\u00addampf', ['soft']],
    ['محمد', ['arabic']],
    ['میخواهم', ['persian']],
    ['大学', ['chinese', 'other']],
    ['北京大学', ['chinese']],
    ['学工作', ['chinese']],
    ['作', ['chinese']],
    ['我在北京大学工作', ['chinese']],
    ['トヨタ', ['japanese']],
    ['東京', ['japanese']],
    ['동특', []],
    ['서울', ['korean']],
    ['시청', ['korean']],
    ['ไทย', ['thai']],
    ['ประเทศ', ['thai']],
    ['हिन्दी', ['hindi']],
    ['किताब', ['hindi']],
    ['काताब', ['vowel']],
    ['தமிழ்', ['tamil']],
    ['தமழ', []],
    ['4711', ['data']],
    ['12.5', ['data']],
    ['30815', ['data']],
    ['geraet', ['data']],
  ])('%s in %j', async (words, ids) => expect(await found(words)).toEqual(ids));

  test.each(['jane.doe@mail.example', 'jane', 'JANE.DOE'])('e-mail addresses: %s', async (email) =>
    expect(await found(email)).toEqual(['called']),
  );

  test.each(['+436641234567', '436641', '+43 664 1234567', '0043 664 / 123-45-67', '0664 1234567', '(0664) 123 45 67'])(
    'telephone numbers: %s',
    async (number) => expect(await found(number)).toEqual(['called']),
  );

  test('a number that a message writes with blanks', async () =>
    expect(await found('+436647654321')).toEqual(['bare']));

  test('changed telephone numbers and e-mail addresses, not those before', async () => {
    expect(await found('(202) 555-0143')).toEqual(['changed']);
    expect(await found('new@mail.example')).toEqual(['changed']);
    expect(await found('old@mail.example')).toEqual([]);
  });

  test('nothing of a participant who left', async () => expect(await found('gone@mail.example')).toEqual([]));
});

test.each(['*', '★', '→ ❤️', '%', '"', '( ) - +', "'", '\u200d', '@', '™'])(
  'a search without a word finds nothing: %j',
  async (symbols) => expect(await found(symbols)).toEqual([]),
);

test('a client, who may not see telephone numbers of others, may not search', async () => {
  const called = await acme.client('called', 'cl');
  expect((await called.call('GET', '/conversations?search=jane')).status).toBe(403);
});
