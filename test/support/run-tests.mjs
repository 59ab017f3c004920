#!/usr/bin/env node
// What `npm test` runs: vitest, and as the very last line how many tests passed, failed and were skipped.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const OLDEST_NODE = 26;
const LONGEST_REASON = 500;
const LAST_ERRORS = 3000;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(
    `The tests need Node ${OLDEST_NODE} or newer and this is ${process.version}: on Linux "npm ci && npm test" brings its own.`,
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'tidings-tests-'));
const report = join(folder, 'report.json');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const options = [
  '--config',
  join(root, 'test/vitest.config.ts'),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];
const child = spawn(
  process.execPath,
  ['--unhandled-rejections=strict', vitest, 'run', ...options, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
  },
);
let lastErrors = '';
child.stderr.on('data', (chunk) => {
  process.stderr.write(chunk);
  lastErrors = (lastErrors + chunk).slice(-LAST_ERRORS);
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));

child.on('close', (code, signal) => {
  const exit = code ?? 128 + constants.signals[signal];
  const { passed, failed, skipped, remarks } = counted(exit);
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = exit !== 0 ? exit : failed > 0 || passed === 0 ? 1 : 0;
  for (const remark of remarks) console.log(remark);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
});

function counted(exit) {
  const remarks = [];
  const files = readReport();
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      status,
      name: `${relative(root, name)} > ${fullName}`,
      reason: reasonOf(failureMessages?.[0]),
    })),
  );
  // A file that did not load, or whose hooks failed, has tests that were never counted as failed.
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  const fallen = tests.filter(({ status }) => status === 'failed');
  let failed = fallen.length + broken.length;

  for (const { name } of skipped) remarks.push(`SKIPPED ${name}`);
  for (const { name, reason } of fallen) remarks.push(`FAILED ${name}: ${reason}`);
  for (const { name, message } of broken)
    remarks.push(`FAILED ${relative(root, name)} as a whole: ${reasonOf(message, 2)}`);
  if (exit !== 0 && failed === 0) {
    remarks.push(`FAILED outside of any test: vitest ended with ${exit}: ${endOf(lastErrors)}`);
    failed = 1;
  }
  if (passed + failed === 0) remarks.push('FAILED: no test ran');
  return { passed, failed, skipped: skipped.length, remarks };
}

function reasonOf(message = '', lines = 1) {
  return message.split('\n', lines).join(' | ').slice(0, LONGEST_REASON);
}

// Vitest prints errors that no test caused, such as an unhandled rejection, to its standard error alone.
function endOf(errors) {
  return stripVTControlCharacters(errors)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' | ');
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults;
  } catch {
    return [];
  }
}
