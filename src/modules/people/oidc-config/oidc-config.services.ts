import { Module } from '@nestjs/common';
import { OidcClientSecrets } from './application/oidc-client-secrets.service.js';

/** Services that other modules inject. */
@Module({ providers: [OidcClientSecrets], exports: [OidcClientSecrets] })
export class OidcConfigServices {}
