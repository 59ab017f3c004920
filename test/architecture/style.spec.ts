import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { avoidedIn, avoidedWords } from './avoided-words.js';
import { breaches, descriptionRules, type Text } from './english.js';
import { codeTexts, pageLines, pageProse, templateTexts } from './published-texts.js';
import type { Source } from './syntax.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), 'utf8') });
const sources = (...patterns: readonly string[]) =>
  globSync([...patterns], { cwd: root })
    .sort()
    .map(read);

const words = (texts: readonly Text[]): readonly string[] =>
  texts.flatMap(({ where, text }) =>
    avoidedIn(text, 'published').map((found) => `${where} ${found} in: ${text.trim()}`),
  );

const pages = sources('site/src/content/docs/docs/**/*.{md,mdx}', 'site/src/partials/*.mdx');
const components = sources('site/src/**/*.astro');
const PUBLISHED = ['site/src/**/*.{ts,tsx}', 'app/src/**/*.{ts,tsx}', 'embed/src/**/*.ts', 'src/config/**/*.ts'];
/** Tables that no page shows. */
const UNSHOWN = /\/(?:reserved-subdomains|retention|common-passwords)\.ts$/;
const code = [...sources(...PUBLISHED), ...sources('src/catalogue/**/*.ts').filter(({ path }) => !UNSHOWN.test(path))];

test('the style page has the words of the rule', () => {
  const rows = avoidedWords.map(
    ({ plain, not, place }) =>
      `| ${plain} | ${not
        .split(', ')
        .map((each) => `\`${each}\``)
        .join(', ')} | ${place} |`,
  );
  const [, table = ''] = read('docs/style.md').text.split('| write | not | where |\n|---|---|---|\n');
  expect(table.trim().split('\n')).toEqual(rows);
});

describe('no published text has an avoided word', () => {
  test.each(pages.map((page) => [page.path, page] as const))('%s', (_, page) =>
    expect(words(pageLines(page))).toEqual([]),
  );
  test('in the components of the site', () => expect(words(components.flatMap(templateTexts))).toEqual([]));
  test('in the code of the site, the app, the embedded client, the settings and the catalogue', () =>
    expect(words(code.flatMap(codeTexts))).toEqual([]));
});

test.each(pages.map((page) => [page.path, page] as const))('%s is in plain technical English', (_, page) => {
  const { 'lacks the final period': _period, ...rules } = descriptionRules;
  expect(breaches(pageProse(page), rules)).toEqual([]);
});

const planted = (text: string): Source => ({ path: 'planted', text });

test('the rule reads prose, attributes, texts between tags, JSX and strings', () => {
  expect(words(pageLines(planted('After this page you know it.\n\n```sh\nanswer\n```\n`answer`')))).toHaveLength(1);
  expect(words(pageLines(planted("<FactTable head={['Its members']} />")))).toHaveLength(1);
  expect(
    words(templateTexts(planted('---\nlet a;\n---\n<p class="answer">\n  The answer of {count} calls.\n</p>'))),
  ).toHaveLength(1);
  expect(words(codeTexts({ path: 'planted.tsx', text: 'const a = <p>It ends at once.</p>;' }))).toHaveLength(1);
  expect(words(codeTexts(planted(`const answer = 'The answer of a call.';`)))).toHaveLength(1);
});

test('the rule reads the sentences of a page without its code, headings and components', () => {
  const long = `${'word '.repeat(26)}.`;
  const page = planted(
    `---\ntitle: ${long}\n---\n\n${long}\n\n- ${long}\n\n## ${long}\n\n<A\n  b="${long}"\n/>\n\n\`\`\`sh\n${long}\n\`\`\``,
  );
  const { 'lacks the final period': _period, ...rules } = descriptionRules;
  expect(breaches(pageProse(page), rules)).toHaveLength(2);
});
