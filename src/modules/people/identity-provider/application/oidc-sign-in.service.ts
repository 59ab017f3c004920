import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { reject } from '../../../../kernel/rejection.js';
import {
  type CodeRedemption,
  OIDC_CLIENT,
  type OidcClient,
  OidcProviderBroken,
  OidcSettingWrong,
  OidcSignInRefused,
} from '../../../../ports/identity/oidc-client.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { OidcClientSecrets } from '../../oidc-config/application/oidc-client-secrets.service.js';
import { DEFAULT_SCOPE } from '../../oidc-config/domain/oidc-config.resource.js';
import { type CallProvider, ProviderCalls } from './provider-calls.service.js';
import { type ProviderRecord, Providers } from './providers.service.js';
import { settingErrors } from './setting-errors.js';
import type { Vouched } from './vouched.js';

/** Parameters with which the app of a tenant begins a sign-in. */
export interface SignInRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string;
}

/**
 * The authorization code flow with PKCE through a provider of the tenant (contract 12). Nothing is stored between its
 * two calls. The nonce of the authorization request is a digest, by the master key. It covers tenant, provider,
 * revision of the config, redirect URI and code challenge. The id_token must repeat it, so a code is valid only for the
 * sign-in that requested it, also at a provider that ignores PKCE. A changed or deleted config ends sign-ins in
 * progress.
 *
 * Login CSRF: the app compares `state` and keeps the code verifier where the sign-in began. A code that an attacker
 * slips into a foreign browser does not fit the verifier there. Mix-up: a code is sent only to the provider that the
 * app names. An app with several providers uses one redirect URI per provider, or compares `iss` (RFC 9700, 4.4.2).
 */
@Injectable()
export class OidcSignIn {
  constructor(
    @Inject(Providers) private readonly providers: Providers,
    @Inject(ProviderCalls) private readonly calls: ProviderCalls,
    @Inject(OIDC_CLIENT) private readonly client: OidcClient,
    @Inject(OidcClientSecrets) private readonly clientSecrets: OidcClientSecrets,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Where the browser goes. @throws Rejection `errors.oidc_config.not_found`, `errors.identity_provider.unavailable`
   */
  async authorizationUrl(tenantId: string, name: string, request: SignInRequest): Promise<string> {
    const provider = (await this.providers.find(tenantId, name)) ?? reject('errors.oidc_config.not_found');
    const { redirectUri, state, codeChallenge } = request;
    const metadata =
      this.providers.known(provider) ??
      (await this.answered(provider, `discovery/${provider.value.authorityUrl}`, (call) =>
        this.providers.metadata(provider, call),
      ));
    return this.client.authorizationUrl(metadata, {
      clientId: provider.value.clientId,
      redirectUri,
      scope: withOpenid(provider.value.scope ?? DEFAULT_SCOPE),
      state,
      nonce: this.nonce(provider, redirectUri, codeChallenge),
      codeChallenge,
    });
  }

  /**
   * The statement of the provider about the person.
   * @throws Rejection `errors.grant.invalid`, `errors.identity_provider.unavailable`, `errors.oidc_config.…`
   */
  async redeem(tenantId: string, name: string, redemption: Omit<CodeRedemption, 'nonce'>): Promise<Vouched> {
    const provider = (await this.providers.find(tenantId, name)) ?? reject('errors.grant.invalid');
    const nonce = this.nonce(provider, redemption.redirectUri, challengeOf(redemption.codeVerifier));
    const registration = { clientId: provider.value.clientId, clientSecret: this.clientSecrets.of(provider) };
    const claims = await this.answered(provider, undefined, async (call) => {
      const metadata = await this.providers.metadata(provider, call);
      return this.client.redeem(metadata, registration, { ...redemption, nonce }, call);
    });
    const now = await this.providers.find(tenantId, name);
    if (now?.revision !== provider.revision) return reject('errors.grant.invalid');
    return { claims, issuer: String(claims.iss), trustsEmail: provider.value.trustEmail === true };
  }

  private nonce({ tenantId, id, revision }: ProviderRecord, redirectUri: string, codeChallenge: string): string {
    const words = [tenantId, id, revision, redirectUri, codeChallenge];
    return this.secrets.digest('oidc-sign-in', JSON.stringify(words));
  }

  private async answered<T>(
    { tenantId, id }: ProviderRecord,
    key: string | undefined,
    work: (call: CallProvider) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.calls.run(tenantId, work, key);
    } catch (error) {
      if (error instanceof OidcSettingWrong) return reject(settingErrors[error.fault]);
      if (error instanceof OidcProviderBroken) return this.calls.unavailable(tenantId, error.message);
      if (!(error instanceof OidcSignInRefused)) throw error;
      this.logger.info({ tenantId, provider: id, reason: error.message }, 'An OIDC sign-in was refused');
      return reject('errors.grant.invalid');
    }
  }
}

/** Without it there is no id_token. */
const withOpenid = (scope: string): string => (scope.split(' ').includes('openid') ? scope : `openid ${scope}`);

/** RFC 7636 4.2. */
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
