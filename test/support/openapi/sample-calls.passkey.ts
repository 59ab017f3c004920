import type { Caller } from '../../fixtures/caller.js';
import { ORIGIN, registerPasskey, registrationOptions, signInOptions, webauthnPath } from '../../fixtures/passkeys.js';
import { Authenticator } from '../authenticator.js';
import { json, type Make } from './sample-call.js';

/** Path of a passkey of the caller; of the owner where the caller can have none. */
async function passkeyOf(user: Caller, tenantId: string): Promise<string> {
  const read = async () => (await user.mustCall('GET', '/users/me/passkeys')).body.passkeys.at(-1)?.id;
  if (!(await read())) await registerPasskey(user, tenantId);
  return `/users/me/passkeys/${await read()}`;
}

/** Passkeys. A user has a bounded number, so a sign-in has a user of its own. */
export const passkeyCalls: Readonly<Record<string, Make>> = {
  passkey_registration_options: ({ tenantId }) => ({ path: webauthnPath(tenantId, 'registration/options') }),
  passkey_registration_verify: async ({ tenantId, owner }, who) => {
    const user = who.role === 'USER' ? who : owner;
    const { body: options } = await registrationOptions(user, tenantId);
    const response = new Authenticator().register(options, { origin: ORIGIN });
    return json(webauthnPath(tenantId, 'registration/verify'), response);
  },
  passkey_list: () => ({ path: '/users/me/passkeys' }),
  passkey_read: async ({ tenantId, owner }, who) => ({
    path: await passkeyOf(who.role === 'USER' ? who : owner, tenantId),
  }),
  passkey_delete: async ({ tenantId, owner }, who) => ({
    path: await passkeyOf(who.role === 'USER' ? who : owner, tenantId),
  }),
  passkey_authentication_options: ({ tenantId }) => json(webauthnPath(tenantId, 'authentication/options'), {}),
  passkey_authentication_verify: async ({ tenantId, owner, newUser }) => {
    const authenticator = await registerPasskey(await newUser(), tenantId);
    const { body: options } = await signInOptions(owner.service, tenantId);
    const response = authenticator.signIn(options, { origin: ORIGIN });
    return json(webauthnPath(tenantId, 'authentication/verify'), response);
  },
};
