import type { KeyWrap } from '../../ports/identity/key-wrap.js';
import { masterKeyIn } from './master-key.js';
import { sealBytes, unsealBytes } from './sealing.js';

const WRAPPED = 'key:';

export const keyWrapOf = (masterKey: Buffer): KeyWrap => ({
  wrap: (purpose, key) => sealBytes(masterKey, `${WRAPPED}${purpose}`, key),
  unwrap: (purpose, wrapped) => unsealBytes(masterKey, `${WRAPPED}${purpose}`, wrapped),
});

/** Keys under the master key of the deployment. */
export const fileKeyWrap = (dataDir: string, given: Buffer | undefined): KeyWrap =>
  keyWrapOf(masterKeyIn(dataDir, given));
