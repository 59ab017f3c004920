import { command } from '../../../../kernel/command.js';
import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { TenantErasureEvent } from '../../../../kernel/erasure.js';
import type { EventTypes } from '../../../../kernel/event.js';

/** The target is the deleted tenant. */
export class AdvanceTenantErasure extends command('AdvanceTenantErasure')<Record<string, never>> {}
export class CompleteTenantErasure extends command('CompleteTenantErasure')<Record<string, never>> {}

export const tenantErasureCommands = [AdvanceTenantErasure, CompleteTenantErasure] as const;
type Command = InstanceType<(typeof tenantErasureCommands)[number]>;

export interface TenantErasureState {
  readonly isComplete: boolean;
}

export const tenantErasureEventTypes: EventTypes<TenantErasureEvent> = {
  TenantErasureAdvanced: { version: 1, personal: [], subject: 'tenant' },
  TenantErased: { version: 1, personal: [], subject: 'tenant', ends: () => [{ kind: 'everything' }] },
};

/** A tenant whose erasure is complete can be erased once more, because an event may come late. */
export const tenantErasureDecider: Decider<Command, TenantErasureState, TenantErasureEvent> = {
  category: 'tenantErasure',
  initial: { isComplete: false },
  decide: decideBy({
    AdvanceTenantErasure: (): readonly TenantErasureEvent[] => [{ type: 'TenantErasureAdvanced', data: {} }],
    CompleteTenantErasure: (_, { isComplete }): readonly TenantErasureEvent[] =>
      isComplete ? [] : [{ type: 'TenantErased', data: {} }],
  }),
  evolve: (_, event) => ({ isComplete: event.type === 'TenantErased' }),
};
