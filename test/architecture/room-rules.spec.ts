import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { avoidedIn, avoidedWords } from './avoided-words.js';
import { crowdedFolder, roomPlantings, roomRules } from './room-rules.js';
import { sourcesOf } from './shape.js';

const FOLDERS = ['src', 'projections', 'test', 'bench', 'site/src', 'site/build', 'sdk/src', 'embed/src', 'app/src'];
const tree = sourcesOf(join(import.meta.dirname, '../..'), FOLDERS);
const named = Object.keys(roomRules) as readonly (keyof typeof roomRules)[];

const words = (count: number) => `${'word '.repeat(count - 1)}word.`;
const complaints = (sources: Parameters<(typeof roomRules)[(typeof named)[number]]>[0]) =>
  named.filter((name) => roomRules[name](sources).length > 0);

describe('the rooms', () => {
  test.each(named)('%s', (name) => expect(roomRules[name](tree)).toEqual([]));
});

describe('the rules of the rooms', () => {
  test.each(named.flatMap((name) => roomPlantings[name].map((planted) => ({ name, line: planted.text, planted }))))(
    '"$name" bites at $line, and it alone',
    ({ name, planted }) => expect(complaints([planted])).toEqual([name]),
  );

  test('a crowded folder is found', () =>
    expect(complaints(crowdedFolder)).toEqual(['a folder has 15 files at most, one of tests 30']));

  test.each(avoidedWords)('"$planting" has one avoided word', ({ planting }) =>
    expect(avoidedIn(planting, 'published')).toHaveLength(1),
  );

  test.each([
    'There is no reader.',
    'It is no longer due.',
    'The answer of the server.',
    `${words(25)} ${words(25)}`,
    `${words(25)}\n// - ${words(25)}\n// @throws ${words(24)}`,
  ])('a comment may be "%s"', (text) =>
    expect(complaints([{ path: 'src/kernel/planted.ts', text: `// ${text}\n${'a\n'.repeat(10)}` }])).toEqual([]),
  );
});
