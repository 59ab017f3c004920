import { token } from '../../kernel/token.js';

/** Made by `modules/people/auth`; what a client's link carries (contract 11). */
export interface ClientAuthKeys {
  /**
   * Issues a further key; older ones stay valid. A key is valid for 7 days, any number of times, until the participant
   * leaves.
   */
  issue(tenantId: string, conversationId: string, participantId: string): Promise<string>;
}

export const CLIENT_AUTH_KEYS = token<ClientAuthKeys>('ClientAuthKeys');
