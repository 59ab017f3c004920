#!/usr/bin/env node
// Builds what is stale: `node build/build.mjs service site`. Says nothing where nothing is.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beginBuild, endBuild, isBuilt, isCurrent, switchTo } from './builds.mjs';
import { fingerprint, targets } from './stale.mjs';

const root = join(import.meta.dirname, '..');

const compile = (folder) => [
  'node_modules/typescript/bin/tsc',
  '--project',
  'tsconfig.build.json',
  '--outDir',
  folder,
  '--tsBuildInfoFile',
  join(folder, '.tsbuildinfo'),
];
const render = (folder) => [
  'node_modules/astro/bin/astro.mjs',
  'build',
  // Pages that an earlier build kept would name the style sheets of that build.
  '--force',
  '--root',
  'site',
  '--outDir',
  relative(join(root, 'site'), folder),
  // Its cache of rendered pages knows nothing of the code blocks' settings and packages.
  '--force',
];
/** Scripts with their arguments, which run side by side. */
const commands = {
  service: (folder) => [compile(folder), ['build/packages.mjs', folder]],
  site: (folder) => [render(folder)],
};

/** @returns {Promise<boolean>} whether it ended well; what it printed is shown where it did not. */
function run(command) {
  return new Promise((resolve) => {
    // A test run sets NODE_ENV, and `npm start` uses its build. Packages have larger code for other values.
    const environment = { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', FORCE_COLOR: '0' };
    const child = spawn(process.execPath, command, { cwd: root, env: environment });
    const printed = [];
    child.stdout.on('data', (bytes) => printed.push(bytes));
    child.stderr.on('data', (bytes) => printed.push(bytes));
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

async function build(name) {
  const wanted = fingerprint(root, name, process.env);
  if (isCurrent(root, name, wanted)) return true;
  if (!isBuilt(root, name, wanted)) {
    const started = performance.now();
    process.stderr.write(`Building the ${name} ...\n`);
    const folder = beginBuild(root, name, wanted);
    const ended = await Promise.all(commands[name](folder).map(run));
    if (!ended.every(Boolean)) return false;
    endBuild(root, name, wanted, folder);
    process.stderr.write(`Built the ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
  }
  switchTo(root, name, wanted);
  return true;
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !Object.hasOwn(targets, name));
if (unknown || names.length === 0) {
  process.stderr.write(`Name what to build: ${Object.keys(targets).join(', ')}.\n`);
  process.exit(1);
}
const { SITE_SETTINGS } = process.env;
if (SITE_SETTINGS && !existsSync(SITE_SETTINGS)) {
  process.stderr.write(`SITE_SETTINGS names ${SITE_SETTINGS}, which does not exist.\n`);
  process.exit(1);
}
const results = await Promise.all(names.map(build));
process.exitCode = results.every(Boolean) ? 0 : 1;
