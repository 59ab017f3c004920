import { Module } from '@nestjs/common';
import { ProviderCalls } from './application/provider-calls.service.js';
import { Userinfo } from './application/userinfo.service.js';

/** Services that other modules inject. */
@Module({
  providers: [ProviderCalls, Userinfo],
  exports: [ProviderCalls, Userinfo],
})
export class IdentityProviderServices {}
