import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { markdownOf } from '../../site/build/markdown.js';
import { startTidings } from '../support/api.js';
import { freePort } from '../support/processes/free-port.js';
import { hasPython, withoutPython } from './docs/python.js';
import { aShell } from './docs/shell.js';
import { writeStandIns } from './docs/stand-ins.js';

const root = join(import.meta.dirname, '../..');
const PAGE = '/docs/intro';
const TAB = 'curl';

interface Sample {
  readonly lang: string;
  readonly title: string;
  readonly code: string;
}

/** The samples of the built page in order, those of one tab where there are several. */
function samplesOnPage(): readonly Sample[] {
  const { text } = markdownOf(readFileSync(join(root, `site/dist${PAGE}.html`), 'utf8'));
  return [...text.matchAll(/(?:^\*\*(\w+)\*\*\n\n)?^```(\w+)(?: title="([^"]*)")?\n([\s\S]*?)^```$/gm)]
    .filter(([, tab = TAB]) => tab === TAB)
    .map(({ 2: lang = '', 3: title = '', 4: code = '' }) => ({ lang, title, code }));
}

/** Settings before a command in the sample, such as `NAME=value npm start`. */
const settingsIn = (code: string) =>
  Object.fromEntries([...code.matchAll(/\b([A-Z_]+)=(\S+)(?= )/g)].map(([, name = '', value = '']) => [name, value]));

/** The commands that get and run the samples of the page in one language as one file. */
const oneFile = { TypeScript: 'npm run example', Python: 'python3' } as const;
const isOneFile = ({ code }: Sample) => Object.values(oneFile).some((command) => code.includes(`${command} `));

async function readsOneFile(command: string): Promise<void> {
  const one = samplesOnPage().find(({ code }) => code.includes(`${command} `));
  const [get = '', run = ''] = one?.code.trim().split('\n') ?? [];
  const [start] = samplesOnPage();
  const servicePort = `${await freePort()}`;
  const url = `http://127.0.0.1:${servicePort}`;
  const own = { SITE_DIR: 'site/dist', PORT: servicePort, PUBLIC_URL: url };
  const tidings = await startTidings({ ...settingsIn(start?.code ?? ''), ...own });
  const folder = mkdtempSync(join(tmpdir(), 'tidings-reader-'));
  mkdirSync(join(folder, 'bin'));
  writeStandIns(join(folder, 'bin'));
  for (const each of ['package.json', 'build', 'sdk', 'node_modules'])
    symlinkSync(join(root, each), join(folder, each));
  const path = `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`;
  const shell = aShell(folder, path);
  try {
    await shell.run(get.replace('http://127.0.0.1:3000', url));
    const file = join(folder, get.split(' ').at(-1) ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('4000', `${await freePort()}`));
    for (const _ of ['first', 'second']) await shell.run(run);
    expect(shell.printed().match(/^verified message\.created It hums all night\.$/gm)).toHaveLength(2);
  } finally {
    await shell.close();
    await tidings.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test(
  'a reader who runs the one TypeScript file of the quick start gets a verified webhook',
  () => readsOneFile(oneFile.TypeScript),
  120_000,
);

test.skipIf(!hasPython)(
  `so does a reader who runs the one Python file${withoutPython}`,
  () => readsOneFile(oneFile.Python),
  120_000,
);

test('a reader who copies the samples of the quick start, and nothing else, gets a verified webhook', async () => {
  expect(readFileSync(join(root, 'site/dist/docs.html'), 'utf8')).toContain(`href="${PAGE}"`);
  const [start, ...samples] = samplesOnPage().filter((sample) => !isOneFile(sample));
  expect(start?.code).toMatch(/^git clone \S+ tidings\ncd tidings\nnpm ci\n.*npm start\n$/);
  const tidings = await startTidings(settingsIn(start?.code ?? ''));
  const port = `${await freePort()}`;
  const here = (text: string) => text.replaceAll('4000', port).replaceAll('http://127.0.0.1:3000', tidings.url);
  const folder = mkdtempSync(join(tmpdir(), 'tidings-reader-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'bin'));
  writeStandIns(join(folder, 'bin'));
  const path = `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`;
  const second = aShell(folder, path);
  const third = aShell(folder, path);
  try {
    for (const { lang, title, code } of samples) {
      if (title.includes('.') && lang === 'js') writeFileSync(join(folder, title), here(code));
      else if (lang === 'sh' && code.includes('whsec_…')) {
        const [secret = 'no secret was printed'] = /whsec_[\w+/=]+/.exec(second.printed()) ?? [];
        third.start(here(code).replace('whsec_…', secret));
        await third.until('listening');
      } else if (lang === 'sh') await second.run(here(code));
      else if (lang === 'text') await third.until(code.trim());
    }
    expect(samples.at(-1)?.lang).toBe('text');
    expect(third.printed()).toContain('verified message.created');
  } finally {
    await second.close();
    await third.close();
    await tidings.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
