import { limits } from '../../../../catalogue/limits/limits.js';
import { type Decider, decideBy } from '../../../../kernel/decider.js';
import { reject } from '../../../../kernel/rejection.js';
import type { PasskeyCommand, RegisterPasskey, RemovePasskeys } from './passkey.commands.js';
import type { Passkey, PasskeyEvent } from './passkey.events.js';

/** The passkeys of a user, oldest first. */
export type Passkeys = readonly Passkey[];

/** @throws Rejection `errors.passkey.too_many` */
export function refuseTooMany(passkeys: Passkeys): void {
  if (passkeys.length >= limits.passkeysPerUser) reject('errors.passkey.too_many');
}

function register({ data }: RegisterPasskey, passkeys: Passkeys): readonly PasskeyEvent[] {
  if (passkeys.some(({ credentialId }) => credentialId === data.credentialId)) return reject('errors.passkey.exists');
  refuseTooMany(passkeys);
  return [{ type: 'PasskeyRegistered', data }];
}

const remove = ({ data: { before = Infinity } }: RemovePasskeys, passkeys: Passkeys): readonly PasskeyEvent[] =>
  passkeys
    .filter(({ userRevision }) => userRevision < before)
    .map(({ credentialId }) => ({ type: 'PasskeyRemoved', data: { credentialId } }));

/**
 * All passkeys of a user in one stream, so that their number is decided on one version. A sign-in names the user, hence
 * a credential id that two users have cannot be mistaken (WebAuthn 7.1, step 26).
 */
export const passkeyDecider: Decider<PasskeyCommand, Passkeys, PasskeyEvent> = {
  category: 'passkeys',
  initial: [],
  decide: decideBy({ RegisterPasskey: register, RemovePasskeys: remove }),
  evolve(passkeys, { type, data }) {
    const others = passkeys.filter(({ credentialId }) => credentialId !== data.credentialId);
    return type === 'PasskeyRegistered' ? [...others, data] : others;
  },
};
