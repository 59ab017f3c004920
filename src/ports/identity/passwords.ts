/** The client that requests a hash, and its tenant. */
export interface HashedFor {
  /** `NO_TENANT` before there is one. */
  readonly tenantId: string;
  /** The network of the client. */
  readonly client: string;
}

/** Hashing is slow on purpose, so a few run at a time. Tenants take turns, and so do the clients of a tenant. */
export interface Passwords {
  /** @throws Rejection `errors.rate_limited` when too many of the client, of the tenant or of all wait */
  hash(requester: HashedFor, password: string): Promise<string>;
  /**
   * Without a hash (no such user) it takes as long as with one, and is false.
   * @throws Rejection `errors.rate_limited` when too many of the client, of the tenant or of all wait
   */
  verify(requester: HashedFor, hash: string | undefined, password: string): Promise<boolean>;
  close(): Promise<void>;
}

export const PASSWORDS = Symbol('Passwords');
