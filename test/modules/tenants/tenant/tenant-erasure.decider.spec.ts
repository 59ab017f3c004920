import { describe, test } from 'vitest';
import {
  AdvanceTenantErasure,
  CompleteTenantErasure,
  tenantErasureDecider,
} from '../../../../src/modules/tenants/tenant/domain/tenant-erasure.decider.js';
import { commandMeta, given, TENANT } from '../../../support/given/given.js';

const erasure = given(tenantErasureDecider);
const advance = () => new AdvanceTenantErasure(TENANT, {}, commandMeta());
const complete = () => new CompleteTenantErasure(TENANT, {}, commandMeta());
const advanced = { type: 'TenantErasureAdvanced', data: {} } as const;
const erased = { type: 'TenantErased', data: {} } as const;

describe('the erasure of a tenant', () => {
  test('advances as often as documents are left', () => erasure(advanced).when(advance()).gives(advanced));
  test('is complete once', () => {
    erasure(advanced).when(complete()).gives(erased);
    erasure(advanced, erased).when(complete()).nothing();
  });
  test('goes on for what comes late, and is complete again', () => {
    erasure(erased).when(advance()).gives(advanced);
    erasure(erased, advanced).when(complete()).gives(erased);
  });
});
