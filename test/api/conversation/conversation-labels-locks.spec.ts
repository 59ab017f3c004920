import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let ben: Caller;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'locks');
  ben = await acme.user('ben');
});
afterAll(() => tidings.close());

const soon = (ms = 60_000) => new Date(Date.now() + ms).toISOString();
const open = async (id: string) => (await acme.conversation(id)).path;

describe('labels', () => {
  test('are set, added, put and taken away', async () => {
    const path = await open('labels-1');
    expect((await acme.owner.call('PUT', `${path}/labels`, { labels: ['a', 'p:1'] })).body.labels).toEqual([
      'a',
      'p:1',
    ]);
    expect((await acme.owner.call('POST', `${path}/labels`, { labels: ['p:2', 'a'] })).body.labels).toEqual([
      'a',
      'p:2',
    ]);
    expect((await acme.owner.call('PUT', `${path}/labels/${encodeURIComponent('ä/ö')}`)).body.labels).toEqual([
      'a',
      'p:2',
      'ä/ö',
    ]);
    expect((await acme.owner.call('DELETE', `${path}/labels/a`)).status).toBe(204);
    expect((await acme.owner.call('DELETE', `${path}/labels/a`)).status).toBe(204);
    expect((await acme.owner.call('GET', path)).body.labels).toEqual(['p:2', 'ä/ö']);
  });
  test('wrong ones are told by their place', async () => {
    const path = await open('labels-2');
    const { status, body } = await acme.owner.call('PUT', `${path}/labels`, { labels: ['ok', ':x', 'y:', '..'] });
    expect([status, body.errors.map((e: { path: string }) => e.path)]).toEqual([
      400,
      ['labels.1', 'labels.2', 'labels.3'],
    ]);
    const two = await acme.owner.call('PUT', `${path}/labels`, { labels: ['s:1', 's:2'] });
    expect([two.status, two.body.errors[0].path]).toEqual([400, 'labels']);
    expect((await acme.owner.call('PUT', `${path}/labels`, {})).body.errors[0]).toMatchObject({
      path: 'labels',
      code: 'errors.field.required',
    });
  });
  test('twenty at once lose none', async () => {
    const path = await open('labels-3');
    await Promise.all(Array.from({ length: 20 }, (_, i) => acme.owner.call('PUT', `${path}/labels/l${i}`)));
    expect((await acme.owner.call('GET', path)).body.labels).toHaveLength(20);
  });
});

describe('locks', () => {
  test('are exclusive between users, owners too', async () => {
    const path = await open('locks-1');
    const until = soon();
    const locked = await ben.call('POST', `${path}/lock`, { lock_expires_at: until, lock_note: 'mine' });
    expect(locked.body).toMatchObject({ lock_expires_at: until, lock_note: 'mine', locked_by: ben.id });
    const turnedAway = await acme.owner.call('POST', `${path}/lock`, { lock_expires_at: soon() });
    expect([turnedAway.status, turnedAway.body.details]).toEqual([409, { locked_by: ben.id, lock_expires_at: until }]);
  });
  test('are prolonged by the holder and given back', async () => {
    const path = await open('locks-2');
    await ben.call('POST', `${path}/lock`, { lock_expires_at: soon() });
    const later = soon(120_000);
    expect((await ben.call('POST', `${path}/lock`, { lock_expires_at: later })).body.lock_expires_at).toBe(later);
    const unlocked = await ben.call('POST', `${path}/unlock`);
    expect(unlocked.status).toBe(200);
    expect(unlocked.body).not.toHaveProperty('lock_expires_at');
  });
  test('a colleague cannot end it, an owner can', async () => {
    const path = await open('locks-3');
    await acme.owner.call('POST', `${path}/lock`, { lock_expires_at: soon() });
    expect((await ben.call('POST', `${path}/unlock`)).status).toBe(409);
    await acme.owner.call('POST', `${path}/unlock`);
    await ben.call('POST', `${path}/lock`, { lock_expires_at: soon() });
    expect((await acme.owner.call('POST', `${path}/unlock`)).status).toBe(200);
  });
  test('who may lock for whom', async () => {
    const path = await open('locks-4');
    const key = await acme.apiKey();
    expect((await ben.call('POST', `${path}/lock`, { lock_expires_at: soon(), locked_by: acme.owner.id })).status).toBe(
      403,
    );
    expect((await key.call('POST', `${path}/lock`, { lock_expires_at: soon() })).body.errors[0].path).toBe('locked_by');
    expect(
      (await key.call('POST', `${path}/lock`, { lock_expires_at: soon(), locked_by: key.id })).body.errors[0].code,
    ).toBe('errors.field.reference');
    expect(
      (await key.call('POST', `${path}/lock`, { lock_expires_at: soon(), locked_by: 'nobody' })).body.errors[0],
    ).toMatchObject({
      path: 'locked_by',
      code: 'errors.field.reference',
    });
    expect(
      (await key.call('POST', `${path}/lock`, { lock_expires_at: soon(), locked_by: ben.id })).body.locked_by,
    ).toBe(ben.id);
  });
  test('end in the future, within 30 days', async () => {
    const path = await open('locks-5');
    const lock = (lock_expires_at: string) => ben.call('POST', `${path}/lock`, { lock_expires_at });
    expect((await lock(soon(-1000))).body.errors[0]).toMatchObject({
      path: 'lock_expires_at',
      code: 'errors.field.past',
    });
    expect((await lock(soon(31 * 86_400_000))).body.errors[0].code).toBe('errors.field.too_far');
  });
  test('fifty at once: one holder', async () => {
    const path = await open('locks-6');
    const callers = [acme.owner, ben];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        callers[i % 2]?.call('POST', `${path}/lock`, { lock_expires_at: soon(60_000 + i) }),
      ),
    );
    const holders = new Set(answers.filter((a) => a?.status === 200).map((a) => a?.body.locked_by));
    expect(holders.size).toBe(1);
  });
  test('end by the clock, and are noted within a second without moving updated_at', async () => {
    const path = await open('locks-7');
    const { body } = await ben.call('POST', `${path}/lock`, { lock_expires_at: soon(300) });
    await expect
      .poll(async () => (await acme.owner.call('GET', path)).headers.get('etag')?.split('.')[0], { timeout: 2_000 })
      .toBe('"3');
    const after = await acme.owner.call('GET', path);
    expect(after.body.updated_at).toBe(body.updated_at);
    expect(after.body).not.toHaveProperty('locked_by');
  });
  test('all of a user’s end in one call', async () => {
    const paths = await Promise.all(['locks-8', 'locks-9'].map(open));
    for (const path of paths) await ben.call('POST', `${path}/lock`, { lock_expires_at: soon() });
    expect((await ben.call('PUT', `/conversations/${acme.owner.id}/unlock`)).status).toBe(403);
    expect((await acme.owner.call('PUT', '/conversations/nobody/unlock')).body.code).toBe('errors.user.not_found');
    expect((await ben.call('PUT', `/conversations/${ben.id}/unlock`)).status).toBe(204);
    for (const path of paths) expect((await acme.owner.call('GET', path)).body).not.toHaveProperty('locked_by');
  });
});
