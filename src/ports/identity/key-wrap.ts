import { token } from '../../kernel/token.js';

/** Another master key wrapped or sealed what is to be opened. */
export class OtherMasterKey extends Error {}

/** Wraps keys that are kept in stores with the master key of the deployment. */
export interface KeyWrap {
  /** `purpose` is bound to the key: what was wrapped for one opens for no other. */
  wrap(purpose: string, key: Buffer): string;
  /** @throws Error when the purpose is another, or the master key */
  unwrap(purpose: string, wrapped: string): Buffer;
}

export const KEY_WRAP = token<KeyWrap>('KeyWrap');
