import { createHmac, hkdfSync } from 'node:crypto';
import type { Secrets } from '../../ports/identity/secrets.js';
import { masterKeyIn } from './master-key.js';
import { seal, unseal } from './sealing.js';
import { secretsRootIn } from './secrets-root.js';

/** Secrets under the master key of the first start. @throws Error when the master key is another */
export function fileSecrets(dataDir: string, given: Buffer | undefined): Secrets {
  const masterKey = secretsRootIn(dataDir, masterKeyIn(dataDir, given));
  const digestKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'tidings:digest', 32));
  return {
    seal: (purpose, plain) => seal(masterKey, `secret:${purpose}`, plain),
    unseal: (purpose, sealed) => unseal(masterKey, `secret:${purpose}`, sealed),
    digest: (purpose, value) =>
      createHmac('sha256', digestKey).update(`${purpose}\0`).update(value).digest('base64url'),
  };
}
