import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processRoles } from '../../src/engine/effects/worker-host.js';
import { type Fleet, newFleet } from '../support/processes/fleet.js';

let fleet: Fleet;
let folder: string;
beforeAll(() => {
  fleet = newFleet();
  folder = mkdtempSync(join(tmpdir(), 'tidings-sites-'));
});
afterAll(async () => {
  await fleet.close();
  rmSync(folder, { recursive: true });
});

function aSite(name: string): string {
  const site = join(folder, name);
  mkdirSync(site);
  const notFound = { file: '404.html', type: 'text/html; charset=utf-8', hash: 'h', sizes: { identity: 4 } };
  writeFileSync(join(site, '404.html'), 'None');
  writeFileSync(join(site, '.files.json'), JSON.stringify({ '/404': notFound }));
  return site;
}

test.each([
  ['a built site', () => aSite('built'), true],
  ['no built site', () => join(folder, 'missing'), false],
  ['SITE_DIR empty', () => '', false],
])('the lines of a start name the documentation where the service has one: %s', async (_, site, isNamed) => {
  const member = await fleet.start(processRoles, { SITE_DIR: site() });
  await expect.poll(() => member.told).toContain('npm run quickstart');
  expect(member.told.includes(`${member.url}/docs`)).toBe(isNamed);
  await member.leave();
});
