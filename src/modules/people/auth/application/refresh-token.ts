import { createHash } from 'node:crypto';

/** `tdr_`, then the family and the secret. The log and the operational store have only digests. */
const PREFIX = 'tdr_';
const FAMILY_LENGTH = 22;
const SECRET_LENGTH = 43;
const TEXT = new RegExp(`^${PREFIX}([A-Za-z0-9_-]{${FAMILY_LENGTH}})([A-Za-z0-9_-]{${SECRET_LENGTH}})$`);

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

export interface RefreshTokenParts {
  readonly family: string;
  /** Id of the family in its access tokens. It reveals no refresh token and cannot end the family. */
  readonly sid: string;
  readonly digest: string;
}

/** `family`: 16 random bytes in base64url, `secret`: 32. */
export const writeRefreshToken = (family: string, secret: string): string => PREFIX + family + secret;

export function readRefreshToken(text: string): RefreshTokenParts | undefined {
  const family = TEXT.exec(text)?.[1];
  return family === undefined
    ? undefined
    : { family, sid: digest(family).slice(0, FAMILY_LENGTH), digest: digest(text) };
}

interface SignInFacts {
  readonly passwordHash?: string;
  readonly signInEpoch?: string;
}

/** Says whether a password is still that of a passkey, and nothing else about it. */
export const passwordMark = ({ passwordHash = '' }: SignInFacts): string => digest(passwordHash).slice(0, 12);

/** Says whether a password and an epoch are still those of a sign-in, and nothing else about them. */
export const signInMark = ({ passwordHash = '', signInEpoch }: SignInFacts): string =>
  digest(signInEpoch === undefined ? passwordHash : `${passwordHash} ${signInEpoch}`).slice(0, 12);
