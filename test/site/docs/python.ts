import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { moduleOf } from '../../../site/src/facts/samples.js';
import { type Block, browserStep } from './samples.js';
import { outputMark, RUN_MARK } from './shell-run.js';

function canRun(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Whether the machine has a Python that runs the samples. */
export const hasPython = canRun();
/** The reason for the name of a skipped test. */
export const withoutPython = hasPython ? '' : ': this machine has no python3 of version 3.9 or newer';

/**
 * Runs the file that it gets, twice in one interpreter. It prints every response with its status, as the preload of the
 * TypeScript samples does, and refuses what Python 3.9 cannot read.
 */
export const PYTHON_RUNNER = `
import ast, builtins, io, os, runpy, sys, urllib.error, urllib.request, urllib.response
original = urllib.request.urlopen

def in_browser(step, body):
    with original(urllib.request.Request(os.environ['BROWSER'] + '/' + step, body.encode())) as response:
        return response.read().decode()

def urlopen(*given):
    def printed(response):
        data = response.read()
        print('HTTP', response.status if hasattr(response, 'status') else response.code)
        print(data.decode())
        return io.BytesIO(data)
    try:
        with original(*given) as response:
            return urllib.response.addinfourl(printed(response), response.headers, response.url, response.status)
    except urllib.error.HTTPError as refused:
        raise urllib.error.HTTPError(refused.url, refused.code, refused.msg, refused.headers, printed(refused)) from None

urllib.request.urlopen = urlopen
builtins.in_browser = in_browser
with open(sys.argv[1]) as file:
    ast.parse(file.read(), feature_version=(3, 9))
runpy.run_path(sys.argv[1])
print('${RUN_MARK}')
runpy.run_path(sys.argv[1])
`;

/** The reader pastes what the browser shows. */
const pasted = (block: Block): string => {
  const step = browserStep(block);
  const shown = step === 'sign-in' ? 'authorize' : 'json.dumps(options)';
  return step ? block.code.replace(/input\('.*?'\)/, `in_browser('${step}', ${shown})`) : block.code;
};

/** The file of a page with a line before the output of each sample. Samples of web pages run, too. */
export const pythonScript = (blocks: readonly Block[]): string =>
  moduleOf(
    blocks
      .filter(({ lang }) => lang === 'py')
      .map((block) => ({
        ...block,
        meta: 'sample',
        code: `print(${JSON.stringify(outputMark(block))})\n${pasted(block)}`,
      })),
    'py',
  );

const RUN_EACH = `
import json, sys
for code in json.load(open(sys.argv[1])):
    exec(code, {'print': lambda *_: None})
`;

/** Runs samples of calls in one interpreter, in a folder with a file for uploads and with a credential. */
export async function runEach(samples: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-python-'));
  const file = join(folder, 'samples.json');
  writeFileSync(file, JSON.stringify(samples));
  writeFileSync(join(folder, 'file'), 'a file');
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TOKEN: 'secret' };
  try {
    await promisify(execFile)('python3', ['-c', RUN_EACH, file], { env, cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
