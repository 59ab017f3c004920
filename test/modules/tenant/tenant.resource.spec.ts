import { describe, test } from 'vitest';
import { instant } from '../../../src/kernel/instant.js';
import { tenant } from '../../../src/modules/tenant/domain/tenant.resource.js';
import { given, TENANT } from '../../support/given.js';

const tenants = given(tenant.decider);
const meta = { tenantId: TENANT, actor: 'user:anna', at: instant('2030-01-01'), commandId: 'c', correlationId: 'r' };
const value = { name: 'Acme', subdomain: 'acme', preferredLanguage: 'en' } as const;
const created = { type: 'TenantCreated', data: value } as const;

describe('a tenant', () => {
  test('is founded once', () => {
    tenants()
      .when(new tenant.Create(TENANT, { value }, meta))
      .gives(created);
    tenants(created)
      .when(new tenant.Create(TENANT, { value }, meta))
      .rejected('errors.tenant.exists');
  });
  test('that is not there is not changed', () =>
    tenants()
      .when(new tenant.Change(TENANT, { patch: { name: 'Acme 2' } }, meta))
      .rejected('errors.tenant.not_found'));
});
