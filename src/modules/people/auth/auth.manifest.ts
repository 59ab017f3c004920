import { Module } from '@nestjs/common';
import { retained } from '../../../catalogue/retention.js';
import type { Manifest } from '../../../engine/manifest.js';
import { AUTHENTICATOR } from '../../../ports/identity/authenticator.js';
import { CLIENT_AUTH_KEYS } from '../../../ports/identity/client-auth-keys.js';
import { ParticipantServices } from '../../conversations/participant/participant.services.js';
import { IdentityProviderServices } from '../identity-provider/identity-provider.services.js';
import { UserModule } from '../user/user.manifest.js';
import { AuthController, JwksController, SignInOptionsController } from './api/auth.controller.js';
import { Grants } from './api/grants.service.js';
import { OidcController } from './api/oidc.controller.js';
import { ProviderUsers } from './api/provider-users.service.js';
import { SessionController } from './api/session.controller.js';
import { AccessEraser } from './application/access.eraser.js';
import { AuthenticatorService } from './application/authenticator.service.js';
import { ClientAuthKeysService } from './application/client-auth-keys.service.js';
import { KeyUse } from './application/key-use.service.js';
import { LoginCodes } from './application/login/login-codes.service.js';
import { Principals } from './application/principals.service.js';
import { RedirectUris } from './application/redirect-uris.service.js';
import { RefreshTokenFamilies } from './application/refresh-token-families.service.js';
import { SessionIndex } from './application/session-index.service.js';
import { SignInNetworks } from './application/sign-in-networks.service.js';
import { SignIns } from './application/sign-ins.service.js';
import { Tokens } from './application/tokens.service.js';
import { UsersByEmail } from './application/users-by-email.service.js';

@Module({
  imports: [IdentityProviderServices, ParticipantServices, UserModule],
  controllers: [AuthController, SignInOptionsController, OidcController, JwksController, SessionController],
  providers: [
    AccessEraser,
    RedirectUris,
    RefreshTokenFamilies,
    Grants,
    KeyUse,
    LoginCodes,
    Principals,
    ProviderUsers,
    SessionIndex,
    SignInNetworks,
    SignIns,
    ClientAuthKeysService,
    Tokens,
    UsersByEmail,
    { provide: AUTHENTICATOR, useClass: AuthenticatorService },
    { provide: CLIENT_AUTH_KEYS, useExisting: ClientAuthKeysService },
  ],
  exports: [AUTHENTICATOR, CLIENT_AUTH_KEYS, LoginCodes, Principals, RefreshTokenFamilies, SignIns, UsersByEmail],
})
export class AuthModule {}

export const authManifest: Manifest = {
  name: 'auth',
  module: AuthModule,
  operationalKinds: retained(
    'refresh-token',
    'user-sessions',
    'sign-in-networks',
    'login-code',
    'client-auth-key',
    'client-auth-keys-issued',
  ),
  erases: [
    {
      places: ['client-auth-key', 'client-auth-keys-issued', 'login-code', 'refresh-token', 'user-sessions'],
      eraser: AccessEraser,
    },
  ],
};
