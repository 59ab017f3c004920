import type { Role } from '../../catalogue/permissions/permissions.js';
import type { Instant } from '../../kernel/instant.js';
import { token } from '../../kernel/token.js';

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

export interface Credentials {
  readonly authorization?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** Made by `modules/auth`; asked by the guard and by the socket's handshake alike. */
export interface Authenticator {
  /**
   * At once where the credential was checked lately; revocation is asked each time.
   * @throws Rejection `errors.unauthenticated`, `errors.token.expired`, `errors.credentials.ambiguous`
   */
  authenticate(credentials: Credentials): Promise<Caller> | Caller;
}

export const AUTHENTICATOR = token<Authenticator>('Authenticator');

/** Whether a client participant is there, by the conversation's own state; made by `modules/participant`. */
export interface ParticipantLiveness {
  /** True for a CLIENT who takes part and was not removed. At once where the state is at hand. */
  isAlive(tenantId: string, conversationId: string, participantId: string): Promise<boolean> | boolean;
}

export const PARTICIPANT_LIVENESS = token<ParticipantLiveness>('ParticipantLiveness');

/** Made by `modules/auth`; what a client's link carries (contract 11). */
export interface ClientAuthKeys {
  /** A new one beside older ones: good for 7 days, any number of times, dead with the participant. */
  issue(tenantId: string, conversationId: string, participantId: string): Promise<string>;
}

export const CLIENT_AUTH_KEYS = token<ClientAuthKeys>('ClientAuthKeys');
