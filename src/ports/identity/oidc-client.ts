import { token } from '../../kernel/token.js';
import type { Incoming, Outgoing } from '../delivery/outbound-http.js';

/** Metadata of a provider (OpenID Connect Discovery 1.0), checked: its issuer is the authority. */
export type OidcMetadata = Readonly<Record<string, unknown>>;

export interface OidcRegistration {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly nonce: string;
  /** S256. */
  readonly codeChallenge: string;
}

export interface CodeRedemption {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  /** That of the authorization request. */
  readonly nonce: string;
}

/** Makes each call to the provider. Its errors reach the caller unchanged. */
export type SendToProvider = (request: Pick<Outgoing, 'url' | 'method' | 'headers' | 'body'>) => Promise<Incoming>;

/** The provider answers other than it must. */
export class OidcProviderBroken extends Error {}

/** Faults of the authority of a provider. */
export type OidcSettingFault =
  | 'discovery_url'
  | 'several_tenants'
  | 'issuer_slash'
  | 'other_issuer'
  | 'no_metadata'
  | 'bad_endpoints';

/** There are no metadata at the authority, or they are incomplete or belong to another issuer. */
export class OidcSettingWrong extends Error {
  /** `issuer`: as the metadata name it. */
  constructor(
    readonly fault: OidcSettingFault,
    readonly issuer?: string,
  ) {
    super(fault);
  }
}

/** The provider or its id_token refuses the sign-in. `message` is a code, without content of the answer. */
export class OidcSignInRefused extends Error {}

/** The relying party of the authorization code flow with PKCE. */
export interface OidcClient {
  /** @throws OidcSettingWrong, and what `send` throws */
  discover(authorityUrl: string, send: SendToProvider): Promise<OidcMetadata>;
  authorizationUrl(metadata: OidcMetadata, request: AuthorizationRequest): Promise<string>;
  /**
   * The claims of the id_token, with those of the userinfo endpoint where it has no e-mail address. Issuer, audience,
   * time, nonce and signature are checked.
   * @throws OidcProviderBroken, OidcSignInRefused
   */
  redeem(
    metadata: OidcMetadata,
    registration: OidcRegistration,
    redemption: CodeRedemption,
    send: SendToProvider,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * The statement of the provider about an access token (RFC 7662). Its metadata name an `introspection_endpoint`.
   * @throws OidcProviderBroken, OidcSignInRefused
   */
  introspect(
    metadata: OidcMetadata,
    registration: OidcRegistration,
    accessToken: string,
    send: SendToProvider,
  ): Promise<Readonly<Record<string, unknown>>>;
}

export const OIDC_CLIENT = token<OidcClient>('OidcClient');
