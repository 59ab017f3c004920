import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The options of curl that the samples use, for machines without curl. */
const CURL = `#!/usr/bin/env node
import { writeFileSync } from 'node:fs';
const args = process.argv.slice(2);
const headers = new Headers();
const form = new URLSearchParams();
let method, url, body, file, fails = false, shows = false;
for (let at = 0; at < args.length; at++) {
  const arg = args[at];
  if (arg === '-s') continue;
  if (arg === '--fail-with-body') fails = true;
  else if (arg === '-o') file = args[++at];
  else if (arg === '-i' || arg === '-si') shows = true;
  else if (arg === '-X') method = args[++at];
  else if (arg === '-H') headers.append(...args[++at].split(/: ?(.*)/s).slice(0, 2));
  else if (arg === '-d') body = args[++at];
  else if (arg === '--data-urlencode') form.append(...args[++at].split(/=(.*)/s).slice(0, 2));
  else url = arg;
}
const sent = form.size > 0 ? form : body;
const response = await fetch(url, { method: method ?? (sent ? 'POST' : 'GET'), headers, body: sent ?? null });
if (shows) {
  console.log('HTTP/1.1 ' + response.status);
  for (const [name, value] of response.headers) console.log(name + ': ' + value);
  console.log('');
}
const text = await response.text();
if (file) writeFileSync(file, text);
else console.log(text);
if (response.status >= 400 && fails) process.exitCode = 22;
`;

/** The calls of openssl that the samples make. */
const OPENSSL = `#!/usr/bin/env node
import { createHmac } from 'node:crypto';
const args = process.argv.slice(2);
const given = [];
for await (const part of process.stdin) given.push(part);
const input = Buffer.concat(given);
const key = args.find((arg) => arg.startsWith('hexkey:'));
if (key) process.stdout.write(createHmac('sha256', Buffer.from(key.slice(7), 'hex')).update(input).digest());
else process.stdout.write(args.includes('-d') ? Buffer.from(input.toString(), 'base64') : input.toString('base64'));
`;

function isThere(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function write(folder: string, program: string, code: string): void {
  const file = join(folder, `${program}.mjs`);
  writeFileSync(file, code);
  writeFileSync(join(folder, program), `#!/bin/sh\nexec node ${file} "$@"\n`);
  chmodSync(join(folder, program), 0o755);
}

/** Writes stand-ins into the folder for the programs that the machine does not have. */
export function writeStandIns(folder: string): void {
  if (!isThere('curl', '--version')) write(folder, 'curl', CURL);
  if (!isThere('openssl', 'version')) write(folder, 'openssl', OPENSSL);
}
