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

/** Kinds of actors that cause events. */
export const ACTOR_KINDS = ['USER', 'CLIENT', 'API_KEY', 'WORKFLOW', 'SERVICE'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export interface Actor {
  readonly kind: ActorKind;
  /** Left out where the service itself acts. */
  readonly id?: string;
}

const KINDS: Readonly<Record<string, ActorKind>> = {
  user: 'USER',
  participant: 'CLIENT',
  key: 'API_KEY',
  workflow: 'WORKFLOW',
};

/** The actor of a workflow, as the log names it. */
export const workflowActor = (workflowId: string): string => `workflow:${workflowId}`;

/** The actor that the meta of an event names: `user:…`, `key:…`, `participant:…`, `workflow:…`, `system` or `operator`. */
export function actorOf(text: string): Actor {
  const colon = text.indexOf(':');
  const kind = colon > 0 ? KINDS[text.slice(0, colon)] : undefined;
  return kind === undefined ? { kind: 'SERVICE' } : { kind, id: text.slice(colon + 1) };
}
