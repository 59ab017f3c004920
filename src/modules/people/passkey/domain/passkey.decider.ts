import { limits } from '../../../../catalogue/limits/limits.js';
import { type Decider, decideBy } from '../../../../kernel/decider.js';
import type { Instant } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import type { PasskeyCommand, RegisterPasskey, RemovePasskey, RemovePasskeys } from './passkey.commands.js';
import type { Passkey, PasskeyEvent } from './passkey.events.js';

export interface RegisteredPasskey extends Passkey {
  readonly registeredAt: Instant;
}

/** The passkeys of a user, oldest first. */
export type Passkeys = readonly RegisteredPasskey[];

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

function removeOne({ data: { credentialId } }: RemovePasskey, passkeys: Passkeys): readonly PasskeyEvent[] {
  const isKnown = passkeys.some((each) => each.credentialId === credentialId);
  return isKnown ? [{ type: 'PasskeyRemoved', data: { credentialId } }] : reject('errors.passkey.not_found');
}

/**
 * All passkeys of a user in one stream, so that their number is decided on one version. A sign-in names the user, hence
 * a credential id that two users have cannot be mistaken (WebAuthn 7.1, step 26).
 */
export const passkeyDecider: Decider<PasskeyCommand, Passkeys, PasskeyEvent> = {
  category: 'passkeys',
  initial: [],
  decide: decideBy({ RegisterPasskey: register, RemovePasskeys: remove, RemovePasskey: removeOne }),
  evolve(passkeys, { type, data, meta }) {
    const others = passkeys.filter(({ credentialId }) => credentialId !== data.credentialId);
    return type === 'PasskeyRegistered' ? [...others, { ...data, registeredAt: meta.at }] : others;
  },
};
