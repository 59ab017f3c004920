import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The options of curl that the samples use, for machines without curl. */
const CURL = `#!/usr/bin/env node
const args = process.argv.slice(2);
const headers = new Headers();
const form = new URLSearchParams();
let method, url, body, shows = false;
for (let at = 0; at < args.length; at++) {
  const arg = args[at];
  if (arg === '-s') continue;
  if (arg === '-i' || arg === '-si') shows = true;
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
console.log(await response.text());
if (response.status >= 400 && process.env.CURL_HOME !== '/nonexistent') process.exitCode = 22;
`;

/** Writes a stand-in for curl into the folder, unless the machine has it. */
export function writeCurl(folder: string): void {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
  } catch {
    const file = join(folder, 'curl.mjs');
    writeFileSync(file, CURL);
    writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec node ${file} "$@"\n`);
    chmodSync(join(folder, 'curl'), 0o755);
  }
}
