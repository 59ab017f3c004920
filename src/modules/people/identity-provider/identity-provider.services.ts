import { Module } from '@nestjs/common';
import { OidcConfigServices } from '../oidc-config/oidc-config.services.js';
import { OidcSignIn } from './application/oidc-sign-in.service.js';
import { ProviderCalls } from './application/provider-calls.service.js';
import { ProviderTest } from './application/provider-test.service.js';
import { Providers } from './application/providers.service.js';
import { TokenAudience } from './application/token-audience.service.js';
import { Userinfo } from './application/userinfo.service.js';

/** Services that other modules inject. */
@Module({
  imports: [OidcConfigServices],
  providers: [OidcSignIn, ProviderCalls, Providers, ProviderTest, TokenAudience, Userinfo],
  exports: [OidcSignIn, ProviderTest, TokenAudience, Userinfo],
})
export class IdentityProviderServices {}
