import { createHash, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Cbor, cbor } from './cbor.js';

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, credential: 0x40 };

const rsa = (modulusLength: number) => ({
  make: () => generateKeyPairSync('rsa', { modulusLength }),
  cose: ({ n = '', e = '' }: JsonWebKey): Cose => [
    [1, 3],
    [3, -257],
    [-1, bytes(n)],
    [-2, bytes(e)],
  ],
  hash: 'sha256',
});

/** Members of a COSE key: key type 1, algorithm 3; curve -1, x -2, y -3 or modulus -1, exponent -2. */
type Cose = readonly (readonly [number, Cbor])[];

const KEYS = {
  ES256: {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    cose: ({ x = '', y = '' }: JsonWebKey): Cose => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    hash: 'sha256',
  },
  EdDSA: {
    make: () => generateKeyPairSync('ed25519'),
    cose: ({ x = '' }: JsonWebKey): Cose => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    hash: null,
  },
  RS256: rsa(2_048),
  /** Too short to be taken. */
  RS256short: rsa(1_024),
} as const;

interface Credential {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly cose: Buffer;
  readonly hash: string | null;
  readonly rpId: string;
  readonly userHandle: string;
  count: number;
}

/** What a browser and an authenticator put into a response; by default what the options ask for. */
export interface Said {
  readonly origin: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: unknown;
  readonly rpId?: string;
  readonly present?: boolean;
  readonly verified?: boolean;
  readonly count?: number;
  readonly fmt?: string;
  readonly statement?: ReadonlyMap<string, Cbor>;
  readonly userHandle?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: options are what the service answered.
type Options = any;

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
const text = (data: Uint8Array): string => Buffer.from(data).toString('base64url');
const digest = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The authenticator of one person: it keeps its credentials and names their user, as passkeys do. */
export class Authenticator {
  private readonly credentials: Credential[] = [];

  /** `counts`: its sign counts rise. `synced`: its credentials may be copied to other devices. */
  constructor(
    private readonly kind: { readonly key?: keyof typeof KEYS; readonly counts?: true; readonly synced?: true } = {},
  ) {}

  /** The answer to registration options, as `startRegistration` of `@simplewebauthn/browser` makes it. */
  register(options: Options, said: Said) {
    const { make, cose, hash } = KEYS[this.kind.key ?? 'ES256'];
    const { publicKey, privateKey } = make();
    const key = cbor(new Map<number, Cbor>(cose(publicKey.export({ format: 'jwk' }))));
    const rpId: string = said.rpId ?? options.rp.id;
    const facts = { publicKey, privateKey, hash, cose: key, rpId, userHandle: options.user.id };
    this.credentials.push({ ...facts, id: randomBytes(32), count: 0 });
    return this.registerAgain(options, said);
  }

  /** The same with the newest credential, which a browser would not do. */
  registerAgain(options: Options, said: Said) {
    const credential = this.credentials.at(-1) as Credential;
    const { id, cose, publicKey } = credential;
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = Buffer.concat([this.authenticatorData(credential, said, FLAGS.credential), attested]);
    const attestation = new Map<string, Cbor>([
      ['fmt', said.fmt ?? 'none'],
      ['attStmt', said.statement ?? new Map()],
      ['authData', authData],
    ]);
    return this.response(id, {
      clientDataJSON: text(this.clientData('webauthn.create', options, said)),
      attestationObject: text(cbor(attestation)),
      transports: ['internal'],
      publicKeyAlgorithm: -7,
      publicKey: text(publicKey.export({ format: 'der', type: 'spki' })),
      authenticatorData: text(authData),
    });
  }

  /** The answer to authentication options with its newest credential, as `startAuthentication` makes it. */
  signIn(options: Options, said: Said) {
    const credential = this.credentials.at(-1) as Credential;
    const clientData = this.clientData('webauthn.get', options, said);
    const authenticatorData = this.authenticatorData(credential, said);
    const signed = Buffer.concat([authenticatorData, digest(clientData)]);
    return this.response(credential.id, {
      clientDataJSON: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(sign(credential.hash, signed, credential.privateKey)),
      userHandle: said.userHandle ?? credential.userHandle,
    });
  }

  private response<T extends object>(id: Buffer, response: T) {
    return {
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      response,
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
    };
  }

  private clientData(type: string, { challenge }: Options, said: Said): Buffer {
    const { origin, crossOrigin = false } = said;
    const data = { type: said.type ?? type, challenge: said.challenge ?? challenge, origin, crossOrigin };
    return Buffer.from(JSON.stringify(data));
  }

  private authenticatorData(credential: Credential, said: Said, more = 0): Buffer {
    const { present = true, verified = true, rpId = credential.rpId } = said;
    const synced = this.kind.synced ? FLAGS.eligible | FLAGS.backedUp : 0;
    const flags = (present ? FLAGS.present : 0) | (verified ? FLAGS.verified : 0) | synced | more;
    if (this.kind.counts) credential.count++;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said.count ?? credential.count);
    return Buffer.concat([digest(rpId), Buffer.from([flags]), count]);
  }
}
