/** Hashing is slow on purpose, so a few run at a time and tenants take turns. Before there is a tenant it is `NO_TENANT`. */
export interface Passwords {
  /** @throws Rejection `errors.rate_limited` when too many of the tenant, or of all, wait */
  hash(tenantId: string, password: string): Promise<string>;
  /**
   * Without a hash (no such user) it takes as long as with one, and is false.
   * @throws Rejection `errors.rate_limited` when too many of the tenant, or of all, wait
   */
  verify(tenantId: string, hash: string | undefined, password: string): Promise<boolean>;
  close(): Promise<void>;
}

export const PASSWORDS = Symbol('Passwords');
