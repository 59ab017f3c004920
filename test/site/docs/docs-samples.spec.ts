import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moduleOf } from '../../../site/src/facts/samples.js';
import { aReaderOf, START_SETTINGS } from './page-run.js';
import { hasPython, withoutPython } from './python.js';
import { allPages, answersOf, type Block, blocksOf, missing, textOf } from './samples.js';
import { outputMark } from './shell-run.js';

const PAGES = [
  'intro',
  'api/basics',
  'api/clients',
  'api/errors',
  'webhooks',
  'concepts/tenant',
  'concepts/user',
  'concepts/conversation_type',
  'concepts/conversation',
  'concepts/participant',
  'integration/embedding',
  'examples',
];

const LANGUAGES = ['sh', 'ts', 'js', 'py'];

/** The JSON that each sample printed last, against the response that its page shows. */
function wrongAnswers(blocks: readonly Block[], lang: 'sh' | 'ts' | 'py', output: string): readonly string[] {
  return [...answersOf(blocks, lang)].flatMap(([block, shown]) => {
    const printed = output.split(`${outputMark(block)}\n`)[1]?.split('@@ ')[0] ?? '';
    const [json] = printed.match(/^\{.*\}$/gm)?.slice(-1) ?? [];
    const where = `${block.page}.mdx:${shown.block.line}`;
    if (json === undefined) return [`${where}: the sample before it prints no JSON`];
    const [status] = printed.match(/(?<=^HTTP )\d+$/gm)?.slice(-1) ?? [];
    const isOther = status !== undefined && shown.block.meta !== `answer title="${status}"`;
    return [
      ...missing(shown.answer, JSON.parse(json)).map((path) => `${where}: ${path} is not in ${json}`),
      ...(isOther ? [`${where}: the status is ${status}`] : []),
    ];
  });
}

test('every sample of the documentation runs', () => {
  const blocks = PAGES.flatMap(blocksOf);
  const silent = blocks.filter(
    (block) =>
      LANGUAGES.includes(block.lang) && !/\b(sample|provider|receiver|install|browser=\S+|file=\S+)/.test(block.meta),
  );
  expect(silent.map(({ page, line }) => `${page}.mdx:${line}`)).toEqual([]);
  const others = allPages().filter((page) => !PAGES.includes(page));
  expect(others.flatMap(blocksOf).filter(({ lang }) => LANGUAGES.includes(lang))).toEqual([]);
  const [[name, value] = []] = Object.entries(START_SETTINGS);
  expect(textOf('intro')).toContain(`<Start environment="${name}=${value} " />`);
});

test('every sample is in curl, in TypeScript and in Python, in tabs that stay in step', () => {
  const alone = PAGES.flatMap((page) => {
    const text = textOf(page);
    const tabs = text.match(/<Tabs syncKey="lang">[\s\S]*?<\/Tabs>/g) ?? [];
    const single = tabs.filter(
      (each) =>
        !/label="curl"[\s\S]*```(sh|js) [\s\S]*label="TypeScript"[\s\S]*```ts [\s\S]*label="Python"[\s\S]*```py /.test(
          each,
        ),
    );
    const outside = text.replace(/<Tabs[\s\S]*?<\/Tabs>/g, '').match(/^```\w+ sample(?! sdk$).*$/gm) ?? [];
    return [...single, ...outside].map((each) => `${page}: ${each.slice(0, 120)}`);
  });
  expect(alone).toEqual([]);
});

test('each call in curl says that it failed', () => {
  const calls = PAGES.flatMap(blocksOf).flatMap(({ lang, code }) =>
    lang === 'sh' ? (code.match(/curl (?!--fail-with-body).*/g) ?? []) : [],
  );
  expect(calls).toEqual([]);
});

describe.each(PAGES)('%s alone, in a new tenant of a service on its own port,', (page) => {
  const blocks = blocksOf(page);
  let reader: Awaited<ReturnType<typeof aReaderOf>>;
  beforeAll(async () => {
    reader = await aReaderOf(blocks);
  });
  afterAll(() => reader?.close());

  test('runs in curl, and again on the same data', { timeout: 240_000 }, async () => {
    for (const _ of ['first', 'second']) expect(wrongAnswers(blocks, 'sh', await reader.inShell())).toEqual([]);
  });

  test('runs in TypeScript, and again on the same data', { timeout: 240_000 }, async () => {
    const runs = await reader.inTypeScript();
    expect(runs).toHaveLength(2);
    for (const printed of runs) expect(wrongAnswers(blocks, 'ts', printed)).toEqual([]);
  });

  test.skipIf(!hasPython)(
    `runs in Python, and again on the same data${withoutPython}`,
    { timeout: 240_000 },
    async () => {
      const runs = await reader.inPython();
      expect(runs).toHaveLength(2);
      for (const printed of runs) expect(wrongAnswers(blocks, 'py', printed)).toEqual([]);
    },
  );

  test.each(['ts', 'py'] as const)('has its samples of the language %s in one file', async (lang) => {
    const file = await fetch(`${reader.url}/docs/${page}.${lang}`);
    // The ports of the receiver and of the provider are those of the page.
    expect(await file.text()).toBe(moduleOf(blocks, lang).replaceAll('http://127.0.0.1:3000', reader.url));
  });
});
