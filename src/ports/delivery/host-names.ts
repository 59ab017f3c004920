import { token } from '../../kernel/token.js';

/** Looks up the hosts of outgoing calls. */
export interface HostNames {
  /**
   * The addresses of a name, as this machine knows it; empty where it has none. Ends within 3 seconds. Tenants take
   * turns, so that a tenant whose names get no answer delays no other. `NO_TENANT`: a name that the operator chose.
   * @throws NameUnanswered
   */
  addresses(tenantId: string, name: string): Promise<readonly string[]>;
}

export const HOST_NAMES = token<HostNames>('HostNames');
