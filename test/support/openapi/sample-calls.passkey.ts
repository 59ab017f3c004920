import { ORIGIN, registerPasskey, registrationOptions, signInOptions, webauthnPath } from '../../fixtures/passkeys.js';
import { Authenticator } from '../authenticator.js';
import { json, type Make } from './sample-call.js';

/** Passkeys. A user has a bounded number, so a sign-in has a user of its own. */
export const passkeyCalls: Readonly<Record<string, Make>> = {
  passkey_registration_options: ({ tenantId }) => ({ path: webauthnPath(tenantId, 'registration/options') }),
  passkey_registration_verify: async ({ tenantId, owner }, who) => {
    const user = who.role === 'USER' ? who : owner;
    const { body: options } = await registrationOptions(user, tenantId);
    const response = new Authenticator().register(options, { origin: ORIGIN });
    return json(webauthnPath(tenantId, 'registration/verify'), response);
  },
  passkey_authentication_options: ({ tenantId }) => json(webauthnPath(tenantId, 'authentication/options'), {}),
  passkey_authentication_verify: async ({ tenantId, owner, newUser }) => {
    const authenticator = await registerPasskey(await newUser(), tenantId);
    const { body: options } = await signInOptions(owner.service, tenantId);
    const response = authenticator.signIn(options, { origin: ORIGIN });
    return json(webauthnPath(tenantId, 'authentication/verify'), response);
  },
};
