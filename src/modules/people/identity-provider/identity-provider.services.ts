import { Module } from '@nestjs/common';
import { OidcConfigServices } from '../oidc-config/oidc-config.services.js';
import { OidcSignIn } from './application/oidc-sign-in.service.js';
import { ProviderCalls } from './application/provider-calls.service.js';
import { Providers } from './application/providers.service.js';
import { Userinfo } from './application/userinfo.service.js';

/** Services that other modules inject. */
@Module({
  imports: [OidcConfigServices],
  providers: [OidcSignIn, ProviderCalls, Providers, Userinfo],
  exports: [OidcSignIn, Userinfo],
})
export class IdentityProviderServices {}
