import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MemoryAssets } from '../../../src/adapters/file-assets/memory-assets.js';
import { provide } from '../../../src/engine/provide.js';
import type { AuditExport } from '../../../src/modules/audit/export/application/audit-export.js';
import { ExportWorker } from '../../../src/modules/audit/export/application/export.worker.js';
import { ExportStore } from '../../../src/modules/audit/export/application/export-store.service.js';
import { ASSET_STORE } from '../../../src/ports/media/asset-store.js';
import { StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { download, endedExport, exported, readExport, requestExport } from '../../fixtures/exports.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { closeAudited } from '../../support/audit.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let tenants = 0;

/** As a folder whose disk is full. */
class FullAssets extends MemoryAssets {
  isFull = false;

  override async put(...file: Parameters<MemoryAssets['put']>): Promise<void> {
    if (!this.isFull) return super.put(...file);
    const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    throw new StoreUnavailable(`The asset folder failed: ${cause.message}`, { cause });
  }
}
const assets = new FullAssets();

beforeAll(async () => {
  tidings = await startTidings({ RATE_LIMITS: 'off' }, undefined, undefined, [provide(ASSET_STORE, [], () => assets)]);
});
afterAll(() => closeAudited(tidings));

const another = () => createTenant(tidings, `exports-${++tenants}`);

/** Exports stay RUNNING until the end of the test. */
function stopped(): void {
  const worker = tidings.app.get(ExportWorker, { strict: false });
  worker.close();
  onTestFinished(() => worker.start());
}

test('an export fails with its reason where the disk is full', async () => {
  const { owner } = await another();
  assets.isFull = true;
  onTestFinished(() => {
    assets.isFull = false;
  });
  const { body } = await requestExport(owner);
  const failed = await endedExport(owner, body.id);
  expect(failed).toMatchObject({ status: 'FAILED', failure: 'disk_full' });
  expect(failed).not.toHaveProperty('url');
  assets.isFull = false;
  await exported(owner);
});

describe('the exports of a tenant', () => {
  test('are at most 5 that run, also when they are requested at once', async () => {
    const { owner } = await another();
    stopped();
    const answers = await Promise.all(Array.from({ length: 12 }, () => requestExport(owner)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 errors.export.too_many']),
    );
  });

  test('are at most 100 that are kept, for 7 days', async () => {
    const { owner, tenantId } = await another();
    const store = tidings.app.get(ExportStore, { strict: false });
    const { id } = await exported(owner);
    const like = (await store.find(tenantId, id))?.value as AuditExport;
    for (let n = 1; n < 100; n++) {
      const other = `${id.slice(0, -3)}${String(n).padStart(3, '0')}`;
      await store.begin(tenantId, { ...like, id: other, status: 'DONE', keys: [] });
    }
    const refused = await requestExport(owner);
    expect([refused.status, refused.body.code]).toEqual([409, 'errors.export.too_many']);
    const { url } = await readExport(owner, id);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.setSystemTime(Date.parse(like.expiresAt) - 1_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await store.all(tenantId)).toHaveLength(100);
    vi.setSystemTime(Date.parse(like.expiresAt));
    await until(async () => (await store.all(tenantId)).length === 0, Boolean, 30_000);
    vi.useRealTimers();
    expect((await owner.call('GET', `/audit/exports/${id}`)).status).toBe(404);
    expect((await download(tidings, url)).status).toBe(404);
    expect((await requestExport(owner)).status).toBe(202);
  });
});
