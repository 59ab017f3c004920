import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_STORE, type EventStore } from '../../../src/ports/stores/event-store.js';
import { createTenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const PATH = '/sms/twilio/settings';
const first = { username: 'AC1', auth_token: 'a secret of Twilio', phone_number: '+4930111' };
const second = { account_sid: 'AC2', account_auth_token: 'another secret', message_service_sid: 'MG1' };

let tidings: Tidings;
beforeAll(async () => {
  tidings = await startTidings();
});
afterAll(() => tidings.close());

let made = 0;
async function fresh() {
  const { owner } = await createTenant(tidings, `sms${++made}`);
  return (method: string, body?: unknown, headers = {}) => owner.call(method, PATH, body, headers);
}

const shown = (settings: object) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !name.endsWith('_token')));

describe('SMS provider settings', () => {
  test('are set, read and deleted; secrets never come back', async () => {
    const ask = await fresh();
    expect((await ask('GET')).status).toBe(404);
    const put = await ask('PUT', first);
    expect([put.status, put.headers.get('location')]).toEqual([201, `/api/v1${PATH}`]);
    const dates = { created_at: expect.any(String), updated_at: expect.any(String) };
    expect(put.body).toEqual({ ...shown(first), ...dates });
    expect((await ask('GET')).body).toEqual({ ...shown(first), ...dates });
    expect((await ask('DELETE')).status).toBe(204);
    expect((await ask('GET')).body.code).toBe('errors.sms_settings.not_found');
    expect((await ask('DELETE')).status).toBe(404);
  });

  test('are replaced as a whole', async () => {
    const ask = await fresh();
    await ask('PUT', first);
    const put = await ask('PUT', second);
    expect(put.status).toBe(200);
    expect(Object.keys(put.body).sort()).toEqual(['account_sid', 'created_at', 'message_service_sid', 'updated_at']);
  });

  test('set again as they are do not change', async () => {
    const ask = await fresh();
    const [one, two] = [await ask('PUT', first), await ask('PUT', first)];
    expect(two.headers.get('etag')).toBe(one.headers.get('etag'));
    const three = await ask('PUT', { ...first, auth_token: 'a new secret' });
    expect(three.headers.get('etag')).not.toBe(one.headers.get('etag'));
    const stale = await ask('PUT', first, { 'if-match': one.headers.get('etag') ?? '' });
    expect(stale.status).toBe(412);
  });

  const wrong: readonly (readonly [object, readonly string[]])[] = [
    [{ ...first, ...second }, ['account_sid', 'account_auth_token', 'message_service_sid']],
    [{ username: 'AC1' }, ['auth_token', 'phone_number']],
    [{ ...second, phone_number: '+4930111' }, ['phone_number']],
    [{ ...first, phone_number: '030 111' }, ['phone_number']],
    [{ ...second, account_sid: 'SK1' }, ['account_sid']],
    [{ ...first, from: 'x' }, ['from']],
    [{ ...first, auth_token: null }, ['auth_token']],
  ];
  test.each(wrong)('refuse %j', async (body, paths) => {
    const ask = await fresh();
    const answer = await ask('PUT', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect((await ask('GET')).status).toBe(404);
  });

  test('stand in the log with their secrets sealed', async () => {
    const ask = await fresh();
    await ask('PUT', { ...first, auth_token: 'never-to-be-read' });
    await ask('PUT', { ...second, account_auth_token: 'never-to-be-read' });
    const log = JSON.stringify(await tidings.app.get<EventStore>(EVENT_STORE).readAll(0, 100_000));
    expect(log).toContain('SmsSettingsChanged');
    expect(log).not.toContain('never-to-be-read');
  });
});
