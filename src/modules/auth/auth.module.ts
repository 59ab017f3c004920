import { Global, Module } from '@nestjs/common';
import { AUTHENTICATOR, CLIENT_AUTH_KEYS } from '../../http/caller.js';
import { AuthController, JwksController } from './auth.controller.js';
import { Callers } from './authenticator.service.js';
import { SignedClientAuthKeys } from './client-auth-keys.service.js';
import { Families } from './families.service.js';
import { Grants } from './grants.service.js';
import { KeyUse } from './key-use.service.js';
import { Principals } from './principals.service.js';
import { Tokens } from './tokens.service.js';

/** Who calls is asked everywhere. */
@Global()
@Module({
  controllers: [AuthController, JwksController],
  providers: [
    Families,
    Grants,
    KeyUse,
    Principals,
    SignedClientAuthKeys,
    Tokens,
    { provide: AUTHENTICATOR, useClass: Callers },
    { provide: CLIENT_AUTH_KEYS, useExisting: SignedClientAuthKeys },
  ],
  exports: [AUTHENTICATOR, CLIENT_AUTH_KEYS],
})
export class AuthModule {}
