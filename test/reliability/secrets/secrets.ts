import { createConversation } from '../../fixtures/conversations.js';
import { tokenIn } from '../../fixtures/password-mails.js';
import { createUser, type SignedIn } from '../../fixtures/people.js';
import { authKeyOf, exchangeKey, PASSWORD, refreshToken, signIn } from '../../fixtures/tokens.js';
import { until } from '../../support/until.js';
import { canary, once, type Secret, type SecretStage } from './secret.js';
import { signInSecrets } from './sign-in-secrets.js';

/** Settings of the deployment that are secret. */
export const deploymentSecrets = {
  SIGNUP_INVITE_CODES: 'canary-invite-code-51f0c7',
  METRICS_TOKEN: 'canary-metrics-token-a8c3d2',
  MASTER_KEY: Buffer.from('canary-master-key-of-32-bytes!!!').toString('base64'),
} as const;

const tokenPath = /^POST \/auth\/[^/]+\/oauth2\/token$/;

async function mailTo({ mails }: SecretStage, email: string): Promise<string> {
  const found = () => mails.taken.find(({ to }) => to.includes(email))?.text;
  return tokenIn((await until(found)) ?? '');
}

const aConversation = (owner: SignedIn, id: string) =>
  createConversation(owner, id, {
    participants: [{ id: 'client', kind: 'CLIENT', display_name: 'Cleo', phone_number: '+4930222' }],
  });

async function oidcSecrets({ owner }: SecretStage) {
  const [first, second] = [canary('client secret'), canary('changed client secret')];
  const config = { authority_url: 'https://login.invalid/', client_id: 'c', client_secret: first };
  const body = { ...config, provider_name: 'login' };
  for (const headers of [once, once, {}]) await owner.call('POST', '/oidc-configs', body, headers);
  await owner.call('POST', '/oidc-configs', { ...config, provider_name: '-' });
  await owner.mustCall('PATCH', '/oidc-configs/login', { client_secret: second });
  await owner.mustCall('GET', '/oidc-configs/login');
  return [first, second];
}

async function smsToken({ owner, twilio }: SecretStage) {
  const settings = { username: 'AC1', auth_token: canary('SMS token'), phone_number: '+4930123456' };
  await owner.mustCall('PUT', '/sms/twilio/settings', settings);
  await owner.call('PUT', '/sms/twilio/settings', { ...settings, phone_number: 'x' });
  const { participants } = await aConversation(owner, 'sms');
  twilio.behave('refuse');
  await owner.mustCall('POST', `${participants}/notify`, { channels: ['SMS'] });
  await until(() => twilio.asked.length > 0);
  return [settings.auth_token];
}

async function webhookSecrets({ owner }: SecretStage) {
  const hook = { endpoint_url: 'http://127.0.0.1:9/' };
  const { secret } = (await owner.mustCall('PUT', '/webhook-settings', hook)).body;
  const rotate = () => owner.mustCall('POST', '/webhook-settings/rotate-secret', undefined, once);
  const rotated = (await rotate()).body.secret;
  await rotate();
  await owner.mustCall('POST', '/webhook-settings/test');
  const deliveries = async () => (await owner.mustCall('GET', '/webhooks/deliveries')).body.deliveries;
  await until(deliveries, ([first]) => first.attempts.length > 0);
  return [secret, rotated];
}

async function domainToken({ owner, tenantId, dns }: SecretStage) {
  const path = `/tenants/${tenantId}/domains`;
  const request = () => owner.mustCall('POST', path, { domain: 'canary.example' }, once);
  const { id, verification } = (await request()).body;
  await request();
  await owner.call('POST', `${path}/${id}/verify`);
  dns.set(verification.name, [verification.value]);
  const status = async () => (await owner.mustCall('POST', `${path}/${id}/verify`)).body.status;
  await until(status, (found) => found === 'CREATED');
  await owner.service.call('GET', '/tenant/config?domain=canary.example');
  return [verification.value.split('=')[1]];
}

/** A sign-in, its refresh, a reuse and a wrong password. */
async function signedInTokens({ service, tenantId, owner }: SecretStage) {
  const { email } = await createUser(owner, tenantId, 'canary-user');
  const first = (await signIn(service, tenantId, email)).body;
  const next = (await refreshToken(service, tenantId, first.refresh_token)).body;
  await service.call('GET', '/users/me', { token: next.access_token });
  await service.call('GET', '/users/me', { token: `${next.access_token}x` });
  await service.call('GET', '/users/me', { headers: { 'x-api-key': next.refresh_token } });
  await service.call('GET', '/users/me', { headers: { 'x-api-key': next.access_token } });
  await refreshToken(service, tenantId, first.refresh_token);
  return [first, next];
}

