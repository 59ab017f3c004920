import { Inject, Injectable } from '@nestjs/common';
import { oidcConfigsOf } from '../../../../../projections/oidc-config/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import {
  OIDC_CLIENT,
  type OidcClient,
  OidcSettingWrong,
  OidcSignInRefused,
} from '../../../../ports/identity/oidc-client.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { OidcClientSecrets } from '../../oidc-config/application/oidc-client-secrets.service.js';
import { ProviderCalls } from './provider-calls.service.js';
import { type ProviderRecord, Providers } from './providers.service.js';
import type { ProviderClaims } from './vouched.js';

/** An access token that is exchanged, and what the userinfo endpoint says of it. */
export interface ExchangedToken {
  readonly userinfoUrl: string;
  readonly accessToken: string;
  readonly claims: ProviderClaims;
  /** The client that tokens must be issued to, where the tenant names one. */
  readonly audience?: string | undefined;
}

/**
 * Whether an access token was issued to the tenant. A token that another client of the provider got from its own users
 * signs in nobody here. The userinfo endpoint says it, or the introspection endpoint of an OIDC config at the same host.
 */
@Injectable()
export class TokenAudience {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(Providers) private readonly providers: Providers,
    @Inject(ProviderCalls) private readonly calls: ProviderCalls,
    @Inject(OIDC_CLIENT) private readonly client: OidcClient,
    @Inject(OidcClientSecrets) private readonly secrets: OidcClientSecrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws Rejection `errors.grant.invalid`, `errors.identity_provider.unavailable` */
  async check(tenantId: string, token: ExchangedToken): Promise<void> {
    const configs = await this.configsAt(tenantId, new URL(token.userinfoUrl).origin);
    const wanted = token.audience === undefined ? configs.map(({ value }) => value.clientId) : [token.audience];
    if (wanted.length === 0) return;
    const told = audiencesIn(token.claims);
    const audiences = told.length > 0 ? told : await this.introspected(configs[0], token.accessToken);
    if (audiences.length > 0 && !audiences.some((each) => wanted.includes(each))) {
      this.logger.info({ tenantId }, 'An access token of another client was refused');
      reject('errors.grant.invalid');
    }
  }

  private async configsAt(tenantId: string, origin: string): Promise<readonly ProviderRecord[]> {
    const { docs } = await oidcConfigsOf(this.documents, tenantId).find({ limit: limits.oidcConfigs });
    return docs.filter(
      ({ value }) => URL.canParse(value.authorityUrl) && new URL(value.authorityUrl).origin === origin,
    );
  }

  /** None where the provider names none. */
  private async introspected(provider: ProviderRecord | undefined, accessToken: string): Promise<readonly string[]> {
    if (!provider) return [];
    try {
      return await this.calls.run(provider.tenantId, async (call) => {
        const metadata = await this.providers.metadata(provider, call);
        if (metadata.introspection_endpoint === undefined) return [];
        const registration = { clientId: provider.value.clientId, clientSecret: this.secrets.of(provider) };
        const said = await this.client.introspect(metadata, registration, accessToken, call);
        return said.active === true ? audiencesIn(said) : reject('errors.grant.invalid');
      });
    } catch (error) {
      if (error instanceof Rejection) throw error;
      if (!(error instanceof OidcSettingWrong) && !(error instanceof OidcSignInRefused)) throw error;
      this.logger.info({ tenantId: provider.tenantId, provider: provider.id }, 'A provider told no audience');
      return [];
    }
  }
}

/** The clients that claims name (RFC 7662 2.2, RFC 9068 2.2). */
function audiencesIn({ aud, client_id, azp }: ProviderClaims): readonly string[] {
  return [aud, client_id, azp].flat().filter((each): each is string => typeof each === 'string');
}
