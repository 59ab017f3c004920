import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { WrongSetting } from '../../src/config/environment.js';

const maxOf = (text: string) => readConfig({ CONVERSATION_DATA_MAX_CHARS: text }).conversationDataMax;

test('the largest conversation_data is a setting, up to what the runtime can read', () => {
  expect(readConfig({}).conversationDataMax).toBe(4_194_304);
  expect(maxOf('536870888')).toBe(536_870_888);
  expect(() => maxOf('536870889')).toThrow(WrongSetting);
  expect(() => maxOf('1073741824')).toThrow(
    /from 1 to 536870888, not "1073741824"\. Node\.js cannot hold a longer text/,
  );
  expect(() => 'x'.repeat(536_870_889)).toThrow(RangeError);
});
