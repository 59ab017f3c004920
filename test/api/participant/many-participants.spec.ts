import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { until } from '../../support/until.js';

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'crowds');
});
afterAll(() => tidings.close());

const client = (n: number) => ({ id: `p${n}`, kind: 'CLIENT', display_name: `P ${n}` });

test('after a restart a conversation of many participants is decided from its snapshot, as before', async () => {
  const participants = Array.from({ length: 1_000 }, (_, n) => client(n));
  await acme.conversation('crowd', { participants });
  for (let n = 1_000; n < 1_040; n++) {
    await acme.owner.mustCall('POST', '/conversations/crowd/participants', client(n));
  }
  await acme.owner.mustCall('DELETE', '/conversations/crowd/participants/p7');
  const key = { tenantId: acme.tenantId, kind: 'snapshot', id: 'conversation-crowd' };
  const store = () => tidings.app.get<OperationalStore>(OPERATIONAL_STORE);
  await until(() => store().get(key));

  tidings = await tidings.again();
  const again = {
    ...acme.owner,
    call: (method: string, path: string, body?: unknown) =>
      tidings.call(method, path, { token: acme.owner.token, body }),
  };
  const read: string[] = [];
  const log = tidings.app.get(EventLog);
  const { readablePage } = EventLog.prototype;
  log.readablePage = (stream, options) => {
    if (stream.startsWith('conversation-')) read.push(`${options.from}`);
    return readablePage.call(log, stream, options);
  };
  const path = '/conversations/crowd/participants';
  expect((await again.call('POST', path, client(3))).body.code).toBe('errors.participant.exists');
  // Where others may write too, a refusal is sure once nothing newer is found.
  expect(read).toEqual(log.exclusive ? ['1', '1002'] : ['1', '1002', '1043']);
  expect((await again.call('POST', path, client(7))).status).toBe(409);
  expect((await again.call('POST', path, client(5_000))).status).toBe(201);
  const { body } = await again.call('GET', `${path}?limit=1`);
  expect(body.total_elements).toBe(1_040);
});
