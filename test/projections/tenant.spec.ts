import { test } from 'vitest';
import { tenants } from '../../projections/tenant/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('tenant', TENANT, TENANT);
const value = { name: 'Acme', subdomain: 'acme', preferredLanguage: 'de' } as const;

test('a tenant is found under its own id', () =>
  givenProjection(tenants)(
    { event: { type: 'TenantCreated', data: value }, stream },
    { event: { type: 'TenantChanged', data: { name: 'Acme 2' } }, stream },
  ).shows(TENANT, { id: TENANT, tenantId: TENANT, value: { ...value, name: 'Acme 2' } }));
