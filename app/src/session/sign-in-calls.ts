import type { SignInOptions, Token, TokenForm } from '../../../sdk/src/api.js';
import { clientOf } from '../client.js';

/** Calls without credentials. A person waits for each of them, so a refusal is shown at once. */
const calls = (retries: number, credential?: string) =>
  clientOf({ retries, ...(credential === undefined ? {} : { credential }) });

/** @throws TidingsError, NoAnswer */
export const signInOptions = (tenantId: string, email: string): Promise<SignInOptions> =>
  calls(1).call('GET /auth/{tenant_id}/options', { path: { tenant_id: tenantId }, query: { email } });

/**
 * @param credential of the person who signs in once more
 * @throws TidingsError, NoAnswer
 */
export const requestTokens = (tenantId: string, form: TokenForm, credential?: string): Promise<Token> =>
  calls(0, credential).call('POST /auth/{tenant_id}/oauth2/token', { path: { tenant_id: tenantId }, body: form });

/** @throws TidingsError, NoAnswer */
export const requestReset = (tenantId: string, email: string): Promise<undefined> =>
  calls(0).call('POST /auth/{tenant_id}/password-reset', { path: { tenant_id: tenantId }, body: { email } });

interface PasskeyRequest {
  /** Only this person can sign in. Default: everybody. */
  readonly email?: string;
  /** The browser offers passkeys in the e-mail field. */
  readonly isAutofill?: true;
  readonly signal: AbortSignal;
}

/** @throws TidingsError, NoAnswer, DOMException where no passkey was chosen */
export async function requestTokensByPasskey(
  tenantId: string,
  { email, isAutofill, signal }: PasskeyRequest,
): Promise<Token> {
  const path = { tenant_id: tenantId };
  const options = await calls(0).call('POST /auth/{tenant_id}/webauthn/authentication/options', {
    path,
    body: email === undefined ? {} : { email },
    signal,
  });
  const credential = (await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
    mediation: isAutofill ? 'conditional' : 'optional',
    signal,
  })) as PublicKeyCredential;
  return calls(0).call('POST /auth/{tenant_id}/webauthn/authentication/verify', {
    path,
    body: credential.toJSON() as never,
  });
}
