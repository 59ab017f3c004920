import type { Role } from '../catalogue/permissions/roles.js';
import type { Instant } from './instant.js';

/** Who makes a call, after the credential was checked and its owner found alive. */
export interface Caller {
  readonly tenantId: string;
  readonly role: Role;
  /** Of the user, the API key or the client participant. */
  readonly id: string;
  /** As the log names them: `user:…`, `key:…`, `participant:…`. */
  readonly actor: string;
  /** A client participant's only conversation. */
  readonly conversationId?: string;
  /** When the credential ends. */
  readonly expiresAt?: Instant;
}
