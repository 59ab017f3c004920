import { describe, expect, test } from 'vitest';
import { limits } from '../../../../src/catalogue/limits/limits.js';
import { RegisterPasskey, RemovePasskeys } from '../../../../src/modules/people/passkey/domain/passkey.commands.js';
import { passkeyDecider } from '../../../../src/modules/people/passkey/domain/passkey.decider.js';
import { commandMeta, given } from '../../../support/given/given.js';

const passkeys = given(passkeyDecider);
const passkey = (credentialId: string, userRevision = 1) => ({
  credentialId,
  publicKey: 'a-key',
  signCount: 0,
  rpId: 'acme.tidings.example',
  aaguid: '00000000-0000-0000-0000-000000000000',
  isBackupEligible: true,
  password: 'a mark',
  userRevision,
});
const registered = (id: string, revision?: number) =>
  ({ type: 'PasskeyRegistered', data: passkey(id, revision) }) as const;
const removed = (credentialId: string) => ({ type: 'PasskeyRemoved', data: { credentialId } }) as const;
const register = (id: string) => new RegisterPasskey('anna', passkey(id), commandMeta());
const remove = new RemovePasskeys('anna', {}, commandMeta());

describe('the passkeys of a user', () => {
  const all = Array.from({ length: limits.passkeysPerUser }, (_, n) => registered(`phone${n}`));

  test('are registered, each once', () => {
    passkeys().when(register('phone')).gives(registered('phone'));
    passkeys(registered('phone')).when(register('key')).gives(registered('key'));
    passkeys(registered('phone')).when(register('phone')).rejected('errors.passkey.exists');
    passkeys(...all)
      .when(register('phone0'))
      .rejected('errors.passkey.exists');
  });
  test('are twenty at most', () => {
    expect(all).toHaveLength(20);
    passkeys(...all.slice(1))
      .when(register('key'))
      .gives(registered('key'));
    passkeys(...all)
      .when(register('key'))
      .rejected('errors.passkey.too_many');
    passkeys(...all, removed('phone3'))
      .when(register('key'))
      .gives(registered('key'));
  });
  test('are removed with the user, once', () => {
    passkeys(registered('phone'), registered('key')).when(remove).gives(removed('phone'), removed('key'));
    passkeys(registered('phone'), removed('phone')).when(remove).nothing();
    passkeys().when(remove).nothing();
  });
  test('from before a revision of the user are removed, and no later ones', () => {
    const removeBefore = (before: number) => new RemovePasskeys('anna', { before }, commandMeta());
    const history = [registered('phone', 1), registered('key', 3)] as const;
    passkeys(...history)
      .when(removeBefore(3))
      .gives(removed('phone'));
    passkeys(...history, removed('phone'))
      .when(removeBefore(3))
      .nothing();
  });
  test('are listed oldest first', () =>
    expect(passkeys(registered('phone'), registered('key'), removed('phone'), registered('phone')).state()).toEqual([
      { ...passkey('key'), registeredAt: expect.any(String) },
      { ...passkey('phone'), registeredAt: expect.any(String) },
    ]));
});
