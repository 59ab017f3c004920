import { reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { type SignInWay, signInWaysOf, type Tenant } from '../domain/tenant.resource.js';

/** @throws Rejection `errors.grant.disabled` where the tenant has switched the way off */
export function refuseDisabled({ value }: ResourceRecord<Tenant>, way: SignInWay): void {
  if (!signInWaysOf(value)[way]) reject('errors.grant.disabled');
}
