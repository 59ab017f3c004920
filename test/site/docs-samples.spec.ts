import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startTidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { moduleScript } from './docs/module-run.js';
import { allPages, answersOf, blocksOf, marked, missing, textOf } from './docs/samples.js';
import { outputMark, shellScript } from './docs/shell-run.js';
import { aStandInBrowser } from './docs/stand-in-browser.js';
import { writeStandIns } from './docs/stand-ins.js';

/** In reading order: each page goes on from the state that the quick start leaves. */
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
const pages = PAGES.map(blocksOf);
const blocks = pages.flat();
const SETTINGS = { OUTBOUND_ALLOW: '127.0.0.0/8' };

/** Runs a script of the samples against a service of its own and answers its output. */
async function run(name: string, write: (here: string) => readonly [string, string[]]): Promise<string> {
  const tidings = await startTidings(SETTINGS);
  const browser = await aStandInBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'tidings-samples-'));
  try {
    const receiver = await freePort();
    const here = (text: string) =>
      text
        // The callback is an address of the app, at which nothing answers.
        .replaceAll(/http:\/\/127\.0\.0\.1:3000(?!\/callback)/g, tidings.url)
        .replaceAll('http://127.0.0.1:5000', browser.provider)
        .replaceAll('4000', `${receiver}`);
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
    for (const { meta, code } of blocks) {
      const [, file] = /file=(\S+)/.exec(meta) ?? [];
      if (file) writeFileSync(join(folder, file), here(code));
    }
    mkdirSync(join(folder, 'bin'));
    writeStandIns(join(folder, 'bin'));
    const [script, [file = '', ...args]] = write(folder);
    writeFileSync(join(folder, name), here(script));
    const env = {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      NODE_NO_WARNINGS: '1',
      TMPDIR: folder,
      BROWSER: browser.url,
    };
    const done = await promisify(execFile)(file, args, { cwd: folder, env, timeout: 200_000, maxBuffer: 1 << 24 });
    return done.stdout;
  } finally {
    await browser.close();
    await tidings.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The JSON that each sample printed last, against the response that its page shows. */
function wrongAnswers(lang: 'sh' | 'ts', output: string): readonly string[] {
  return pages.flatMap((page) =>
    [...answersOf(page, lang)].flatMap(([block, shown]) => {
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
    }),
  );
}

test('every sample of the documentation runs, apart from the start of the service', () => {
  const silent = blocks.filter(
    (block) =>
      ['sh', 'ts', 'js'].includes(block.lang) &&
      !/\b(sample|start|provider|receiver|browser=\S+|file=\S+)/.test(block.meta),
  );
  expect(silent.map(({ page, line }) => `${page}.mdx:${line}`)).toEqual([]);
  const others = allPages().filter((page) => !PAGES.includes(page));
  expect(others.flatMap(blocksOf).filter(({ lang }) => ['sh', 'ts', 'js'].includes(lang))).toEqual([]);
  const [start] = blocks.filter((block) => marked(block, 'start'));
  const [[name, value] = []] = Object.entries(SETTINGS);
  expect(start?.code).toContain(`${name}=${value} npm start`);
});

test('every sample is in curl and in TypeScript, in tabs that stay in step', () => {
  const alone = PAGES.flatMap((page) => {
    const text = textOf(page);
    const tabs = text.match(/<Tabs syncKey="lang">[\s\S]*?<\/Tabs>/g) ?? [];
    const single = tabs.filter((each) => !(/```sh /.test(each) && /```ts /.test(each)));
    const outside = text.replace(/<Tabs[\s\S]*?<\/Tabs>/g, '').match(/^```\w+ sample.*$/gm) ?? [];
    return [...single, ...outside].map((each) => `${page}: ${each.slice(0, 120)}`);
  });
  expect(alone).toEqual([]);
});

describe('the samples of all pages in order, from sign-up to the verified webhook,', () => {
  test('run in curl and print the responses that the pages show', async () => {
    const output = await run('samples.sh', () => [shellScript(blocks), ['bash', 'samples.sh']]);
    expect(wrongAnswers('sh', output)).toEqual([]);
  }, 240_000);

  test('run in TypeScript and print the responses that the pages show', async () => {
    const output = await run('samples.mts', () => [moduleScript(pages), [process.execPath, 'samples.mts']]);
    expect(wrongAnswers('ts', output)).toEqual([]);
  }, 240_000);
});
