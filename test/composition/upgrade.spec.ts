import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projections } from '../../src/composition/registry.js';
import { ServedVersions } from '../../src/engine/read-models/building/served-versions.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../src/ports/stores/document-store.js';
import type { Caller } from '../fixtures/caller.js';
import { givenLongLog } from '../fixtures/long-log.js';
import { raiseVersions } from '../fixtures/raise-versions.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { enginesFor } from '../support/engines.js';
import { metricsOf } from '../support/metrics.js';
import { shareGazetteer } from '../support/processes/shared-gazetteer.js';

const EVENTS = 6_000;

let dataDir: string;
let owner: Caller;
let tidings: Tidings;
let endRelease: () => void;

/** As the release before left it, with a longer log than a start builds. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-upgrade-'));
  shareGazetteer(dataDir);
  const before = await startTidings({}, dataDir);
  const acme = await createTenant(before, 'acme');
  await acme.conversationWithClient('talk');
  await acme.post('talk', 'Hello');
  await before.close();
  await givenLongLog({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...enginesFor(dataDir) }, acme.tenantId, EVENTS);
  await (await startTidings({}, dataDir)).close();
  endRelease = raiseVersions();
  tidings = await startTidings({}, dataDir);
  owner = acme.owner.at(tidings);
}, 120_000);
afterAll(async () => {
  await tidings.close();
  endRelease();
  rmSync(dataDir, { recursive: true, force: true });
});

const ratio = async () => {
  const text = await metricsOf(tidings);
  return Number(/^tidings_build_progress_ratio (.+)$/m.exec(text)?.[1]);
};

test('the release before answers while the read models of the next one are built, and no read fails', async () => {
  const served = tidings.app.get(ServedVersions);
  expect(served.building.length).toBeGreaterThan(10);
  expect((await tidings.call('GET', '//health/ready')).status).toBe(200);

  const posted = await owner.mustCall('POST', '/conversations/talk/messages', {
    kind: 'TEXT',
    text: 'While it is built',
  });
  const position = posted.headers.get('tidings-position') ?? '';
  const ratios: number[] = [];
  const odd: unknown[] = [];
  while (served.building.length > 0) {
    const messages = await owner.call('GET', '/conversations/talk/messages', undefined, {
      'tidings-position': position,
    });
    if (messages.body.messages?.length !== 2) odd.push(messages.text);
    const talk = await owner.call('GET', '/conversations/talk?includes=PARTICIPANTS');
    if (talk.status !== 200) odd.push(talk.text);
    const found = await owner.call('GET', '/conversations?search=built');
    if (found.body.conversations?.length !== 1) odd.push(found.text);
    ratios.push(await ratio());
  }
  expect(odd).toEqual([]);
  expect(ratios.at(0)).toBeLessThan(1);
  expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
  expect(await ratio()).toBe(1);
  const { body } = await owner.call('GET', '/conversations/talk/messages');
  expect(body.messages.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining(['Hello', 'While it is built']),
  );
});

test('the next start reads the new versions alone, and drops the others', async () => {
  await tidings.close();
  tidings = await startTidings({}, dataDir);
  expect(tidings.app.get(ServedVersions).building).toEqual([]);
  const documents = tidings.app.get<DocumentStore>(DOCUMENT_STORE);
  for (const { name, version } of projections) {
    expect([name, await documents.checkpoint(`${name}@${version - 1}`)]).toEqual([name, 0]);
    expect([name, await documents.checkpoint(`${name}@${version}`)]).not.toEqual([name, 0]);
  }
  expect((await owner.at(tidings).call('GET', '/conversations/talk/messages')).body.messages).toHaveLength(2);
});
