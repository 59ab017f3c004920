import type { Secrets } from '../../../../../ports/identity/secrets.js';

/** A refresh token that was used. The store and the master key do not reveal the answer without the token. */
export interface SpentToken {
  readonly digest: string;
  /** The answer to it, sealed under the token. */
  readonly answer: string;
}

const purposeOf = (tenantId: string, text: string): string => `refresh-answer:${tenantId}/${text}`;

export const sealAnswer = (secrets: Secrets, tenantId: string, text: string, answer: object): string =>
  secrets.seal(purposeOf(tenantId, text), JSON.stringify(answer));

/** @throws Error when the master key is another */
export const openAnswer = (secrets: Secrets, tenantId: string, text: string, { answer }: SpentToken): object =>
  JSON.parse(secrets.unseal(purposeOf(tenantId, text), answer)) as object;
