import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { provide } from '../../../src/engine/provide.js';
import { Connections } from '../../../src/http/server/connections.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf, refusal } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

const assigned: { tenantId: string; socket: Socket }[] = [];

class RecordedConnections extends Connections {
  override assign(socket: Socket, tenantId: string): void {
    assigned.push({ tenantId, socket });
    super.assign(socket, tenantId);
  }
}

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  const connections = provide(Connections, [], () => new RecordedConnections({ ofTenants: 10, unknown: 10 }));
  tidings = await startTidings({}, undefined, undefined, [connections]);
  acme = await createTenant(tidings, 'acme');
});
beforeEach(() => void assigned.splice(0));
afterAll(() => tidings.close());

test('the connection of a request is of the tenant whose credential was accepted', async () => {
  expect((await acme.owner.call('GET', '/conversations')).status).toBe(200);
  expect(assigned.map(({ tenantId }) => tenantId)).toEqual([acme.tenantId]);
  expect(assigned[0]?.socket.remoteAddress).toBe('127.0.0.1');
});

test('the connection of a socket is of the tenant that signed in', async () => {
  const listener = await listenerOf(acme.owner);
  expect(assigned.map(({ tenantId }) => tenantId)).toEqual([acme.tenantId]);
  listener.close();
});

test('a refused credential says nothing of a connection', async () => {
  expect((await tidings.call('GET', '/conversations', { token: 'wrong' })).status).toBe(401);
  expect(await refusal(tidings.url, { auth: { token: 'wrong' } })).toMatchObject({ code: 'errors.unauthenticated' });
  expect(assigned).toEqual([]);
});
