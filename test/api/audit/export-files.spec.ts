import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ExportWorker } from '../../../src/modules/audit/export/application/export.worker.js';
import { ExportStep } from '../../../src/modules/audit/export/application/export-step.service.js';
import { ExportStore } from '../../../src/modules/audit/export/application/export-store.service.js';
import { client, postMessage } from '../../fixtures/conversations.js';
import { erased, erasedConversation } from '../../fixtures/erasures.js';
import { download, endedExport, exported, idsOf, readExport, requestExport } from '../../fixtures/exports.js';
import { signedIn } from '../../fixtures/people.js';
import { createTenant } from '../../fixtures/tenant.js';
import { OWNER_EMAIL } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { filesWith } from '../../support/canary.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let tenants = 0;

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' });
});
afterAll(() => closeAudited(tidings));

const another = () => createTenant(tidings, `exports-${++tenants}`);

/** Exports stay RUNNING until the end of the test. */
function stopped(): void {
  const worker = tidings.app.get(ExportWorker, { strict: false });
  worker.close();
  onTestFinished(() => worker.start());
}

describe('an export', () => {
  test('goes with the erasure of a subject in it; others stay', async () => {
    const mine = await another();
    const { owner } = mine;
    const people = { participants: [client('gone'), client('stays')] };
    for (const id of ['c1', 'c2']) await mine.conversation(id, people);
    await postMessage(owner, 'c1', { participant_id: 'gone', text: 'canary of c1' });
    const agent = await mine.user('agent');
    await agent.mustCall('POST', '/conversations/c2/messages', { kind: 'TEXT', text: 'of the agent' });
    const of = (conversation_id: string) => exported(owner, { filters: { conversation_id } });
    const isThere = async ({ id, url }: { id: string; url: string }) => {
      const { status } = await owner.call('GET', `/audit/exports/${id}`);
      expect((await download(tidings, url)).status).toBe(status);
      return status === 200;
    };
    const [first, second, types] = [
      await of('c1'),
      await of('c2'),
      await exported(owner, { filters: { subject_kind: 'CONVERSATION_TYPE' } }),
    ];
    expect(await download(tidings, first.url)).toHaveProperty('text', expect.stringContaining('canary of c1'));
    expect(filesWith(join(tidings.dataDir, 'assets'), 'canary of c1')).toEqual([]);
    await erased(owner, '/conversations/c1/participants/gone');
    expect([await isThere(first), await isThere(second), await isThere(types)]).toEqual([false, true, true]);
    const again = await of('c1');
    expect((await download(tidings, again.url)).text).not.toContain('canary of c1');
    await erasedConversation(owner, 'c1');
    expect([await isThere(again), await isThere(second), await isThere(types)]).toEqual([false, true, true]);
    const { body } = await owner.mustCall('GET', '/conversations/c2/messages');
    await owner.mustCall('DELETE', `/conversations/c2/messages/${body.messages[0].id}`);
    await until(async () => (await owner.call('GET', `/audit/exports/${second.id}`)).status === 404);
    expect(
      (
        await until(
          () => download(tidings, second.url),
          ({ status }) => status !== 200,
        )
      ).status,
    ).toBe(404);
    const byAgent = await exported(owner, { filters: { actor: `USER:${agent.id}` } });
    await erased(owner, `/users/${agent.id}`);
    expect([await isThere(byAgent), await isThere(types)]).toEqual([false, true]);
  });

  test('that is being written repeats its part after an erasure', async () => {
    const mine = await another();
    await mine.conversationWithClient('c1');
    stopped();
    const store = tidings.app.get(ExportStore, { strict: false });
    const { body } = await requestExport(mine.owner, { filters: { subject_kind: 'TENANT' } });
    const before = await store.find(mine.tenantId, body.id);
    await erasedConversation(mine.owner, 'c1');
    const after = await store.find(mine.tenantId, body.id);
    expect(after?.revision).toBeGreaterThan(before?.revision ?? 0);
    const step = tidings.app.get(ExportStep, { strict: false });
    expect(await step.advance(before as NonNullable<typeof before>)).toBe(false);
    expect(await readExport(mine.owner, body.id)).toMatchObject({ status: 'RUNNING', events: 0 });
  });

  test('goes on after a restart in the middle of its file', async () => {
    const mine = await another();
    await mine.conversationWithClient('long');
    for (let n = 0; n < 22; n++) {
      await Promise.all(Array.from({ length: 50 }, () => mine.post('long', 'l'.repeat(4_000))));
    }
    tidings.app.get(ExportWorker, { strict: false }).close();
    const { body } = await requestExport(mine.owner, { filters: { conversation_id: 'long' } });
    const [store, step] = [
      tidings.app.get(ExportStore, { strict: false }),
      tidings.app.get(ExportStep, { strict: false }),
    ];
    const begun = await store.find(mine.tenantId, body.id);
    expect(begun && (await step.advance(begun))).toBe(true);
    const half = await readExport(mine.owner, body.id);
    expect(half).toMatchObject({ status: 'RUNNING' });
    expect(half.events).toBeGreaterThan(0);
    expect(half.progress).toBeGreaterThan(0);
    tidings = await tidings.again();
    const owner = await signedIn(tidings, mine.tenantId, OWNER_EMAIL);
    const done = await endedExport(owner, body.id);
    expect(done.status).toBe('DONE');
    const { text } = await download(tidings, done.url);
    expect(createHash('sha256').update(text).digest('hex')).toBe(done.sha256);
    expect(new Set(idsOf(text)).size).toBe(done.events);
    expect(done.events).toBeGreaterThan(1_100);
  });
});
