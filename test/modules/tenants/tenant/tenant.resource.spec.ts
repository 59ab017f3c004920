import { describe, expect, test } from 'vitest';
import { tenant } from '../../../../src/modules/tenants/tenant/domain/tenant.resource.js';
import { commandMeta, given, TENANT } from '../../../support/given/given.js';

const tenants = given(tenant.decider);
const meta = commandMeta();
const value = { name: 'Acme', subdomain: 'acme', preferredLanguage: 'en' } as const;

describe('a tenant', () => {
  test('is stored under these names', () => {
    expect(tenant.category).toBe('tenant');
    expect(Object.keys(tenant.eventTypes)).toEqual(['TenantCreated', 'TenantChanged', 'TenantDeleted']);
  });
  test('that exists is not created again', () =>
    tenants({ type: 'TenantCreated', data: value })
      .when(new tenant.Create(TENANT, { value }, meta))
      .rejected('errors.tenant.exists'));
  test('that does not exist is not changed', () =>
    tenants()
      .when(new tenant.Change(TENANT, { patch: { name: 'Acme 2' } }, meta))
      .rejected('errors.tenant.not_found'));
});
