import { Inject, Injectable } from '@nestjs/common';
import type { RejectionCode } from '../../../../catalogue/errors/rejections.js';
import { Rejection, reject } from '../../../../kernel/rejection.js';
import { OidcSettingWrong } from '../../../../ports/identity/oidc-client.js';
import { ProviderCalls } from './provider-calls.service.js';
import { Providers } from './providers.service.js';
import { settingErrors } from './setting-errors.js';

export interface ProviderVerdict {
  readonly issuer?: string;
  readonly error?: RejectionCode;
}

/** Reads the metadata of a provider of a tenant, and names the fault of its setting. */
@Injectable()
export class ProviderTest {
  constructor(
    @Inject(Providers) private readonly providers: Providers,
    @Inject(ProviderCalls) private readonly calls: ProviderCalls,
  ) {}

  /** @throws Rejection `errors.oidc_config.not_found` */
  async of(tenantId: string, name: string): Promise<ProviderVerdict> {
    const provider = (await this.providers.find(tenantId, name)) ?? reject('errors.oidc_config.not_found');
    try {
      const metadata = await this.calls.run(tenantId, (call) => this.providers.discovered(provider, call));
      const hasUserinfo = metadata.userinfo_endpoint !== undefined;
      return {
        issuer: String(metadata.issuer),
        ...(hasUserinfo ? {} : { error: 'errors.oidc_config.no_userinfo' }),
      };
    } catch (error) {
      if (error instanceof OidcSettingWrong) {
        const { fault, issuer } = error;
        return { ...(issuer === undefined ? {} : { issuer }), error: settingErrors[fault] };
      }
      if (error instanceof Rejection) return { error: error.code };
      throw error;
    }
  }
}
