import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BUILT_ORIGIN } from '../../../src/catalogue/site/built-origin.js';
import { startTidings } from '../../support/api.js';
import { freePort } from '../../support/processes/free-port.js';
import { MODULE_RUNNER, moduleScript, PRELOAD } from './module-run.js';
import { PYTHON_RUNNER, pythonScript } from './python.js';
import type { Block } from './samples.js';
import { RUN_MARK, shellScript } from './shell-run.js';
import { aStandInBrowser } from './stand-in-browser.js';
import { writeStandIns } from './stand-ins.js';

const root = join(import.meta.dirname, '../../..');
/** Settings with which the reader starts the service. */
export const START_SETTINGS = { OUTBOUND_ALLOW: '127.0.0.0/8' };
const SLOW_MS = 120_000;

/** A reader of one page, with a service on a port of its own. */
export async function aReaderOf(blocks: readonly Block[]) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const tidings = await startTidings({
    ...START_SETTINGS,
    // Samples in three languages begin conversations of visitors, twice each.
    RATE_LIMITS: 'visitor=10',
    SITE_DIR: 'site/dist',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
  });
  const browser = await aStandInBrowser(url);
  const folder = mkdtempSync(join(tmpdir(), 'tidings-samples-'));
  const receiver = `${await freePort()}`;
  const here = (text: string) =>
    text
      .replaceAll('4000', receiver)
      .replaceAll(BUILT_ORIGIN, url)
      .replaceAll('http://127.0.0.1:5000', browser.provider);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'bin'));
  writeStandIns(join(folder, 'bin'));
  writeFileSync(join(folder, 'preload.mjs'), PRELOAD);
  for (const { meta, code } of blocks) {
    const [, file] = /file=(\S+)/.exec(meta) ?? [];
    if (file) writeFileSync(join(folder, file), here(code));
  }
  const run = async (command: string, args: readonly string[], cwd: string, more: object = {}) => {
    const env = {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: folder,
      NODE_NO_WARNINGS: '1',
      TMPDIR: folder,
      BROWSER: browser.url,
      ...more,
    };
    const done = promisify(execFile)(command, args, { cwd, env, timeout: SLOW_MS, maxBuffer: 1 << 24 });
    return done.then(
      ({ stdout }) => stdout,
      ({ message, stdout, stderr }) => {
        throw new Error([message, stdout.slice(-2000), stderr.slice(-2000)].join('\n'));
      },
    );
  };
  return {
    /** Text as the service of this reader sends it. */
    here,
    url,
    /** Runs the samples in curl and gives what they print. */
    inShell(): Promise<string> {
      writeFileSync(join(folder, 'samples.sh'), here(shellScript(blocks)));
      return run('bash', ['samples.sh'], folder);
    },
    /** Runs the samples in TypeScript with the command that the page names, twice, and gives what each run prints. */
    async inTypeScript(): Promise<readonly string[]> {
      const runner = join(folder, 'run.mjs');
      writeFileSync(runner, MODULE_RUNNER);
      writeFileSync(join(folder, 'samples.ts'), here(moduleScript(blocks)));
      const loads = { NODE_OPTIONS: `--import=${join(folder, 'preload.mjs')}` };
      return (await run('npm', ['run', '--silent', 'example', runner], root, loads)).split(RUN_MARK);
    },
    /** Runs the samples in Python, twice, and gives what each run prints. */
    async inPython(): Promise<readonly string[]> {
      writeFileSync(join(folder, 'run.py'), PYTHON_RUNNER);
      writeFileSync(join(folder, 'samples.py'), here(pythonScript(blocks)));
      return (await run('python3', ['run.py', 'samples.py'], folder)).split(RUN_MARK);
    },
    async close(): Promise<void> {
      await browser.close();
      await tidings.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
