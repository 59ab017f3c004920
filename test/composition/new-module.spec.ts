import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifests } from '../../src/composition/registry.js';
import type { Caller } from '../fixtures/caller.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { noteManifest } from './note.module.js';

describe('a new module', () => {
  let tidings: Tidings;
  let owner: Caller;

  beforeAll(async () => {
    tidings = await startTidings({}, undefined, [...manifests, noteManifest]);
    ({ owner } = await createTenant(tidings, 'acme'));
  });
  afterAll(() => tidings.close());

  const read = (id: string) => owner.call('GET', `/notes/${id}`);

  test('needs its manifest in the registry and nothing else', async () => {
    const written = await owner.call('PUT', '/notes/milk', { text: 'Buy milk.' });
    expect(written.status).toBe(200);
    expect((await read('milk')).body).toEqual({ text: 'Buy milk.' });
    await expect.poll(async () => (await read('copy-milk')).body).toEqual({ text: 'Buy milk.' });
    expect((await read('copy-copy-milk')).status).toBe(404);
  });

  test('has its calls checked and documented like any other', async () => {
    const refused = await owner.call('PUT', '/notes/milk', { text: '' });
    expect(refused.body).toMatchObject({ code: 'errors.validation.failed', errors: [{ path: 'text' }] });
    expect((await read('bread')).status).toBe(404);
  });
});
