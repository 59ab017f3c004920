import { token } from '../../kernel/token.js';

/** Signs heads of the log, and certificates, as notes (C2SP signed-note). */
export interface LogSigner {
  /** Name of its keys. A tenant's log has the origin `<name>/<tenant id>`. */
  readonly name: string;
  /** The text, which ends with a line break, with a signature. */
  sign(text: string): string;
  /** The verifier key line of each key that ever signed, the newest first. */
  readonly keys: readonly string[];
}

export const LOG_SIGNER = token<LogSigner>('LogSigner');

/** The first line of a tenant's checkpoints. */
export const originOf = (name: string, tenantId: string): string => `${name}/${tenantId}`;
