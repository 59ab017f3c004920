import { readdirSync, statSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { type Member, newFleet } from '../../support/processes/fleet.js';
import { until } from '../../support/until.js';
import { word } from './plant.js';
import { found, isClear, isLog } from './search.js';
import { CANARY_SETTINGS } from './stage.js';

/** Of a body, in bytes. */
const SIZE = 3_000_000;
const fleet = newFleet(CANARY_SETTINGS);
let service: Member;
let acme: Tenant;
beforeAll(async () => {
  service = await fleet.start(['api', 'projector', 'effects']);
  acme = await createTenant(service, 'acme');
}, 120_000);
afterAll(() => fleet.close());

const text = `${word('huge')} `.repeat(SIZE / 15);
const bodyOf = (id: string) => JSON.stringify({ id, conversation_type_id: 'support', conversation_data: { text } });

/** A request whose body is sent but for its last bytes. */
function begun(id: string): {
  readonly sending: ClientRequest;
  readonly rest: string;
  readonly status: Promise<number>;
} {
  const body = bodyOf(id);
  const headers = { ...acme.owner.headers, 'content-type': 'application/json', 'content-length': body.length };
  const sending = request(`${service.url}/api/v1/conversations`, { method: 'POST', headers });
  const status = new Promise<number>((resolve) => {
    sending.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sending.on('error', () => resolve(0));
  });
  sending.write(body.slice(0, -10));
  return { sending, rest: body.slice(-10), status };
}

const spooled = (): number =>
  readdirSync(join(fleet.dataDir, 'spool')).reduce((sum, name) => {
    const { size = 0 } = statSync(join(fleet.dataDir, 'spool', name), { throwIfNoEntry: false }) ?? {};
    return sum + size;
  }, 0);
const shown = () => found(fleet.dataDir, { 'huge body': [word('huge')] }, (file) => !isClear(file) && !isLog(file));

test('a huge body is in no file while it arrives, nor after it was handled', async () => {
  const { sending, rest, status } = begun('handled');
  await until(spooled, (bytes) => bytes > SIZE / 2);
  expect(shown()).toEqual([]);
  sending.end(rest);
  expect(await status).toBe(201);
  await until(spooled, (bytes) => bytes === 0);
  expect(shown()).toEqual([]);
  const { body } = await acme.owner.mustCall('GET', '/conversations/handled?includes=CONVERSATION_DATA');
  expect(body.conversation_data).toEqual({ text });
  await acme.owner.mustCall('PATCH', '/conversations/handled', { conversation_data: { more: word('huge') } });
  await until(spooled, (bytes) => bytes === 0);
  expect(shown()).toEqual([]);
}, 60_000);

test('a huge body is in no file after the service was killed while it arrived', async () => {
  const { status } = begun('killed');
  await until(spooled, (bytes) => bytes > SIZE / 2);
  await service.kill();
  expect(await status).toBe(0);
  expect(spooled()).toBeGreaterThan(SIZE / 2);
  expect(shown()).toEqual([]);
}, 60_000);
