import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSiteFolder } from '../../../src/adapters/site-folder/site-folder.js';
import { ServiceStart } from '../../../src/engine/read-models/building/service-start.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { refusedAtStart } from '../../../src/http/request/refused-at-start.js';
import { SiteRoutes } from '../../../src/http/site/site-routes.js';
import type { SiteFolder } from '../../../src/ports/stores/site-folder.js';

let folder: string;
let site: SiteRoutes;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidings-site-'));
  const page = { file: '404.html', type: 'text/html; charset=utf-8', hash: 'h', sizes: { identity: 4 } };
  writeFileSync(join(folder, '404.html'), 'None');
  writeFileSync(join(folder, '.files.json'), JSON.stringify({ '/404': page }));
  site = new SiteRoutes(openSiteFolder(folder, ORIGIN) as SiteFolder, ORIGIN);
});
afterAll(() => rmSync(folder, { recursive: true }));

const ORIGIN = 'http://127.0.0.1:3000';
const folding = (ratio: number) => new ServiceStart({ isRunning: true, ratio }, new CaughtUp());
const read = { permission: 'conversation.read' } as const;

describe('a service that starts', () => {
  test.each([
    ['a call', 'GET', '/api/v1/conversations', read],
    ['an unknown path of the API', 'GET', '/api/v1/nowhere', undefined],
    ['a write to a path of the site', 'POST', '/docs', undefined],
  ] as const)('refuses %s', (_, method, url, endpoint) => {
    const rejection = refusedAtStart(folding(0.429), site)({ method, url }, endpoint);
    expect([rejection?.code, rejection?.details]).toEqual(['errors.service.starting', { percent: 42 }]);
  });

  test.each([
    ['a call about itself', '/health/ready', { permission: 'service.health' }],
    ['a page of the site', '/docs', undefined],
  ] as const)('takes %s', (_, url, endpoint) => {
    expect(refusedAtStart(folding(0), site)({ method: 'GET', url }, endpoint)).toBeUndefined();
  });

  test('refuses pages where it has no site', () => {
    expect(refusedAtStart(folding(0), undefined)({ method: 'GET', url: '/docs' }, undefined)).toBeDefined();
  });

  test('says 99 per cent at most, and takes everything afterwards', () => {
    const start = folding(1);
    expect(start.rejection().details).toEqual({ percent: 99 });
    start.end();
    expect(refusedAtStart(start, site)({ method: 'GET', url: '/api/v1/conversations' }, read)).toBeUndefined();
  });
});

describe('a process that folds nothing itself', () => {
  test('has the share that another process has folded', () => {
    const caughtUp = new CaughtUp();
    caughtUp.least = 200;
    const start = new ServiceStart({ isRunning: false, ratio: 1 }, caughtUp);
    expect([start.ratio, start.isComplete]).toEqual([0, false]);
    start.end();
    caughtUp.advance(50);
    expect([start.ratio, start.isComplete]).toEqual([0.25, false]);
    caughtUp.advance(200);
    expect([start.ratio, start.isComplete]).toEqual([1, true]);
  });
});
