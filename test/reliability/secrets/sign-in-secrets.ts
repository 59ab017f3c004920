import { exchangeForeign } from '../../fixtures/identity-provider.js';
import { authorize, configOf, newPkce, PROVIDER, redeem } from '../../fixtures/oidc.js';
import { ORIGIN, registrationOptions, signInOptions, verifySignIn, webauthnPath } from '../../fixtures/passkeys.js';
import { createUser } from '../../fixtures/people.js';
import { Authenticator } from '../../support/authenticator.js';
import { json } from '../../support/servers/forged-provider.js';
import { CLIENT } from '../../support/servers/oidc-provider.js';
import { once, type Secret, type SecretStage } from './secret.js';

const TOKEN_CALL = /^POST \/auth\/[^/]+\/oauth2\/token$/;
const PROVISIONED = {
  email: 'canary-ada@acme.example',
  given_name: 'Canary-Augusta-Ada',
  family_name: 'Canary-of-Lovelace',
};
const EXCHANGED = {
  sub: 'canary-subject-2b91c4',
  email: 'canary-ben@acme.example',
  given_name: 'Canary-Benedict-Ben',
};

/** A sign-in by a code, whose access token is used at the userinfo endpoint; then the code again, and a wrong one. */
async function signInByCode({ service, tenantId, owner, provider }: SecretStage) {
  const [code, accessToken] = ['canary-code-7f3a91c4-of-a-sign-in', 'canary-access-token-7f3a91c4-of-a-provider'];
  const idTokens: string[] = [];
  const issuer = provider.is(PROVIDER, {
    claims: { email: undefined as never, sub: 'canary-subject-7f3a91c4' },
    token(honest) {
      idTokens.push(String(honest.id_token));
      return json({ ...honest, access_token: accessToken });
    },
    userinfo: json({ sub: 'canary-subject-7f3a91c4', email_verified: true, ...PROVISIONED }),
  });
  await owner.mustCall('POST', '/oidc-configs', configOf(issuer), { 'idempotency-key': 'provider' });
  await owner.mustCall('PATCH', '/tenant', { user_auto_provisioning_domains: ['acme.example'] });
  const { verifier, challenge } = newPkce();
  const state = 'canary of the state of an app';
  const begun = await authorize(service, tenantId, { code_challenge: challenge, state });
  provider.expects(new URL(begun.headers.get('location') ?? '').searchParams.get('nonce') ?? '');
  const { status, body } = await redeem(service, tenantId, code, verifier);
  if (status !== 200) throw new Error(`a sign-in by a code: ${status} ${JSON.stringify(body)}`);
  const wrong = { code: `${code}-that-is-wrong`, verifier: newPkce().verifier };
  await redeem(service, tenantId, code, wrong.verifier);
  await redeem(service, tenantId, wrong.code, verifier);
  await redeem(service, tenantId, code, verifier, { provider_name: 'unknown' });
  const signatures = idTokens.map((token) => token.split('.')[2] ?? '');
  const told = [code, accessToken, ...idTokens, ...signatures, CLIENT.client_secret];
  return { told: [...told, verifier, wrong.verifier], issued: [body.access_token, body.refresh_token], state: [state] };
}

/** An exchange that succeeds, one that is refused and one without an answer. */
async function exchangeByUserinfo({ service, tenantId, owner, provider }: SecretStage) {
  const tokens = ['succeeds', 'is-refused', 'fails'].map((end) => `canary-foreign-token-7f3a91c4-that-${end}`);
  const answers = [json({ ...EXCHANGED, email_verified: true }), 401, 500];
  for (const [n, token] of tokens.entries()) {
    const url = `${provider.is(`exchange${n}`, { userinfo: answers[n] ?? 500 })}/userinfo`;
    const settings = { token_exchange_userinfo_url: url, user_auto_provisioning_domains: ['acme.example'] };
    await owner.mustCall('PATCH', '/tenant', settings);
    const { status } = await exchangeForeign(service, { tenantId }, token);
    if (status !== [200, 400, 503][n]) throw new Error(`an exchange that ${token}: ${status}`);
  }
  return tokens;
}

/** A registration and a sign-in, each also from another origin and again. */
async function passkeyCeremonies({ service, tenantId, owner }: SecretStage, name: string) {
  const user = await createUser(owner, tenantId, `canary-passkey-${name}`);
  const authenticator = new Authenticator();
  const { body: options } = await registrationOptions(user, tenantId);
  const made = authenticator.register(options, { origin: ORIGIN });
  const register = (response: object) =>
    user.call('POST', webauthnPath(tenantId, 'registration/verify'), response, once);
  await user.call('POST', webauthnPath(tenantId, 'registration/verify'), { ...made, id: made.rawId, type: 'x' });
  if ((await register(made)).status !== 200) throw new Error('a passkey is not registered');
  await register(made);
  const { body: begun } = await signInOptions(service, tenantId, { email: user.email });
  const elsewhere = authenticator.signIn(begun, { origin: 'https://canary-origin.example' });
  const response = authenticator.signIn(begun, { origin: ORIGIN });
  await verifySignIn(service, tenantId, elsewhere);
  if ((await verifySignIn(service, tenantId, response)).status !== 200) throw new Error('a passkey signs nobody in');
  await verifySignIn(service, tenantId, response);
  await registrationOptions(user, tenantId);
  const { clientDataJSON, attestationObject } = made.response;
  const said = [elsewhere, response].flatMap(({ response: each }) => [each.clientDataJSON, each.signature]);
  const told = [options.challenge, begun.challenge, clientDataJSON, attestationObject, ...said];
  return { told, credentialIds: [made.id] };
}

/** Secrets of sign-ins without a password. */
export const signInSecrets: Readonly<Record<string, Secret>> = {
  'code, verifier and tokens of a provider': { use: async (stage) => (await signInByCode(stage)).told },
  'state of an app': { shownBy: /^GET .*\/authorize$/, use: async (stage) => (await signInByCode(stage)).state },
  'tokens of a sign-in by a code': { shownBy: TOKEN_CALL, use: async (stage) => (await signInByCode(stage)).issued },
  'access token for the userinfo endpoint': { use: exchangeByUserinfo },
  'person whom a provider names': {
    isStored: true,
    use: async ({ provider }) => [
      ...Object.values(PROVISIONED),
      ...Object.values(EXCHANGED),
      `http://127.0.0.1:${provider.port}/`,
    ],
  },
  'credential id of a passkey': {
    isStored: true,
    use: async (stage) => (await passkeyCeremonies(stage, 'two')).credentialIds,
  },
  'challenge and response of a passkey': {
    shownBy: /^POST \/auth\/[^/]+\/webauthn\/(registration|authentication)\/options$/,
    use: async (stage) => (await passkeyCeremonies(stage, 'one')).told,
  },
};
