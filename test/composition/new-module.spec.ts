import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifests } from '../../src/composition/registry.js';
import { createTenant } from '../fixtures/tenant.js';
import { startTidings, type Tidings } from '../support/api.js';
import { noteManifest } from './note.module.js';

describe('a new module', () => {
  let tidings: Tidings;
  let token: string;

  beforeAll(async () => {
    tidings = await startTidings({}, undefined, [...manifests, noteManifest]);
    ({ token } = await createTenant(tidings, 'acme'));
  });
  afterAll(() => tidings.close());

  const read = (id: string) => tidings.call('GET', `/notes/${id}`, { token });

  test('needs its manifest in the registry and nothing else', async () => {
    const written = await tidings.call('PUT', '/notes/milk', { token, body: { text: 'Buy milk.' } });
    expect(written.status).toBe(200);
    expect((await read('milk')).body).toEqual({ text: 'Buy milk.' });
    await expect.poll(async () => (await read('copy-milk')).body).toEqual({ text: 'Buy milk.' });
    expect((await read('copy-copy-milk')).status).toBe(404);
  });

  test('has its calls checked and documented like any other', async () => {
    const refused = await tidings.call('PUT', '/notes/milk', { token, body: { text: '' } });
    expect(refused.body).toMatchObject({ code: 'errors.validation.failed', errors: [{ path: 'text' }] });
    expect((await read('bread')).status).toBe(404);
  });
});
