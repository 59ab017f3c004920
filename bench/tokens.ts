import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const ISSUER = 'http://127.0.0.1';

/** Signs the tokens that the baselines accept. */
export interface Signer {
  /** The public key, as an argument of a baseline. */
  readonly jwk: string;
  sign(subject: string): Promise<string>;
}

export async function signer(): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return {
    jwk: JSON.stringify(await exportJWK(publicKey)),
    sign: (subject) =>
      new SignJWT({ role: 'CLIENT_PARTICIPANT' })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
        .setSubject(subject)
        .setIssuer(ISSUER)
        .setAudience('tidings')
        .setIssuedAt()
        .setExpirationTime('1d')
        .sign(privateKey),
  };
}
