import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { provide } from '../../../src/engine/provide.js';
import { Connections } from '../../../src/http/server/connections.js';
import { CLOCK } from '../../../src/ports/process/clock.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { listenerOf, refusal } from '../../realtime/listener.js';
import { startTidings, type Tidings } from '../../support/api.js';

type TenantOf = (request: Buffer) => string | undefined;

const assigned: { tenantId: string; socket: Socket }[] = [];
let tenantOf: TenantOf = () => undefined;

class RecordedConnections extends Connections {
  override take(server: Server, given: TenantOf): void {
    tenantOf = given;
    super.take(server, given);
  }

  override assign(socket: Socket, tenantId: string): void {
    assigned.push({ tenantId, socket });
    super.assign(socket, tenantId);
  }
}

let tidings: Tidings;
let acme: Tenant;
beforeAll(async () => {
  const connections = provide(
    Connections,
    [CLOCK],
    (clock) => new RecordedConnections(clock, { ofTenants: 10, unknown: 10 }),
  );
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

describe('a request that is not parsed yet is of the tenant', () => {
  const tenantBy = (header: string) => tenantOf(Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`));

  test('of a token that was accepted before', async () => {
    await acme.owner.mustCall('GET', '/conversations');
    expect(tenantBy(`Authorization: Bearer ${acme.owner.token}`)).toBe(acme.tenantId);
    expect(tenantBy(`Authorization: Bearer ${acme.owner.token}x`)).toBeUndefined();
  });

  test.each(['X-API-Key: ', 'Authorization: Bearer '])(
    'of an API key that was accepted before, as "%s"',
    async (header) => {
      const { token: key } = await acme.apiKey();
      expect(tenantBy(header + key)).toBeUndefined();
      await tidings.call('GET', '/conversations', { headers: { 'x-api-key': key } });
      expect(tenantBy(header + key)).toBe(acme.tenantId);
    },
  );

  test('unless the credential was refused since', async () => {
    const user = await acme.user('eva');
    const { id, token: key } = await acme.apiKey();
    const [byToken, byKey] = [`Authorization: Bearer ${user.token}`, `X-API-Key: ${key}`];
    const read = async () => {
      const { status } = await user.call('GET', '/users/me');
      return [status, (await tidings.call('GET', '/conversations', { headers: { 'x-api-key': key } })).status];
    };
    expect(await read()).toEqual([200, 200]);
    expect([byToken, byKey].map(tenantBy)).toEqual([acme.tenantId, acme.tenantId]);
    await acme.owner.mustCall('DELETE', `/users/${user.id}`);
    await acme.owner.mustCall('DELETE', `/api-keys/${id}`);
    expect(await read()).toEqual([401, 401]);
    expect([byToken, byKey].map(tenantBy)).toEqual([undefined, undefined]);
  });
});
