import type { Secrets } from '../../ports/secrets.js';
import { masterKeyIn } from './master-key.js';
import { seal, unseal } from './sealing.js';

/** Secrets under the master key of the deployment. */
export function fileSecrets(dataDir: string, given: Buffer | undefined): Secrets {
  const masterKey = masterKeyIn(dataDir, given);
  return {
    seal: (purpose, plain) => seal(masterKey, `secret:${purpose}`, plain),
    unseal: (purpose, sealed) => unseal(masterKey, `secret:${purpose}`, sealed),
  };
}
