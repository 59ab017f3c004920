import { afterAll, beforeAll, expect, test } from 'vitest';
import { Tidings, TidingsError } from '../../sdk/src/tidings.js';
import { createTenant, type Tenant } from '../fixtures/tenant.js';
import { type Tidings as Service, startTidings } from '../support/api.js';

let service: Service;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTidings();
  tenant = await createTenant(service, 'sdk-credentials');
});
afterAll(() => service.close());

/** A client whose credential function gives these, one after the other, and notes what it was told. */
function asking(...given: string[]) {
  const told: (string | undefined)[] = [];
  const credential = ({ rejected }: { readonly rejected?: string } = {}) => {
    told.push(rejected);
    return given[Math.min(told.length, given.length) - 1]!;
  };
  return { told, client: new Tidings({ url: service.url, credential }) };
}

test('a credential that is rejected is asked for anew, once, with the rejected one', async () => {
  const { told, client } = asking('spent', tenant.owner.token);
  expect((await client.call('GET /users/me')).id).toBe(tenant.owner.id);
  expect(told).toEqual([undefined, 'spent']);
});

test('the same credential again, or a second one that is rejected, is the error of the service', async () => {
  const same = asking('spent');
  await expect(same.client.call('GET /users/me')).rejects.toBeInstanceOf(TidingsError);
  expect(same.told).toEqual([undefined, 'spent']);
  const other = asking('spent', 'as bad', tenant.owner.token);
  await expect(other.client.call('GET /users/me')).rejects.toMatchObject({ status: 401 });
  expect(other.told).toEqual([undefined, 'spent']);
});

test('a post that was rejected is made once', async () => {
  const { id } = await tenant.conversationWithClient('rejected');
  const { token } = await tenant.apiKey();
  const { client } = asking('spent', token);
  const name = 'POST /conversations/{conversation_id}/messages';
  const body = { kind: 'TEXT', text: 'once', participant_id: 'client' } as const;
  await client.call(name, { path: { conversation_id: id }, body, prefer: 'wait' });
  const all = await client.call('GET /conversations/{conversation_id}/messages', { path: { conversation_id: id } });
  expect(all.total_elements).toBe(1);
});
