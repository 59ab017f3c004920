import type { Permission } from '../catalogue/permissions/permissions.js';
import type { Role } from '../catalogue/permissions/roles.js';
import type { Instant } from './instant.js';

/** Authenticated sender of a call. Its credential is valid and its owner exists. */
export interface Caller {
  readonly tenantId: string;
  readonly role: Role;
  /** Id of the user, the API key or the client participant. */
  readonly id: string;
  /** As the log names them: `user:…`, `key:…`, `participant:…`. */
  readonly actor: string;
  /** A client participant's only conversation. */
  readonly conversationId?: string;
  /** The sign-in that issued the token of a user. */
  readonly sessionId?: string;
  /** Calls that an API key may make. Absent: all of its role. */
  readonly scopes?: readonly Permission[];
  /** When the person signed in; absent for machines and clients. */
  readonly signedInAt?: Instant;
  /** When the credential ends. */
  readonly expiresAt?: Instant;
}