/** Every secret of a tenant or a user (reliability 5.5). */
export const secrets: Readonly<Record<string, Secret>> = {
  'password of a user': {
    use: async ({ service, tenantId, owner }) => {
      const [email, password] = ['canary-password@acme.example', canary('password')];
      await owner.mustCall('POST', '/users', { email, password }, once);
      await owner.call('POST', '/users', { email, password });
      await owner.call('POST', '/users', { email: 'x', password });
      await signIn(service, tenantId, email, password);
      const wrong = canary('wrong password');
      await signIn(service, tenantId, email, wrong);
      return [password, wrong];
    },
  },
  'password of a sign-up': {
    use: async ({ service }) => {
      const password = canary('sign-up password');
      const body = { tenant_name: 'Firm', tenant_subdomain: 'firm', user_email: 'ina@firm.example' };
      const codes = [deploymentSecrets.SIGNUP_INVITE_CODES, 'wrong'];
      for (const signup_invite_code of codes)
        await service.call('POST', '/signup', { body: { ...body, user_password: password, signup_invite_code } });
      return [password];
    },
  },
  'access token': {
    shownBy: tokenPath,
    use: async (stage) =>
      (await signedInTokens(stage)).flatMap(({ access_token }) => [access_token, access_token.split('.')[2]]),
  },
  'refresh and id token': {
    shownBy: tokenPath,
    use: async ({ service, tenantId, owner }) => {
      const { refresh_token, id_token } = (await signIn(service, tenantId)).body;
      await service.call('GET', '/users/me', { token: id_token });
      await service.call('GET', `/users/me?access_token=${refresh_token}`);
      await refreshToken(service, tenantId, refresh_token);
      return [owner.refreshToken, owner.refreshToken.slice(-43), refresh_token, refresh_token.slice(-43), id_token];
    },
  },
  'reset token and the password it sets': {
    use: async (stage) => {
      const { service, tenantId, owner } = stage;
      const { email } = await createUser(owner, tenantId, 'canary-reset');
      await service.call('POST', `/auth/${tenantId}/password-reset`, { body: { email } });
      const [token, password] = [await mailTo(stage, email), canary('new password')];
      const set = (body: object) => service.call('POST', `/auth/${tenantId}/password-reset/set`, { body });
      await set({ email: 'x@acme.example', token, password });
      await set({ email, token, password });
      await set({ email, token, password });
      return [token, password];
    },
  },
  'address that no user has': {
    use: async ({ service, tenantId }) => {
      const email = 'canary-stranger@acme.example';
      await service.call('POST', `/auth/${tenantId}/password-reset`, { body: { email } });
      await signIn(service, tenantId, email);
      await service.call('GET', `/auth/${tenantId}/options?email=${email}`);
      return [email];
    },
  },
  'invitation token': {
    use: async (stage) => {
      const email = 'canary-guest@acme.example';
      await stage.owner.mustCall('POST', '/users', { email });
      return [await mailTo(stage, email)];
    },
  },
  'API key': {
    shownBy: /^POST \/api-keys$/,
    use: async ({ service, owner }) => {
      const create = () => owner.mustCall('POST', '/api-keys', { name: 'Importer' }, once);
      const { api_key, key_id } = (await create()).body;
      await create();
      await service.call('GET', '/users', { token: api_key });
      await service.call('GET', '/users', { headers: { 'x-api-key': api_key } });
      await owner.mustCall('PATCH', `/api-keys/${key_id}`, { name: 'Renamed' });
      await owner.mustCall('DELETE', `/api-keys/${key_id}`);
      await service.call('GET', '/users', { token: api_key });
      return [api_key, api_key.slice(-40, -6)];
    },
  },
  'client auth key': {
    shownBy: /^GET .*\/client-url$/,
    use: async ({ service, tenantId, owner }) => {
      const { participants } = await aConversation(owner, 'linked');
      const key = authKeyOf((await owner.mustCall('GET', `${participants}/client/client-url`)).body.url);
      await exchangeKey(service, tenantId, key);
      await exchangeKey(service, tenantId, key, 'other');
      await service.call('GET', '/conversations/linked', { token: key });
      return [key];
    },
  },
  'webhook secret': {
    shownBy: /^((PUT|GET) \/webhook-settings|POST \/webhook-settings\/rotate-secret)$/,
    use: webhookSecrets,
  },
  ...signInSecrets,
  'client secret of an OIDC provider': { use: oidcSecrets },
  'token of the SMS provider': { use: smsToken },
  'verification token of a domain': { shownBy: /^POST \/tenants\/[^/]+\/domains(\/[^/]+\/verify)?$/, use: domainToken },
  'settings of the deployment': {
    use: async ({ service }) => {
      const { METRICS_TOKEN: token, SIGNUP_INVITE_CODES: code, MASTER_KEY: key } = deploymentSecrets;
      await service.call('GET', '//metrics', { token });
      await service.call('POST', '/signup', { body: { signup_invite_code: code, user_password: PASSWORD } });
      return [token, code, key, Buffer.from(key, 'base64').toString()];
    },
  },
};
