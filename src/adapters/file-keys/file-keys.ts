import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { calculateJwkThumbprint, SignJWT } from 'jose';
import { DAY, epochMs, type Instant, plus } from '../../kernel/instant.js';
import { sharedCall } from '../../lib/shared-call.js';
import { type Claims, type Keys, LONGEST_TOKEN_DAYS, type PublicJwk } from '../../ports/identity/keys.js';
import type { Clock } from '../../ports/process/clock.js';
import { type KeyFiles, keyFilesIn, nowhere, type SigningKey } from './key-files.js';
import { masterKeyIn } from './master-key.js';

const SIGNS_DAYS = 30;

interface Known extends SigningKey {
  readonly pem: string;
  readonly jwk: PublicJwk;
}

/** How often at most strangers' key ids send us to the disk. */
const LOOK_MS = 1_000;

const newestFirst = (keys: readonly Known[]): readonly Known[] =>
  [...keys].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));

/** Other keys of the folder sign notes. */
const signsTokens = ({ privateKey }: SigningKey): boolean => privateKey.asymmetricKeyType === 'ec';

const seconds = (at: Instant) => Math.floor(epochMs(at) / 1_000);

/** Signing keys in the data folder; `:memory:` keeps them for this process alone. */
export class FileKeys implements Keys {
  /** The newest first. */
  private known: readonly Known[];
  private readonly makeOnce = sharedCall(() => this.make());
  private lookedAtMs = Number.NEGATIVE_INFINITY;

  private constructor(
    private readonly files: KeyFiles,
    private readonly clock: Clock,
    known: readonly Known[],
  ) {
    this.known = newestFirst(known);
  }

  static async open(dataDir: string, masterKey: Buffer | undefined, clock: Clock): Promise<FileKeys> {
    const memory = dataDir === ':memory:';
    const files = memory ? nowhere : keyFilesIn(join(dataDir, 'keys'), masterKeyIn(dataDir, masterKey));
    const keys = new FileKeys(files, clock, files.all().filter(signsTokens).map(shown));
    await keys.signing();
    return keys;
  }

  async sign(claims: Claims, typ: string, expiresAt: Instant): Promise<string> {
    const { kid, privateKey } = await this.signing();
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'ES256', typ, kid })
      .setIssuedAt(seconds(this.clock.now()))
      .setExpirationTime(seconds(expiresAt))
      .sign(privateKey);
  }

  publicKey(kid: string): string | undefined {
    const pem = () => this.verifying().find((key) => key.kid === kid)?.pem;
    return pem() ?? (this.lookAgain() ? pem() : undefined);
  }

  jwks(): readonly PublicJwk[] {
    this.lookAgain();
    return this.verifying().map(({ jwk }) => jwk);
  }

  /** A key stops verifying once all it may have signed before its successor came has expired. */
  private verifying(): readonly Known[] {
    const now = this.clock.now();
    return this.known.filter((_, i) => {
      const successor = this.known[i - 1];
      return !successor || plus(successor.createdAt, LONGEST_TOKEN_DAYS * DAY) > now;
    });
  }

  /** Another process that shares the folder may have made a key. True when it was looked. */
  private lookAgain(): boolean {
    const now = this.clock.monotonic();
    if (now - this.lookedAtMs < LOOK_MS) return false;
    this.lookedAtMs = now;
    this.takeOthers();
    return true;
  }

  private takeOthers(): void {
    const isKnown = ({ kid }: SigningKey) => this.known.some((key) => key.kid === kid);
    const strange = this.files.all().filter((key) => signsTokens(key) && !isKnown(key));
    if (strange.length > 0) this.known = newestFirst([...this.known, ...strange.map(shown)]);
  }

  private signing(): Promise<Known> | Known {
    const newest = this.known[0];
    if (newest && plus(newest.createdAt, SIGNS_DAYS * DAY) > this.clock.now()) return newest;
    return this.makeOnce();
  }

  private async make(): Promise<Known> {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = await calculateJwkThumbprint(createPublicKey(privateKey).export({ format: 'jwk' }));
    const made = { kid, createdAt: this.clock.now(), privateKey };
    if (!this.files.keep(made, this.known[0]?.kid)) {
      this.takeOthers();
      return this.known[0] as Known;
    }
    const kept = this.verifying();
    for (const old of this.known) if (!kept.includes(old)) this.files.drop(old.kid);
    this.known = [shown(made), ...kept];
    return this.known[0] as Known;
  }
}

function shown(key: SigningKey): Known {
  const publicKey = createPublicKey(key.privateKey);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    ...key,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    jwk: { kty: 'EC', crv: 'P-256', x, y, kid: key.kid, use: 'sig', alg: 'ES256' },
  };
}
