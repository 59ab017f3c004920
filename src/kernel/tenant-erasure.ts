import type { Event, Recorded } from './event.js';

/** Each read model removes the next documents of the tenant. */
export type TenantErasureAdvanced = Event<'TenantErasureAdvanced', Record<string, never>>;

/** Nothing of the tenant is left outside of the log. Each read model removes what it still has. */
export type TenantErased = Event<'TenantErased', Record<string, never>>;

export type TenantErasureEvent = TenantErasureAdvanced | TenantErased;

export const isTenantErasure = (event: Recorded): event is Recorded<TenantErasureEvent> =>
  event.type === 'TenantErasureAdvanced' || event.type === 'TenantErased';
