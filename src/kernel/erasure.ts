import type { Event, Recorded } from './event.js';

/** Events of a stream, from one version to another, both inclusive. */
export interface ErasedRange {
  readonly stream: string;
  readonly from: number;
  readonly to: number;
}

/** Where an erasure continues: the stream of the conversation that it goes through, and the last version it is through with. */
export interface ErasurePlace {
  readonly category: string;
  readonly version: number;
}

/** The documents that these events made are removed from every read model that is erased with its conversation. */
export type ErasureAdvanced = Event<
  'ErasureAdvanced',
  { readonly ranges: readonly ErasedRange[]; readonly through?: ErasurePlace }
>;

/** Nothing of the conversation is left outside of the log. */
export type ErasureCompleted = Event<'ErasureCompleted', Record<string, never>>;

export type ErasureEvent = ErasureAdvanced | ErasureCompleted;

export const isErasure = (event: Recorded): event is Recorded<ErasureAdvanced> => event.type === 'ErasureAdvanced';

/** Each read model removes the next documents of the tenant. */
export type TenantErasureAdvanced = Event<'TenantErasureAdvanced', Record<string, never>>;

/** Nothing of the tenant is left outside of the log. Each read model removes the documents that it still has. */
export type TenantErased = Event<'TenantErased', Record<string, never>>;

export type TenantErasureEvent = TenantErasureAdvanced | TenantErased;

export const isTenantErasure = (event: Recorded): event is Recorded<TenantErasureEvent> =>
  event.type === 'TenantErasureAdvanced' || event.type === 'TenantErased';
