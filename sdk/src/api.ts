// Written by test/sdk/types.spec.ts from the OpenAPI document. Do not edit.

/** Grant of the token call. */
export type TokenForm = PasswordTokenForm | RefreshTokenForm | ExchangeTokenForm | CodeTokenForm | LoginCodeTokenForm;

/** Tokens (RFC 6749, section 5.1). */
export interface Token {
  /** Access token, a JWT. Send it as `Authorization: Bearer`. */
  access_token: string;
  /** Type of the access token. */
  token_type: 'Bearer';
  /** Seconds until the access token expires. */
  expires_in: number;
  /** JWT with the id, e-mail address and name of the user. Absent for client participants. */
  id_token?: string | undefined;
  /** Token for the next access token, valid once. Absent for client participants. */
  refresh_token?: string | undefined;
  /** Type of the issued token (RFC 8693). Present only after a token exchange. */
  issued_token_type?: string | undefined;
}

/** An error of a single field, parameter or header. */
export interface FieldError {
  /** Error code of the field. */
  code: FieldErrorCode;
  /** Error in words, in English or German by `Accept-Language`. */
  message: string;
  /** Path of the value from the root of the body, for example `participants.0.email`. For a parameter or header its name. Longer paths are cut. */
  path: string;
  /** Values that belong to the error, for example the limits of a range. */
  details?: Record<string, unknown> | undefined;
}

/** Body of an error response of the token call (RFC 6749, section 5.2). */
export interface TokenError {
  /** Error code. The documentation has a page for each code. */
  code: ErrorCode;
  /** Error in words, in English or German by `Accept-Language`. */
  message: string;
  /** Errors of single fields, parameters and headers, the first 100. Present if the request has such errors. */
  errors?: readonly FieldError[] | undefined;
  /** Id of the request. Quote it in a support request. */
  request_id: string;
  /** Values that belong to the error, for example the holder of a lock. */
  details?: Record<string, unknown> | undefined;
  /** OAuth error code (RFC 6749, section 5.2). */
  error: OAuthErrorCode;
  /** Error in words, in English. */
  error_description: string;
}

/** Body of every error response. */
export interface ErrorResponse {
  /** Error code. The documentation has a page for each code. */
  code: ErrorCode;
  /** Error in words, in English or German by `Accept-Language`. */
  message: string;
  /** Errors of single fields, parameters and headers, the first 100. Present if the request has such errors. */
  errors?: readonly FieldError[] | undefined;
  /** Id of the request. Quote it in a support request. */
  request_id: string;
  /** Values that belong to the error, for example the holder of a lock. */
  details?: Record<string, unknown> | undefined;
}

/** An identity provider that users can sign in with. */
export interface OidcProviderOption {
  /** Name of the provider. */
  name: string;
  /** Authority of the provider, a URL. */
  authority: string;
  /** Client id of the tenant at the provider. */
  client_id: string;
}

/** Sign-in methods of a tenant. */
export interface SignInOptions {
  /** True if users sign in with e-mail address and password. */
  email: boolean;
  /** True if users can sign in with a passkey: the main app has a domain served over https, or is on localhost. */
  webauthn: boolean;
  /** OIDC providers of the tenant, oldest first. */
  oidc_providers: readonly OidcProviderOption[];
}

/** A public key that verifies tokens (RFC 7517). */
export interface Jwk {
  /** Key type. */
  kty: 'EC';
  /** Elliptic curve. */
  crv: 'P-256';
  /** X coordinate of the public key, in base64url. */
  x: string;
  /** Y coordinate of the public key, in base64url. */
  y: string;
  /** Key id, as in the header of a token. */
  kid: string;
  /** Use of the key: signatures. */
  use: 'sig';
  /** Signature algorithm. */
  alg: 'ES256';
}

/** Public keys that verify tokens (RFC 7517). */
export interface Jwks {
  /** Public keys that verify tokens, newest first. */
  keys: readonly Jwk[];
}

/** A session of the calling user: from a sign-in to its end. */
export interface Session {
  /** Id of the session. */
  id: string;
  /** Time of the sign-in. */
  created_at: string;
  /** Time of the last token request: the sign-in or the last refresh. */
  last_used_at: string;
  /** Header `User-Agent` of the sign-in. Absent if it was not sent. */
  user_agent?: string | undefined;
  /** True if the access token of the request belongs to the session. */
  current: boolean;
}

/** A page of a list. */
export interface SessionList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  sessions: readonly Session[];
}

/** A new tenant and its first owner. */
export interface SignUp {
  /** Name of the tenant, shown to clients: letters, digits and spaces. */
  tenant_name: string;
  /** Subdomain of the tenant: lower-case letters, digits, `_` and `-`. A subdomain is never reused. Names like `www` and `mail` are reserved. */
  tenant_subdomain: string;
  /** E-mail address of the first owner. */
  user_email: string;
  /** Password of the first owner. Very common passwords are not allowed. */
  user_password: string;
  /** First name of the first owner. */
  user_firstname?: string | undefined;
  /** Last name of the first owner. */
  user_lastname?: string | undefined;
  /** Invite code. Required if the deployment sets invite codes. */
  signup_invite_code?: string | undefined;
  /** Language of the tenant. Default: en. */
  preferred_language?: Language | undefined;
  /** True: a demo tenant. The service erases it one hour later, unless its first owner keeps it with `POST /tenant/keep`. Its e-mails and SMS stay in the outbox of the deployment. Default: false. */
  demo?: boolean | undefined;
}

/** The new tenant and its first owner. */
export interface SignedUp {
  /** Id of the new tenant. */
  tenant_id: string;
  /** Id of the first owner. */
  user_id: string;
  /** URL of the main app of the tenant. */
  frontend_url: string;
  /** Code that signs in the first owner once within 60 seconds, with the grant `urn:tidings:grant-type:login-code`. Absent from a replayed response. */
  login_code?: string | undefined;
}

/** A new tenant that a machine signs up. */
export interface MachineSignUp {
  /** Name of the tenant, shown to clients: letters, digits and spaces. */
  tenant_name: string;
  /** Subdomain of the tenant: lower-case letters, digits, `_` and `-`. A subdomain is never reused. Names like `www` and `mail` are reserved. */
  tenant_subdomain: string;
}

/** The new tenant and its first API key. */
export interface MachineSignedUp {
  /** Id of the new tenant. */
  tenant_id: string;
  /** API key of the new tenant. It creates the first owner with `POST /users`. */
  api_key: string;
}

/** Sign-in methods. */
export interface SignIn {
  /** True if users sign in with a password. */
  password: boolean;
  /** True if users sign in with passkeys. */
  passkey: boolean;
  /** True if users sign in with OIDC configs and token exchange. */
  sso: boolean;
}

/** The tenant of the credential. */
export interface Tenant {
  /** Id of the tenant. */
  id: string;
  /** Name of the tenant, shown to clients: letters, digits and spaces. */
  name: string;
  /** Preferred language of the tenant. */
  preferred_language: Language;
  /** Domain of the main app: the custom domain when it is verified, else the system domain. */
  domain: string;
  /** True if API keys of the tenant can sign up other tenants. */
  tenant_creation_allowed: boolean;
  /** URL of the userinfo endpoint that verifies access tokens at a token exchange, http or https. Private network addresses are not allowed. */
  token_exchange_userinfo_url?: string | undefined;
  /** Client id that access tokens of a token exchange must be issued to, if the userinfo endpoint or introspection names it. Default: those of the OIDC configs at the host of the userinfo endpoint. */
  token_exchange_audience?: string | undefined;
  /** True if e-mail addresses of the userinfo endpoint count as verified where it sends no `email_verified`. Default: false. */
  token_exchange_trust_email: boolean;
  /** Sign-in methods of users. Without passwords, an owner must have a passkey, or the tenant an OIDC config or userinfo endpoint. Existing sessions continue. */
  sign_in: SignIn;
  /** E-mail domains, in lower case. The first sign-in of a user through an identity provider creates the user. An e-mail address matches its exact domain. */
  user_auto_provisioning_domains: readonly string[];
  /** True while the workflows of the tenant are paused. Events during the pause never trigger a workflow. */
  workflows_paused: boolean;
  /** Message template of kind TEXT for the e-mail to the owners when a run of a workflow fails. */
  workflow_failed_template?: string | undefined;
  /** Time at which the service erases the demo tenant. Absent from every other tenant. */
  demo_until?: string | undefined;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** Sign-in methods that are switched on or off. */
export interface PatchSignIn {
  /** Password. Default: true, in a merge patch unchanged. */
  password?: boolean | undefined;
  /** Passkeys. Default: true, in a merge patch unchanged. */
  passkey?: boolean | undefined;
  /** OIDC configs and token exchange. Default: true, in a merge patch unchanged. */
  sso?: boolean | undefined;
}

/** Changes of the tenant. */
export interface PatchTenant {
  /** Name of the tenant, shown to clients: letters, digits and spaces. Default: unchanged. */
  name?: string | undefined;
  /** URL of the userinfo endpoint that verifies access tokens at a token exchange, http or https. Private network addresses are not allowed. Null removes it. Default: unchanged. */
  token_exchange_userinfo_url?: string | null | undefined;
  /** Client id that access tokens of a token exchange must be issued to, if the userinfo endpoint or introspection names it. Null restores the default: those of the OIDC configs at the host of the userinfo endpoint. Default: unchanged. */
  token_exchange_audience?: string | null | undefined;
  /** True if e-mail addresses of the userinfo endpoint count as verified where it sends no `email_verified`. Default: unchanged. */
  token_exchange_trust_email?: boolean | undefined;
  /** Sign-in methods of users. Without passwords, an owner must have a passkey, or the tenant an OIDC config or userinfo endpoint. Existing sessions continue. Default: unchanged. */
  sign_in?: PatchSignIn | undefined;
  /** E-mail domains, in lower case. The first sign-in of a user through an identity provider creates the user. An e-mail address matches its exact domain. Null removes it. Default: unchanged. */
  user_auto_provisioning_domains?: readonly string[] | null | undefined;
  /** True while the workflows of the tenant are paused. Events during the pause never trigger a workflow. Default: unchanged. */
  workflows_paused?: boolean | undefined;
  /** Message template of kind TEXT for the e-mail to the owners when a run of a workflow fails. Null: `system_workflow_failed`. Null removes it. Default: unchanged. */
  workflow_failed_template?: string | null | undefined;
}

/** Colours of the main app and the client app. */
export interface ColorConfig {
  /** Header of the main app. Format: #rrggbb. */
  main_header: string;
  /** Buttons of the main app. Format: #rrggbb. */
  main_button: string;
  /** Buttons of the main app on hover. Format: #rrggbb. */
  main_button_hover: string;
  /** Labels of the main app. Format: #rrggbb. */
  main_label: string;
  /** Bubbles of the reader’s own messages in the main app. Format: #rrggbb. */
  main_own_bubble: string;
  /** Text of the reader’s own messages in the main app. Format: #rrggbb. */
  main_own_bubble_text: string;
  /** Bubbles of messages from others in the main app. Format: #rrggbb. */
  main_other_bubble: string;
  /** Text of messages from others in the main app. Format: #rrggbb. */
  main_other_bubble_text: string;
  /** Header of the client app. Format: #rrggbb. */
  client_header: string;
  /** Buttons of the client app. Format: #rrggbb. */
  client_button: string;
  /** Buttons of the client app on hover. Format: #rrggbb. */
  client_button_hover: string;
  /** Bubbles of the reader’s own messages in the client app. Format: #rrggbb. */
  client_own_bubble: string;
  /** Text of the reader’s own messages in the client app. Format: #rrggbb. */
  client_own_bubble_text: string;
  /** Bubbles of messages from others in the client app. Format: #rrggbb. */
  client_other_bubble: string;
  /** Text of messages from others in the client app. Format: #rrggbb. */
  client_other_bubble_text: string;
}

/** Public settings of a tenant, for an app before sign-in. */
export interface TenantConfig {
  /** Id of the tenant. */
  id: string;
  /** URL of the main app of the tenant. */
  frontend_url: string;
  /** Name of the tenant. */
  name: string;
  /** Preferred language of the tenant. */
  preferred_language: Language;
  /** True if users and clients of the tenant can sign in. */
  enabled: boolean;
  /** Colours of both apps, the defaults before they are set. */
  color_config: ColorConfig;
}

/** DNS record that proves a custom domain. */
export interface DomainVerification {
  /** Type of the DNS record. */
  type: 'TXT';
  /** Name of the DNS record. */
  name: string;
  /** Value of the DNS record. */
  value: string;
}

/** A system domain or a custom domain of the tenant. */
export interface Domain {
  /** Id of the domain. */
  id: string;
  /** Id of the tenant. */
  tenantId: string;
  /** Domain: a host name. Responses show it in lower case. */
  domain: string;
  /** True for a domain of the client app, false for a domain of the main app. */
  is_client_app: boolean;
  /** True for the domains that every tenant has. They cannot be changed or deleted. */
  is_system_domain: boolean;
  /** REQUESTED until the DNS record proves the domain, then CREATED. */
  status: DomainStatus;
  /** DNS record that proves the domain. The service looks it up every 5 minutes. Absent when CREATED. */
  verification?: DomainVerification | undefined;
}

/** A page of a list. */
export interface DomainList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  domains: readonly Domain[];
}

/** A new custom domain. */
export interface CreateDomain {
  /** Domain: a host name. Responses show it in lower case. */
  domain: string;
  /** True for a domain of the client app, false for a domain of the main app. Default: false. */
  is_client_app?: boolean | undefined;
}

/** The custom domain that replaces another one. */
export interface ReplaceDomain {
  /** Domain: a host name. Responses show it in lower case. */
  domain: string;
}

/** An identity provider of the tenant, without its client secret. */
export interface OidcConfig {
  /** Name of the provider, unique in the tenant. */
  provider_name: string;
  /** Issuer URL of the provider, http or https, without query and fragment. Private network addresses are not allowed. */
  authority_url: string;
  /** Client id of the tenant at the provider. */
  client_id: string;
  /** Requested scopes, separated by spaces. Default: openid email profile. */
  scope: string;
  /** True if e-mail addresses of the provider count as verified where it sends no `email_verified`. Default: false. */
  trust_email: boolean;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** A page of a list. */
export interface OidcConfigList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  oidc_configs: readonly OidcConfig[];
}

/** A new identity provider. */
export interface CreateOidcConfig {
  /** Name of the provider, unique in the tenant. */
  provider_name: string;
  /** Issuer URL of the provider, http or https, without query and fragment. Private network addresses are not allowed. */
  authority_url: string;
  /** Client id of the tenant at the provider. */
  client_id: string;
  /** Client secret of the tenant at the provider. Responses never contain it. */
  client_secret: string;
  /** Requested scopes, separated by spaces. Default: openid email profile. */
  scope?: string | undefined;
  /** True if e-mail addresses of the provider count as verified where it sends no `email_verified`. Default: false. */
  trust_email?: boolean | undefined;
}

/** Changes of an identity provider. */
export interface PatchOidcConfig {
  /** Issuer URL of the provider, http or https, without query and fragment. Private network addresses are not allowed. Default: unchanged. */
  authority_url?: string | undefined;
  /** Client id of the tenant at the provider. Default: unchanged. */
  client_id?: string | undefined;
  /** Client secret of the tenant at the provider. Responses never contain it. Default: unchanged. */
  client_secret?: string | undefined;
  /** Requested scopes, separated by spaces. Null restores the default: openid email profile. Default: unchanged. */
  scope?: string | null | undefined;
  /** True if e-mail addresses of the provider count as verified where it sends no `email_verified`. Default: unchanged. */
  trust_email?: boolean | undefined;
}

/** Fault of the setting of an identity provider. */
export interface OidcConfigFault {
  /** Code of the error catalogue. */
  code: string;
  /** Error in the language of the request. */
  message: string;
}

/** Result of the test of an identity provider. */
export interface OidcConfigTest {
  /** True if the setting has no fault. */
  ok: boolean;
  /** Issuer as the provider names it. Absent if it names none. */
  issuer?: string | undefined;
  /** Fault of the setting. Absent if there is none. */
  error?: OidcConfigFault | undefined;
}

/** A user of the tenant. */
export interface User {
  /** Id of the user. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** E-mail address, unique in the tenant regardless of case. */
  email: string;
  /** New e-mail address that is not confirmed by its link yet. */
  pending_email?: string | undefined;
  /** Role of the user. Default: USER. */
  role: UserRole;
  /** First name. */
  firstname?: string | undefined;
  /** Last name. */
  lastname?: string | undefined;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** A page of a list. */
export interface UserList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  users: readonly User[];
}

/** A new user. */
export interface CreateUser {
  /** E-mail address, unique in the tenant regardless of case. */
  email: string;
  /** Password of the user. Very common passwords are not allowed. Default: the user gets an e-mail with a link to set a password. */
  password?: string | undefined;
  /** Role of the user. Default: USER. */
  role?: UserRole | undefined;
  /** First name. */
  firstname?: string | undefined;
  /** Last name. */
  lastname?: string | undefined;
}

/** A user who is erased. */
export interface ErasedUser {
  /** Id of the user. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Always true: the user is erased. */
  erased: boolean;
}

/** Changes of a user. */
export interface PatchUser {
  /** E-mail address, unique in the tenant regardless of case. Another address takes effect once the link sent to it is followed. Default: unchanged. */
  email?: string | undefined;
  /** Role of the user. A new role ends the sessions of the user. Default: unchanged. */
  role?: UserRole | undefined;
  /** First name. Null removes it. Default: unchanged. */
  firstname?: string | null | undefined;
  /** Last name. Null removes it. Default: unchanged. */
  lastname?: string | null | undefined;
}

/** Preferences of a user. */
export interface UserPreference {
  /** Id of the user. */
  user_id: string;
  /** Id of the conversation type that the user prefers. Default: none. */
  preferred_conversation_type_id?: string | undefined;
  /** Language that the user prefers, in upper case. Default: none. */
  preferred_language?: PreferenceLanguage | undefined;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** Preferences of a user. */
export interface PutUserPreference {
  /** Id of the conversation type that the user prefers. Default: none. */
  preferred_conversation_type_id?: string | undefined;
  /** Language that the user prefers, in upper case. Default: none. */
  preferred_language?: PreferenceLanguage | undefined;
}

/** User who requests a new password. */
export interface ResetPassword {
  /** E-mail address of the user. */
  email: string;
}

/** A new password and the token that allows to set it. */
export interface SetPassword {
  /** E-mail address of the user. */
  email: string;
  /** New password. Very common passwords are not allowed. */
  password: string;
  /** Token from the link of the e-mail, valid once. */
  token: string;
}

/** Current and new password of the calling user. */
export interface ChangePassword {
  /** Current password of the calling user. */
  current_password: string;
  /** New password. Very common passwords are not allowed. */
  password: string;
}

/** The token that proves an e-mail address. */
export interface ConfirmEmail {
  /** Token from the link of the e-mail. */
  token: string;
}

/** A passkey of the calling user. */
export interface Passkey {
  /** Id of the passkey: the SHA-256 of `credential_id` in base64url. */
  id: string;
  /** Id of the credential, as the browser names it. In base64url. */
  credential_id: string;
  /** Relying party id: the host of the page that registered it. */
  rp_id: string;
  /** Model of the authenticator (AAGUID); zeros where it is not given. */
  aaguid: string;
  /** True if the passkey can be copied to other devices. */
  backup_eligible: boolean;
  /** Hints for reaching the authenticator, for example `internal`. */
  transports?: readonly string[] | undefined;
  /** Time of the registration. */
  created_at: string;
}

/** A page of a list. */
export interface PasskeyList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  passkeys: readonly Passkey[];
}

/** The site that a passkey is for. */
export interface RelyingParty {
  /** Name of the tenant. */
  name: string;
  /** Relying party id: the host of the page. */
  id: string;
}

/** The user that a passkey signs in. */
export interface PasskeyUser {
  /** User handle: the id of the user. In base64url. */
  id: string;
  /** E-mail address of the user. */
  name: string;
  /** Name of the user. The e-mail address if the user has no name. */
  displayName: string;
}

/** A signature algorithm that a passkey may have. */
export interface KeyParameters {
  /** COSE number of the signature algorithm. */
  alg: number;
  /** Type of the credential. */
  type: 'public-key';
}

/** A passkey that the user has. */
export interface KnownCredential {
  /** Id of a credential that the user has. In base64url. */
  id: string;
  /** Type of the credential. */
  type: 'public-key';
  /** Hints for reaching the authenticator, for example `internal`. */
  transports?: readonly string[] | undefined;
}

/** Requirements for the authenticator of a new passkey. */
export interface AuthenticatorSelection {
  /** The credential is stored in the authenticator. */
  residentKey: 'required';
  /** The same for older browsers. */
  requireResidentKey: boolean;
  /** The authenticator verifies the user. */
  userVerification: 'required';
}

/** Client extensions of a registration (WebAuthn). */
export interface RegistrationExtensions {
  /** The browser reports whether the credential is stored in the authenticator. */
  credProps: boolean;
}

/** Options of the registration of a passkey (WebAuthn), for `navigator.credentials.create()`. */
export interface RegistrationOptions {
  /** Relying party of the passkey. */
  rp: RelyingParty;
  /** User of the passkey. */
  user: PasskeyUser;
  /** Challenge, valid for five minutes and one use. In base64url. */
  challenge: string;
  /** Signature algorithms, the preferred first. */
  pubKeyCredParams: readonly KeyParameters[];
  /** Milliseconds until the challenge expires. */
  timeout: number;
  /** Attestation statements are not requested. */
  attestation: 'none';
  /** Passkeys of the user. Their authenticators make no further one. */
  excludeCredentials: readonly KnownCredential[];
  /** Requirements for the authenticator. */
  authenticatorSelection: AuthenticatorSelection;
  /** Client extensions. */
  extensions: RegistrationExtensions;
}

/** Response of the authenticator to a registration. */
export interface AttestationResponse {
  /** Client data of the browser, in JSON. In base64url. */
  clientDataJSON: string;
  /** Attestation object of the authenticator. Its attestation statement is ignored. In base64url. */
  attestationObject: string;
  /** Hints for reaching the authenticator, for example `internal`. */
  transports?: readonly string[] | undefined;
  /** Authenticator data. Accepted and ignored. In base64url. */
  authenticatorData?: string | undefined;
  /** Public key. Accepted and ignored. In base64url. */
  publicKey?: string | undefined;
  /** COSE number of the signature algorithm. Accepted and ignored. */
  publicKeyAlgorithm?: number | undefined;
}

/** Response of the browser to a registration (WebAuthn), as JSON. */
export interface RegisterPasskey {
  /** Id of the new credential. In base64url. */
  id: string;
  /** The same as `id`. In base64url. */
  rawId: string;
  /** Type of the credential. */
  type: 'public-key';
  /** Response of the authenticator. */
  response: AttestationResponse;
  /** Kind of the authenticator. Accepted and ignored. */
  authenticatorAttachment?: AuthenticatorAttachment | undefined;
  /** Results of client extensions. Accepted and ignored. */
  clientExtensionResults: Record<string, unknown>;
}

/** Result of a registration. */
export interface PasskeyRegistered {
  /** Always true: a response that does not fit is an error. */
  verified: boolean;
}

/** User who wants to sign in with a passkey. */
export interface BeginAuthentication {
  /** Only the user with this e-mail address can sign in. By default every user can. */
  email?: string | undefined;
}

/** Options of a sign-in with a passkey (WebAuthn), for `navigator.credentials.get()`. */
export interface AuthenticationOptions {
  /** Challenge, valid for five minutes and one use. In base64url. */
  challenge: string;
  /** Milliseconds until the challenge expires. */
  timeout: number;
  /** Relying party id: the host of the page. */
  rpId: string;
  /** The authenticator verifies the user. */
  userVerification: 'required';
}

/** Response of the authenticator to a sign-in. */
export interface AssertionResponse {
  /** Client data of the browser, in JSON. In base64url. */
  clientDataJSON: string;
  /** Authenticator data. In base64url. */
  authenticatorData: string;
  /** Signature of the authenticator. In base64url. */
  signature: string;
  /** User handle of the registration. In base64url. */
  userHandle: string;
}

/** Response of the browser to a sign-in (WebAuthn), as JSON. */
export interface PasskeySignIn {
  /** Id of the credential. In base64url. */
  id: string;
  /** The same as `id`. In base64url. */
  rawId: string;
  /** Type of the credential. */
  type: 'public-key';
  /** Response of the authenticator. */
  response: AssertionResponse;
  /** Kind of the authenticator. Accepted and ignored. */
  authenticatorAttachment?: AuthenticatorAttachment | undefined;
  /** Results of client extensions. Accepted and ignored. */
  clientExtensionResults: Record<string, unknown>;
}

/** An API key, without its value. */
export interface ApiKey {
  /** Id of the API key. */
  key_id: string;
  /** Name that identifies the API key to people. */
  name?: string | undefined;
  /** Time at which the API key expires. Default: it does not expire, or with the API key that creates it. */
  expires_at?: string | undefined;
  /** Calls that the API key may make, by the names of the permission table. Default: all calls of the role API_KEY, or those of the API key that creates it. */
  scopes?: readonly ApiKeyScope[] | undefined;
  /** Time of creation. */
  created_at: string;
  /** Time of the last use, at most one minute late. Absent before the first use. */
  last_used_at?: string | undefined;
}

/** A page of a list. */
export interface ApiKeyList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  api_keys: readonly ApiKey[];
}

/** A new API key. */
export interface CreateApiKey {
  /** Name that identifies the API key to people. */
  name?: string | undefined;
  /** Time at which the API key expires. Default: it does not expire, or with the API key that creates it. */
  expires_at?: string | undefined;
  /** Calls that the API key may make, by the names of the permission table. Default: all calls of the role API_KEY, or those of the API key that creates it. */
  scopes?: readonly ApiKeyScope[] | undefined;
}

/** A new API key with its value. */
export interface NewApiKey {
  /** Id of the API key. */
  key_id: string;
  /** Value of the API key. Shown only in this response, absent when the response is replayed. */
  api_key?: string | undefined;
  /** Name that identifies the API key to people. */
  name?: string | undefined;
  /** Time at which the API key expires. Default: it does not expire, or with the API key that creates it. */
  expires_at?: string | undefined;
  /** Calls that the API key may make, by the names of the permission table. Default: all calls of the role API_KEY, or those of the API key that creates it. */
  scopes?: readonly ApiKeyScope[] | undefined;
}

/** Changes of an API key. */
export interface PatchApiKey {
  /** Name that identifies the API key to people. Null removes it. Default: unchanged. */
  name?: string | null | undefined;
}

/** Schema, templates and settings that conversations share. */
export interface ConversationType {
  /** Purpose of the conversation type. */
  description?: string | undefined;
  /** Display name of the SHARED participant. If it is set, clients see every user under it. A change takes effect immediately. Default: `Team`. */
  display_name_shared_by_users?: string | undefined;
  /** True if all users of a conversation share one read status. It is fixed when a conversation is opened or gets another type, so a change holds for conversations opened later. Default: false. */
  shared_read_status_for_user_participants?: boolean | undefined;
  /** Display name of the participant that posts messages of workflows. A change takes effect immediately. Default: `Workflow`. */
  display_name_for_workflow_participants?: string | undefined;
  /** JSON Schema 2020-12 of `conversation_data`, at most 64 KiB and 32 levels. Default: any object. */
  conversation_data_schema?: Record<string, unknown> | undefined;
  /** HTML template of a list item, with placeholders like `{{ path.to.value }}` into `conversation_data`. Tags and attributes that are not allowed are removed. */
  conversation_data_list_item_template: string;
  /** HTML template of the header that clients see, filled in as `client_header_html` of a conversation. Tags and attributes that are not allowed are removed. */
  client_app_header_template?: string | undefined;
  /** Sender of SMS: letters, digits and spaces, at least one letter. Default: the sender of the provider. */
  sms_sender_id?: string | undefined;
  /** True if pushes show the beginning of a message, up to 300 characters. Default: false. */
  push_text?: boolean | undefined;
  /** Name of the message template for each template kind. Default: the templates of the service. */
  message_templates?: {
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_SMS?: string | undefined;
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_EMAIL?: string | undefined;
    /** Name of the message template. */
    REQUEST_LOCATION?: string | undefined;
  } | undefined;
  /** Conversations that retention removes: archived ones or all. */
  retention_policy_scope?: RetentionPolicyScope | undefined;
  /** Days after which retention removes a conversation. */
  retention_policy_days?: number | undefined;
  /** Id of the conversation type. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Name and kind of the message template of each template kind. Read-only. */
  templates?: {
    /** Message template that is used. */
    NOTIFY_PARTICIPANTS_VIA_SMS?: {
      /** Name of the message template. */
      name: string;
      /** Kind of the message template. */
      kind: 'TEXT';
    } | undefined;
    /** Message template that is used. */
    NOTIFY_PARTICIPANTS_VIA_EMAIL?: {
      /** Name of the message template. */
      name: string;
      /** Kind of the message template. */
      kind: 'TEXT';
    } | undefined;
    /** Message template that is used. */
    REQUEST_LOCATION?: {
      /** Name of the message template. */
      name: string;
      /** Kind of the message template. */
      kind: 'REQUEST_LOCATION';
    } | undefined;
  } | undefined;
  /** Public key for starting conversations of this type as a visitor. Read-only. */
  visitor_key?: string | undefined;
}

/** A page of a list. */
export interface ConversationTypeList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  conversation_types: readonly ConversationType[];
}

/** A new conversation type. */
export interface CreateConversationType {
  /** Purpose of the conversation type. */
  description?: string | undefined;
  /** Display name of the SHARED participant. If it is set, clients see every user under it. A change takes effect immediately. Default: `Team`. */
  display_name_shared_by_users?: string | undefined;
  /** True if all users of a conversation share one read status. It is fixed when a conversation is opened or gets another type, so a change holds for conversations opened later. Default: false. */
  shared_read_status_for_user_participants?: boolean | undefined;
  /** Display name of the participant that posts messages of workflows. A change takes effect immediately. Default: `Workflow`. */
  display_name_for_workflow_participants?: string | undefined;
  /** JSON Schema 2020-12 of `conversation_data`, at most 64 KiB and 32 levels. Default: any object. */
  conversation_data_schema?: Record<string, unknown> | undefined;
  /** HTML template of a list item, with placeholders like `{{ path.to.value }}` into `conversation_data`. Tags and attributes that are not allowed are removed. */
  conversation_data_list_item_template: string;
  /** HTML template of the header that clients see, filled in as `client_header_html` of a conversation. Tags and attributes that are not allowed are removed. */
  client_app_header_template?: string | undefined;
  /** Sender of SMS: letters, digits and spaces, at least one letter. Default: the sender of the provider. */
  sms_sender_id?: string | undefined;
  /** True if pushes show the beginning of a message, up to 300 characters. Default: false. */
  push_text?: boolean | undefined;
  /** Name of the message template for each template kind. Default: the templates of the service. */
  message_templates?: {
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_SMS?: string | undefined;
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_EMAIL?: string | undefined;
    /** Name of the message template. */
    REQUEST_LOCATION?: string | undefined;
  } | undefined;
  /** Conversations that retention removes: archived ones or all. */
  retention_policy_scope?: RetentionPolicyScope | undefined;
  /** Days after which retention removes a conversation. */
  retention_policy_days?: number | undefined;
  /** Id of the conversation type, chosen by the caller. */
  id: string;
}

/** Conversations that a new schema of their type breaks. */
export interface SchemaDryRun {
  /** Number of conversations that do not match the schema. */
  breaks: number;
  /** Ids of the first of them. */
  first: readonly string[];
  /** Number of conversations that were checked. Present only if there was not enough time to check all of them. */
  checked?: number | undefined;
}

/** Changes of a conversation type. */
export interface PatchConversationType {
  /** Purpose of the conversation type. Null removes it. Default: unchanged. */
  description?: string | null | undefined;
  /** Display name of the SHARED participant. If it is set, clients see every user under it. A change takes effect immediately. Null restores the default: `Team`. Default: unchanged. */
  display_name_shared_by_users?: string | null | undefined;
  /** True if all users of a conversation share one read status. It is fixed when a conversation is opened or gets another type, so a change holds for conversations opened later. Null restores the default: false. Default: unchanged. */
  shared_read_status_for_user_participants?: boolean | null | undefined;
  /** Display name of the participant that posts messages of workflows. A change takes effect immediately. Null restores the default: `Workflow`. Default: unchanged. */
  display_name_for_workflow_participants?: string | null | undefined;
  /** JSON Schema 2020-12 of `conversation_data`, at most 64 KiB and 32 levels. Null restores the default: any object. A merge patch merges both schemas. Default: unchanged. */
  conversation_data_schema?: Record<string, unknown> | null | undefined;
  /** HTML template of a list item, with placeholders like `{{ path.to.value }}` into `conversation_data`. Tags and attributes that are not allowed are removed. Default: unchanged. */
  conversation_data_list_item_template?: string | undefined;
  /** HTML template of the header that clients see, filled in as `client_header_html` of a conversation. Tags and attributes that are not allowed are removed. Null removes it. Default: unchanged. */
  client_app_header_template?: string | null | undefined;
  /** Sender of SMS: letters, digits and spaces, at least one letter. Null restores the default: the sender of the provider. Default: unchanged. */
  sms_sender_id?: string | null | undefined;
  /** True if pushes show the beginning of a message, up to 300 characters. Null restores the default: false. Default: unchanged. */
  push_text?: boolean | null | undefined;
  /** Name of the message template for each template kind. Null restores the default: the templates of the service. In a merge patch, null removes a template kind. Default: unchanged. */
  message_templates?: {
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_SMS?: string | undefined;
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_EMAIL?: string | undefined;
    /** Name of the message template. */
    REQUEST_LOCATION?: string | undefined;
  } | null | undefined;
  /** Conversations that retention removes: archived ones or all. Null removes it. Default: unchanged. */
  retention_policy_scope?: RetentionPolicyScope | null | undefined;
  /** Days after which retention removes a conversation. Null removes it. Default: unchanged. */
  retention_policy_days?: number | null | undefined;
}

/** A conversation type with all its fields. */
export interface ReplaceConversationType {
  /** Purpose of the conversation type. */
  description?: string | undefined;
  /** Display name of the SHARED participant. If it is set, clients see every user under it. A change takes effect immediately. Default: `Team`. */
  display_name_shared_by_users?: string | undefined;
  /** True if all users of a conversation share one read status. It is fixed when a conversation is opened or gets another type, so a change holds for conversations opened later. Default: false. */
  shared_read_status_for_user_participants?: boolean | undefined;
  /** Display name of the participant that posts messages of workflows. A change takes effect immediately. Default: `Workflow`. */
  display_name_for_workflow_participants?: string | undefined;
  /** JSON Schema 2020-12 of `conversation_data`, at most 64 KiB and 32 levels. Default: any object. */
  conversation_data_schema?: Record<string, unknown> | undefined;
  /** HTML template of a list item, with placeholders like `{{ path.to.value }}` into `conversation_data`. Tags and attributes that are not allowed are removed. */
  conversation_data_list_item_template: string;
  /** HTML template of the header that clients see, filled in as `client_header_html` of a conversation. Tags and attributes that are not allowed are removed. */
  client_app_header_template?: string | undefined;
  /** Sender of SMS: letters, digits and spaces, at least one letter. Default: the sender of the provider. */
  sms_sender_id?: string | undefined;
  /** True if pushes show the beginning of a message, up to 300 characters. Default: false. */
  push_text?: boolean | undefined;
  /** Name of the message template for each template kind. Default: the templates of the service. */
  message_templates?: {
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_SMS?: string | undefined;
    /** Name of the message template. */
    NOTIFY_PARTICIPANTS_VIA_EMAIL?: string | undefined;
    /** Name of the message template. */
    REQUEST_LOCATION?: string | undefined;
  } | undefined;
  /** Conversations that retention removes: archived ones or all. */
  retention_policy_scope?: RetentionPolicyScope | undefined;
  /** Days after which retention removes a conversation. */
  retention_policy_days?: number | undefined;
  /** Id of the conversation type. If present, it must equal the id in the path. */
  id?: string | undefined;
}

/** A participant of a conversation. */
export interface Participant {
  /** Id of the participant. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Kind of the participant. The service manages participants of kind SHARED and WORKFLOW. */
  kind: ParticipantKind;
  /** Name that the other participants see. Empty if the participant is `erased`. */
  display_name: string;
  /** Language of notifications. Default: the language of the tenant. */
  preferred_language?: Language | undefined;
  /** Phone number in E.164. Allowed only for CLIENT. */
  phone_number?: string | undefined;
  /** E-mail address. Allowed only for CLIENT. */
  email?: string | undefined;
  /** Id of the user. Present only for USER. */
  user_id?: string | undefined;
  /** Sequence of the last message seen. Users with a shared read status have the same value. */
  last_message_sequence_seen: number;
  /** Number of messages after the last message seen. */
  unread_messages_count: number;
  /** Time at which the participant last had the conversation open. */
  had_conversation_open_at?: string | undefined;
  /** Time at which the participant last typed. */
  was_typing_at?: string | undefined;
  /** True if the participant was erased after the time `at`. Name and addresses are then left out. */
  erased?: boolean | undefined;
  /** Time of joining. */
  created_at: string;
  /** Time of the last change. Reading and typing do not move it. */
  updated_at: string;
}

/** A participant as client participants see it. */
export interface ParticipantForClient {
  /** Id of the participant. */
  id: string;
  /** Kind of the participant. */
  kind: ParticipantKind;
  /** Name of the participant. For a user: `display_name_shared_by_users` of the type, otherwise the name of the user, otherwise `Agent`. */
  display_name: string;
}

/** Values for the templates of the conversation type. */
export interface TemplateData {
  /** Value of each placeholder of the list item template. Missing values are left out. */
  list_item_template?: Record<string, unknown> | undefined;
  /** Value of each placeholder of the header template. Missing values are left out. */
  client_header_template?: Record<string, unknown> | undefined;
}

/** Read status of the caller. */
export interface ReadStatus {
  /** Sequence of the last message seen. */
  last_message_seen: number;
  /** Number of messages after the last message seen. */
  unread_message_count: number;
}

/** The last message of a conversation, with the start of its text. */
export interface LastMessage {
  /** Id of the message. */
  id: string;
  /** Kind of the message. */
  kind: MessageKind;
  /** The first 200 characters of the text or caption. Absent after deletion. */
  text?: string | undefined;
  /** Id of the participant who is the author. */
  participant_id: string;
  /** Number of the message in the conversation. */
  sequence: number;
  /** Time of posting. */
  created_at: string;
  /** Time of deletion. Absent if the message is not deleted. */
  deleted_at?: string | undefined;
  /** True if the author is erased. The message then has no content. Absent otherwise. */
  erased?: boolean | undefined;
}

/** URL of a client of a conversation. */
export interface ClientFrontendUrl {
  /** Id of the client participant. */
  client_id: string;
  /** URL of the conversation in the client app, without an auth key. */
  url: string;
}

/** A conversation. `includes` adds fields. */
export interface Conversation {
  /** Id of the conversation. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** True if the conversation is archived. */
  archived: boolean;
  /** Id of the conversation type. */
  conversation_type_id: string;
  /** Conversation type. Present with `CONVERSATION_TYPE`. */
  conversation_type?: ConversationType | undefined;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change of the conversation, its participants or its messages. */
  updated_at: string;
  /** Subject of the conversation. */
  description?: string | undefined;
  /** Data of the conversation. Present with `CONVERSATION_DATA`. */
  conversation_data?: Record<string, unknown> | undefined;
  /** Labels, in the order in which they were added. Absent for client participants. */
  labels?: readonly string[] | undefined;
  /** Values for the templates of the type. Present with `LIST_ITEM_TEMPLATE_DATA` or `CLIENT_HEADER_TEMPLATE_DATA`. */
  template_data?: TemplateData | undefined;
  /** Header as sanitised HTML with its values. For clients only, with `CLIENT_HEADER_TEMPLATE_DATA`. */
  client_header_html?: string | undefined;
  /** Time of the last change of `conversation_data`. Absent if it was never set. */
  conversation_data_updated_at?: string | undefined;
  /** Participants of the conversation. Present with `PARTICIPANTS`. Client participants get only id, kind and name of the others. */
  participants?: readonly (Participant | ParticipantForClient)[] | undefined;
  /** Read status of the caller. Present with `CURRENT_USER_READ_STATUS`. */
  read_status?: ReadStatus | undefined;
  /** Message with the highest sequence. Present with `LAST_MESSAGE` if the conversation has a message. */
  last_message?: LastMessage | undefined;
  /** Time at which the lock ends. Absent while the conversation is not locked. */
  lock_expires_at?: string | undefined;
  /** Reason for the lock. */
  lock_note?: string | undefined;
  /** Id of the user who holds the lock. Absent while the conversation is not locked. */
  locked_by?: string | undefined;
  /** True while a legal hold protects the conversation from removal. Absent without one. */
  legal_hold?: boolean | undefined;
  /** URLs of the clients of the conversation. Present with `CLIENT_PARTICIPANT_FRONTEND_URL`. */
  client_frontend_urls?: readonly ClientFrontendUrl[] | undefined;
}

/** A page of a list. */
export interface ConversationList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  conversations: readonly Conversation[];
}

/** A new participant. */
export type CreateParticipant = CreateUserParticipant | CreateClientParticipant;

/** A new conversation. */
export interface CreateConversation {
  /** Id of the conversation type. */
  conversation_type_id: string;
  /** Subject of the conversation. */
  description?: string | undefined;
  /** Data of the conversation, an object that matches `conversation_data_schema` of its type. */
  conversation_data?: Record<string, unknown> | undefined;
  /** Id of the conversation, chosen by the caller. The id `unread` is reserved. */
  id: string;
  /** Participants to add. Default: none. */
  participants?: readonly CreateParticipant[] | undefined;
}

/** A conversation with erased content. */
export interface ErasedConversation {
  /** Id of the conversation. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Always true: the conversation is erased. */
  erased: boolean;
}

/** Conversations to read. */
export interface ConversationIds {
  /** Ids of the conversations. The response leaves out ids that do not exist. */
  ids: readonly string[];
}

/** Changes of a conversation. */
export interface PatchConversation {
  /** Id of the conversation. If present, it must equal the id in the path. */
  id?: string | undefined;
  /** Subject of the conversation. Null removes it. Default: unchanged. */
  description?: string | null | undefined;
  /** Data of the conversation, an object that matches `conversation_data_schema` of its type. Replaces the previous object as a whole; a merge patch merges both. Null removes it. Default: unchanged. */
  conversation_data?: Record<string, unknown> | null | undefined;
  /** False restores an archived conversation. To archive a conversation, delete it. Default: unchanged. */
  archived?: boolean | undefined;
}

/** A participant in the PUT of a conversation, new or in the form of a GET response. */
export interface ListedParticipant {
  /** Kind of the participant. It never changes. SHARED and WORKFLOW are allowed only for the participant that the conversation has; it stays as it is. */
  kind: ParticipantKind;
  /** Name that the other participants see. Required for CLIENT. Default for USER: the name of the user. */
  display_name?: string | undefined;
  /** Language of notifications. Default: the language of the tenant. */
  preferred_language?: Language | undefined;
  /** Phone number in E.164. Allowed only for CLIENT. */
  phone_number?: string | undefined;
  /** E-mail address. Allowed only for CLIENT. */
  email?: string | undefined;
  /** Id of the user. Required for USER, not allowed for CLIENT. It never changes. */
  user_id?: string | undefined;
  /** Id of the participant, chosen by the caller. An id is not reused after removal. Default: a UUID. */
  id?: string | undefined;
  /** Id of the tenant of the conversation. */
  tenant_id?: string | undefined;
  /** Id of the conversation. If present, it must equal the id in the path. */
  conversation_id?: string | undefined;
  /** Read-only: accepted in the form of a GET response, and ignored. */
  last_message_sequence_seen?: number | undefined;
  /** Read-only: accepted in the form of a GET response, and ignored. */
  unread_messages_count?: number | undefined;
  /** Read-only: accepted in the form of a GET response, and ignored. */
  had_conversation_open_at?: string | undefined;
  /** Read-only: accepted in the form of a GET response, and ignored. */
  was_typing_at?: string | undefined;
  /** Read-only: accepted in the form of a GET response, and ignored. */
  created_at?: string | undefined;
  /** Read-only: accepted in the form of a GET response, and ignored. */
  updated_at?: string | undefined;
}

/** A conversation with all its own fields. */
export interface ReplaceConversation {
  /** Id of the conversation type. */
  conversation_type_id: string;
  /** Subject of the conversation. */
  description?: string | undefined;
  /** Data of the conversation, an object that matches `conversation_data_schema` of its type. */
  conversation_data?: Record<string, unknown> | undefined;
  /** Id of the conversation. If present, it must equal the id in the path. The id `unread` is reserved. */
  id?: string | undefined;
  /** False restores an archived conversation. True is allowed only for a new or an archived conversation. Default: unchanged. */
  archived?: boolean | undefined;
  /** Participants to add or replace, in the form of a GET response. Participants that are not listed stay. Default: none. */
  participants?: readonly ListedParticipant[] | undefined;
}

/** Labels of a conversation. */
export interface Labels {
  /** Labels. A label `scope:value` is a scoped label; a conversation has one label for each scope. */
  labels: readonly string[];
}

/** Lock of a conversation. */
export interface LockConversation {
  /** Time at which the lock ends, at most 30 days from now. */
  lock_expires_at: string;
  /** Reason for the lock. */
  lock_note?: string | undefined;
  /** Id of the user who holds the lock. Default: the calling user. Required for API keys. */
  locked_by?: string | undefined;
}

/** A page of a list. */
export interface ParticipantList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  participants: readonly Participant[];
}

/** A participant with erased name and addresses. */
export interface ErasedParticipant {
  /** Id of the participant. */
  id: string;
  /** Kind of the participant. */
  kind: ParticipantKind;
  /** Always true: name and addresses of the participant are erased. */
  erased: boolean;
}

/** A participant with all its fields. */
export type ReplaceParticipant = ReplaceUserParticipant | ReplaceClientParticipant;

/** Changes of a participant. */
export interface PatchParticipant {
  /** Id of the participant. If present, it must equal the id in the path. */
  id?: string | undefined;
  /** Name that the other participants see. Default: unchanged. */
  display_name?: string | undefined;
  /** Language of notifications. Null restores the default: the language of the tenant. Default: unchanged. */
  preferred_language?: Language | null | undefined;
  /** Phone number in E.164. Allowed only for CLIENT. Null removes it. Default: unchanged. */
  phone_number?: string | null | undefined;
  /** E-mail address. Allowed only for CLIENT. Null removes it. Default: unchanged. */
  email?: string | null | undefined;
}

/** An action of a participant in a conversation, such as typing. */
export type ParticipantActivity = MessageSeenActivity | IsTypingActivity | HasConversationOpenActivity;

/** URL that signs in a client. */
export interface ClientUrl {
  /** URL that signs in the client for 7 days. Treat it like a password. */
  url: string;
}

/** How far the calling user has read. */
export interface ConversationSeen {
  /** Sequence of the last message seen. A lower value than before changes nothing. */
  last_message_sequence_seen: number;
}

/** Number of conversations and messages that the calling user has not seen. */
export interface Unread {
  /** Number of conversations with messages that the user has not seen. */
  conversations: number;
  /** Number of messages that the user has not seen. */
  messages: number;
}

/** A place on earth (WGS 84). */
export interface Location {
  /** Latitude in degrees. */
  latitude: number;
  /** Longitude in degrees. */
  longitude: number;
  /** Radius of uncertainty in metres. */
  accuracy?: number | undefined;
  /** Time of the measurement. */
  positioned_at?: string | undefined;
  /** Source of the location: entered by hand or measured by GPS. */
  source?: LocationSource | undefined;
  /** Language of the address, a BCP 47 tag. */
  language?: string | undefined;
}

/** File of a message, with signed URLs for its upload and download. */
export interface Asset {
  /** URL for the upload of the file with PUT, valid for 15 minutes after the post. Present while the status is UPLOAD_PENDING. A client gets it only for its own messages. */
  upload_url?: string | undefined;
  /** URL of the file, valid for 15 minutes. Present when the status is UPLOAD_COMPLETED. */
  download_url?: string | undefined;
  /** URL of a small WebP image, valid for 15 minutes. Present for a completed IMAGE. */
  thumbnail_url?: string | undefined;
  /** Status of the upload. UPLOAD_FAILED is final. UPLOAD_COMPLETED_MISSING: the file was uploaded and is lost. */
  status: AssetStatus;
  /** Reason of the status UPLOAD_FAILED. Uploads of earlier versions have none. */
  failure?: AssetFailure | undefined;
}

/** A message of a conversation. */
export type Message = TextMessage | LocationMessage | ImageMessage | VideoMessage | AudioMessage | RequestLocationMessage;

/** A page of a list. */
export interface MessageList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  messages: readonly Message[];
  /** `last_sequence` of the request. Replaces `offset` if the request had one. */
  last_sequence?: number | undefined;
}

/** A new message. */
export type PostMessage = PostTextMessage | PostLocationMessage | PostImageMessage | PostVideoMessage | PostAudioMessage | PostRequestLocationMessage;

/** A new conversation of a visitor. */
export interface BeginConversation {
  /** Name that the other participants see. */
  display_name: string;
  /** First message of the visitor. Default: none. */
  text?: string | undefined;
  /** Language of notifications. Default: the language of the tenant. */
  preferred_language?: Language | undefined;
}

/** The new conversation, and the URL that signs in its visitor. */
export interface BegunConversation {
  /** Id of the new conversation. */
  conversation_id: string;
  /** Client URL that signs in the visitor. It is valid for 7 days. */
  client_url: string;
}

/** A place on earth (WGS 84). */
export interface Coordinates {
  /** Latitude in degrees. */
  latitude: number;
  /** Longitude in degrees. */
  longitude: number;
}

/** A location with its address. */
export interface AddressedLocation {
  /** Address of the location. */
  formatted_address: string;
  /** Coordinates of the location. */
  location: Coordinates;
}

/** Locations that the geocoder found. */
export interface GeocoderResults {
  /** Locations, best first. Empty if nothing is found. */
  results: readonly AddressedLocation[];
}

/** Text of a message template by language. */
export interface TemplateTexts {
  /** Text in English. */
  en?: string | undefined;
  /** Text in German. */
  de?: string | undefined;
}

/** A parameter of a message template. */
export interface TemplateParameter {
  /** Name of the parameter, as in the placeholder `{{ name }}`. */
  name: string;
  /** Source of the value. */
  kind: TemplateParameterKind;
  /** Path into `conversation_data`, for example `customer.tags.0`. Required for `CONVERSATION_DATA`, not allowed for other kinds. */
  value_path?: string | undefined;
}

/** A text with parameters, in one or more languages. */
export interface MessageTemplate {
  /** Name of the message template. */
  name: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Purpose of the message template. */
  description?: string | undefined;
  /** Kind of the message that the template produces. */
  kind: MessageTemplateKind;
  /** True for a message template of the service, which cannot be changed. */
  is_system_template: boolean;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Text in each language. In a list present with `TEXTS`. */
  texts?: TemplateTexts | undefined;
  /** Parameters of the texts. In a list present with `PARAMETERS`. */
  parameters?: readonly TemplateParameter[] | undefined;
}

/** A page of a list. */
export interface MessageTemplateList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  message_templates: readonly MessageTemplate[];
}

/** A new message template. */
export interface CreateMessageTemplate {
  /** Purpose of the message template. */
  description?: string | undefined;
  /** Kind of the message that the template produces. */
  kind: MessageTemplateKind;
  /** Text in at least one language, with placeholders like `{{ name }}` for the parameters. */
  texts: TemplateTexts;
  /** Parameters of the texts. Default: none. */
  parameters?: readonly TemplateParameter[] | undefined;
  /** Name of the message template, chosen by the caller. */
  name: string;
}

/** A message template with all its fields. */
export interface ReplaceMessageTemplate {
  /** Purpose of the message template. */
  description?: string | undefined;
  /** Kind of the message that the template produces. */
  kind: MessageTemplateKind;
  /** Text in at least one language, with placeholders like `{{ name }}` for the parameters. */
  texts: TemplateTexts;
  /** Parameters of the texts. Default: none. */
  parameters?: readonly TemplateParameter[] | undefined;
  /** Name of the message template. If present, it must equal the name in the path. */
  name?: string | undefined;
}

/** Conversation and language of a text. */
export interface RenderTemplate {
  /** Id of the conversation that provides the values. */
  conversation_id: string;
  /** Language of the text. Default: the language of the participant, then of the tenant, then English. */
  language?: Language | undefined;
  /** Id of the participant who receives the text. Default: no participant. */
  participant_id?: string | undefined;
}

/** A text as it would be sent. */
export interface RenderedTemplate {
  /** Rendered text. The key in the link of a client is a sample. */
  text: string;
  /** Language of the rendered text. */
  language: Language;
  /** Placeholders without a value. They render as empty text. */
  missing: readonly string[];
  /** Segments of an SMS with this text, after a cut at 1,600 characters. One segment holds 160 characters in GSM-7 or 70 in UCS-2. */
  sms_segments: number;
}

/** Settings of the SMS provider, without secrets. */
export type SmsSettings = SmsUserSettings | SmsAccountSettings;

/** Settings of the SMS provider. */
export type ReplaceSmsSettings = ReplaceSmsUserSettings | ReplaceSmsAccountSettings;

/** Status callback of the SMS provider. */
export interface SmsStatus {
  /** Id that the provider gave to the message. */
  MessageSid?: string | undefined;
  /** Status of the message at the provider, for example `sent`, `delivered` or `failed`. */
  MessageStatus: string;
  /** Phone number that the message was sent to. */
  To?: string | undefined;
  /** Error code of the provider. */
  ErrorCode?: string | undefined;
}

/** Participants and channels of a notify call. */
export interface NotifyParticipants {
  /** Ids of the participants. Default: every participant of kind CLIENT. */
  participant_ids?: readonly string[] | undefined;
  /** Channels to use. Default: all channels. */
  channels?: readonly NotificationChannel[] | undefined;
}

/** An SMS or e-mail to a participant. */
export interface Notification {
  /** Id of the notification. */
  id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the notified participant. */
  participant_id: string;
  /** Channel of the notification. */
  channel: NotificationChannel;
  /** Status. UNKNOWN means that it may have been sent; it is not sent again. */
  status: NotificationStatus;
  /** Reason for the statuses SUPPRESSED, FAILED and UNKNOWN: a code such as `smtp_550` or `twilio_unreachable`. `mail_quota`: the tenant used up its e-mails of the day. `owner_unproven`: no owner of the tenant has confirmed their e-mail address. Of SUPPRESSED: `not_a_participant`, `not_a_client`, `no_phone_number`, `no_email`, `opted_out`, `unsubscribed`, `conversation_open`. */
  reason?: string | undefined;
  /** Time of the decision to notify. */
  at: string;
  /** Time of the last change of the status. */
  updated_at: string;
  /** Name of the message template that produced the text. */
  template_name?: string | undefined;
  /** Language of the text. */
  language?: string | undefined;
  /** Id of the workflow run that requested the notification. */
  run_id?: string | undefined;
  /** Id of the notification that this one replaces. */
  resend_of?: string | undefined;
}

/** Decisions of a notify call. */
export interface NotifiedParticipants {
  /** Notifications, one for each participant and channel. */
  notifications: readonly Notification[];
}

/** A page of a list. */
export interface NotificationList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  notifications: readonly Notification[];
}

/** Key for the push subscription of a browser. */
export interface PushKey {
  /** Public key of the service (VAPID) in base64url, the `applicationServerKey` of a browser. */
  public_key: string;
}

/** Keys that encrypt pushes for a device. */
export interface PushDeviceKeys {
  /** Public key of the device: a point of P-256 with 65 bytes, in base64url without padding. */
  p256dh: string;
  /** Secret of the device: 16 bytes in base64url without padding. */
  auth: string;
}

/** A device of the caller, as its browser describes it. */
export interface CreatePushSubscription {
  /** URL of the push service, https. Private network addresses are not allowed. */
  endpoint: string;
  /** Keys of the device, as the browser gives them. */
  keys: PushDeviceKeys;
}

/** A device that gets pushes. */
export interface PushSubscription {
  /** Id of the subscription. */
  id: string;
  /** Time of creation. */
  created_at: string;
  /** Time at which the subscription ends. A repeated call and each push move it. */
  expires_at: string;
}

/** An action that a workflow takes. */
export interface WorkflowAction {
  /** Kind of the action. NOTIFY_PARTICIPANTS notifies every CLIENT except the cause of the event. SEND_MESSAGE posts a message. */
  kind: WorkflowActionKind;
  /** Name of the message template that produces the text. */
  template_name: string;
}

/** Condition of a branch: a tree of at most 16 levels and 200 nodes. */
export type ConditionNode = CompoundConditionNode | LeafConditionNode;

/** A condition and the action for it. */
export interface WorkflowBranch {
  /** Condition of the branch. */
  condition_node: ConditionNode;
  /** Action of the branch. */
  action: WorkflowAction;
}

/** Events that a workflow acts on. */
export type WorkflowTrigger = MessageAddedToConversationTrigger | ConversationCreatedTrigger | ConversationDataChangedTrigger;

/** An action that the service carries out on events of conversations. */
export interface Workflow {
  /** Id of the workflow. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation type that the workflow watches. */
  conversation_type_id: string;
  /** True if the workflow runs. */
  enabled: boolean;
  /** Trigger and action of the workflow. */
  trigger: WorkflowTrigger;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** A page of a list. */
export interface WorkflowList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  workflows: readonly Workflow[];
}

/** A new workflow. */
export interface CreateWorkflow {
  /** Id of the conversation type that the workflow watches. */
  conversation_type_id: string;
  /** True if the workflow runs. Default: true. */
  enabled?: boolean | undefined;
  /** Trigger and action of the workflow. */
  trigger: WorkflowTrigger;
  /** Id of the workflow, chosen by the caller. Default: a UUID. */
  id?: string | undefined;
}

/** Changes of a workflow. */
export interface PatchWorkflow {
  /** True if the workflow runs. Default: unchanged. */
  enabled?: boolean | undefined;
}

/** A workflow with all its fields. */
export interface ReplaceWorkflow {
  /** Id of the conversation type that the workflow watches. */
  conversation_type_id: string;
  /** True if the workflow runs. Default: true. */
  enabled?: boolean | undefined;
  /** Trigger and action of the workflow. */
  trigger: WorkflowTrigger;
  /** Id of the workflow. If present, it must equal the id in the path. */
  id?: string | undefined;
}

/** A condition with its result and the values that it compared. */
export type EvaluatedNode = CompoundEvaluatedNode | LeafEvaluatedNode;

/** Cause of a failed run. */
export interface WorkflowRunError {
  /** Code of the error catalogue, for example `errors.conversation.archived`. */
  code: string;
  /** Error in words, in English or German by `Accept-Language`. */
  message: string;
}

/** A run of a workflow on an event. */
export interface WorkflowRun {
  /** Id of the run. */
  id: string;
  /** Id of the workflow. */
  workflow_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the event that triggered the run. */
  event_id: string;
  /** Position of the event that triggered the run. */
  position: string;
  /** Time of the run. */
  at: string;
  /** Result of the action. */
  status: WorkflowRunStatus;
  /** Index of the branch that was met, from 0. Absent if none was met. */
  branch?: number | undefined;
  /** Evaluated conditions of the branch that was met. If none was met, an OR of all branches. */
  conditions?: EvaluatedNode | undefined;
  /** Action of the run. */
  action: WorkflowAction;
  /** Id of the message that the run posted. Notifications name the run in `run_id`. */
  effect_id?: string | undefined;
  /** Placeholders of the text without a value, rendered empty. Absent if every placeholder has a value. */
  missing?: readonly string[] | undefined;
  /** Cause of the failure. Present only for FAILED. */
  error?: WorkflowRunError | undefined;
}

/** A page of a list. */
export interface WorkflowRunList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  runs: readonly WorkflowRun[];
}

/** Range of events of a dry run. */
export interface WorkflowDryRunRange {
  /** Start of the range, inclusive. Required without `from_position`. */
  from?: string | undefined;
  /** First position of the range, inclusive: `next` of a dry run that stopped. Not allowed with `from`. */
  from_position?: string | undefined;
  /** End of the range, inclusive. It must not be before `from`. */
  to: string;
}

/** A run that a workflow would have had. */
export interface WorkflowDryRunMatch {
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the event that would trigger the workflow. */
  event_id: string;
  /** Time of the event. */
  at: string;
  /** Index of the branch that was met, from 0. Absent if none was met. */
  branch?: number | undefined;
}

/** Result of a workflow dry run. */
export interface WorkflowDryRun {
  /** Runs that the workflow would have had, oldest first, at most 1000. */
  conversations: readonly WorkflowDryRunMatch[];
  /** Number of runs that the workflow would have had. */
  total_elements: number;
  /** Number of events of the tenant that were read. */
  events_read: number;
  /** Position to continue from. Present only where the dry run stopped, which it does after 2 seconds. */
  next?: string | undefined;
}

/** The endpoint of the tenant and the secret that signs its deliveries. */
export interface WebhookSettings {
  /** Id of the tenant. */
  tenant_id: string;
  /** Signature scheme of deliveries: v1 of Standard Webhooks. */
  signature_scheme: 'v1';
  /** URL that receives deliveries, http or https. Private network addresses are not allowed. */
  endpoint_url: string;
  /** True if deliveries are sent. A PUT enables a disabled endpoint again. */
  enabled: boolean;
  /** Secret that signs deliveries (Standard Webhooks). Present after GET, rotation and the PUT that creates the settings. */
  secret?: string | undefined;
  /** Time at which the endpoint was disabled. Absent while it is enabled. */
  disabled_at?: string | undefined;
  /** Reason for disabling: `gone` if the endpoint returned 410, `failing` if every attempt failed for 5 days. */
  disabled_reason?: string | undefined;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** The endpoint that receives deliveries. */
export interface PutWebhookSettings {
  /** URL that receives deliveries, http or https. Private network addresses are not allowed. */
  endpoint_url: string;
  /** Signature scheme. Default: v1, the only scheme. */
  signature_scheme?: 'v1' | undefined;
}

/** A webhook type that can be switched on. */
export interface AvailableWebhook {
  /** Webhook type. */
  webhook_type: WebhookType;
  /** Event that the webhook type reports. */
  description: string;
}

/** All webhook types. */
export interface AvailableWebhooks {
  /** All webhook types. */
  features: readonly AvailableWebhook[];
}

/** A webhook type that is switched on or off. */
export interface WebhookFeature {
  /** Webhook type. */
  webhook_type: WebhookType;
  /** True if deliveries of this type are sent. */
  enabled: boolean;
}

/** A page of a list. */
export interface WebhookFeatureList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  features: readonly WebhookFeature[];
}

/** A webhook type to switch on or off. */
export interface SetWebhookFeature {
  /** Webhook type. */
  webhook_type: WebhookType;
  /** True if deliveries of this type are sent. */
  enabled: boolean;
}

/** Read status of a participant, or of all users who share one. */
export interface ConversationReadStatus {
  /** Sequence of the last message seen. */
  last_message_seen: number;
  /** Number of messages after the last message seen. */
  unread_message_count: number;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant with this read status. */
  participant_id?: string | undefined;
}

/** An event, as the event feed and webhooks report it. */
export type PublishedEvent = ConversationCreatedEvent | ConversationUpdatedEvent | ConversationArchivedEvent | ConversationReadStatusEvent | MessageCreatedEvent | MessageUpdatedEvent | ParticipantCreatedEvent | ParticipantUpdatedEvent | ParticipantDeletedEvent;

/** Events of the tenant in the order of the log. */
export interface EventFeed {
  /** Events, oldest first. */
  events: readonly PublishedEvent[];
  /** True if more events follow. */
  has_more: boolean;
  /** Position to continue from. Send it as `after`. Present also when no event was found. */
  next: string;
}

/** A test delivery. */
export interface WebhookTest {
  /** Id of the test delivery, as in `GET /webhooks/deliveries`. */
  delivery_id: string;
}

/** An attempt to deliver. */
export interface WebhookAttempt {
  /** Time of the attempt. */
  at: string;
  /** HTTP status of the response. Absent without a response. */
  status_code?: number | undefined;
  /** Duration of the attempt in milliseconds. */
  duration_ms: number;
  /** Failure of the attempt. `status` is a response other than 2xx. Absent after a success. */
  error?: WebhookAttemptError | undefined;
}

/** Delivery of an event to the endpoint of the tenant. */
export interface WebhookDelivery {
  /** Id of the delivery. */
  id: string;
  /** Id of the event, as in the header `webhook-id`. */
  webhook_id: string;
  /** Webhook type. */
  type: WebhookDeliveryType;
  /** Id of the conversation. Absent for a test. */
  conversation_id?: string | undefined;
  /** Status of the delivery. */
  status: WebhookDeliveryStatus;
  /** Attempts, oldest first. */
  attempts: readonly WebhookAttempt[];
  /** Time of the next attempt. Present only for PENDING. */
  next_attempt_at?: string | undefined;
  /** Time at which the delivery was planned. */
  created_at: string;
}

/** A page of a list. */
export interface WebhookDeliveryList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  deliveries: readonly WebhookDelivery[];
}

/** Deliveries to send again. */
export interface RetryDeliveries {
  /** Status of the deliveries that are sent again. */
  status: 'FAILED';
  /** Only deliveries of this webhook type. Default: all. */
  type?: WebhookDeliveryType | undefined;
  /** Only deliveries created after this time, exclusive. */
  after?: string | undefined;
  /** Only deliveries created before this time, exclusive. */
  before?: string | undefined;
}

/** Result of a retry of many deliveries. */
export interface RetriedDeliveries {
  /** Number of deliveries queued again, at most 1000 in a call. */
  deliveries: number;
  /** True if more deliveries may match. Repeat the call. */
  has_more: boolean;
}

/** Range of events to replay, by time or by position. */
export interface WebhookReplayRange {
  /** Start of the time range, inclusive. Requires `to`. */
  from?: string | undefined;
  /** End of the time range, inclusive, not before `from`. */
  to?: string | undefined;
  /** First position, inclusive. Requires `to_position`, not allowed with `from` and `to`. */
  from_position?: string | undefined;
  /** Last position, inclusive, not before `from_position`. */
  to_position?: string | undefined;
}

/** A replay of events to the endpoint. */
export interface WebhookReplay {
  /** Id of the replay. */
  id: string;
  /** Status of the replay. The response to the POST waits up to 2 seconds for DONE. */
  status: WebhookReplayStatus;
  /** Number of deliveries planned so far. Final unless the status is RUNNING. */
  deliveries: number;
}

/** The erasure of a subject, with its certificate. */
export interface Erasure {
  /** Id of the erasure. It is the id of the event that decided it. */
  id: string;
  /** Kind of the subject. RETENTION is a conversation that its retention policy removed. */
  kind: ErasureKind;
  /** Id of the conversation, participant, user or message. */
  subject_id: string;
  /** Id of the conversation. Absent for USER. */
  conversation_id?: string | undefined;
  /** Principal who requested the erasure. It is `user:`, `participant:` or `key:` with an id, or `system`. */
  requested_by: string;
  /** Time of the request. */
  requested_at: string;
  /** Time at which the erasure was complete. Absent while it is in progress. */
  completed_at?: string | undefined;
  /** Number of events with erased content. */
  events: number;
  /** Signed note (C2SP) over the canonical JSON (RFC 8785) of this object without `signature`. Absent for MESSAGE and while the erasure is in progress. */
  signature?: string | undefined;
}

/** A page of a list. */
export interface ErasureList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  erasures: readonly Erasure[];
}

/** A conversation that retention is going to remove. */
export interface DueConversation {
  /** Id of the conversation. */
  id: string;
  /** Time at which the conversation is due. Retention removes it 1 day later or after that. */
  due_at: string;
}

/** A page of a list. */
export interface RetentionPreview {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  conversations: readonly DueConversation[];
  /** Conversations that the policy removes: archived ones or all. Absent without a policy. */
  scope?: RetentionPolicyScope | undefined;
  /** Days after which a conversation is due. Absent without a policy. */
  days?: number | undefined;
  /** Time for which the preview is made. */
  at: string;
}

/** A run that removed conversations of a type. */
export interface RetentionRun {
  /** Id of the run. */
  id: string;
  /** Id of the conversation type. */
  conversation_type_id: string;
  /** Conversations that the policy removes: archived ones or all. */
  scope: RetentionPolicyScope;
  /** Days after which a conversation is due. */
  days: number;
  /** Time at which the run found the first conversation to remove. */
  started_at: string;
  /** Time at which the removal was complete. Absent while the run continues. */
  finished_at?: string | undefined;
  /** Number of conversations that the run removed. */
  removed: number;
}

/** A page of a list. */
export interface RetentionRunList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  runs: readonly RetentionRun[];
}

/** Signed size and root hash of the event log of a tenant. */
export interface Checkpoint {
  /** Number of events of the tenant that the checkpoint covers. */
  size: number;
  /** Root hash of the Merkle tree (RFC 9162) over these events, in base64. */
  root: string;
  /** Time of the checkpoint. */
  at: string;
  /** Checkpoint as a signed note (C2SP tlog-checkpoint). */
  note: string;
}

/** A page of a list. */
export interface CheckpointList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  checkpoints: readonly Checkpoint[];
}

/** Place of an event in the tree of a checkpoint, with the hashes that prove it. */
export interface Proof {
  /** Leaf hash of the event, in base64. */
  leaf: string;
  /** Index of the leaf, from 0. */
  index: number;
  /** Size of the checkpoint that the proof is for. */
  size: number;
  /** Inclusion proof (RFC 9162, section 2.1.3): hashes in base64. */
  hashes: readonly string[];
}

/** Hashes that connect the root hashes of two sizes. */
export interface Consistency {
  /** Consistency proof (RFC 9162, section 2.1.4): hashes in base64. */
  hashes: readonly string[];
}

/** Former values of a user. */
export interface FormerUser {
  /** Former e-mail address. */
  email?: string | undefined;
  /** Former pending e-mail address, confirmed then or never. */
  pending_email?: string | undefined;
  /** Former role. */
  role?: UserRole | undefined;
  /** Former first name. */
  firstname?: string | undefined;
  /** Former last name. */
  lastname?: string | undefined;
  /** Time at which these values were replaced. */
  until: string;
}

/** A user that represents or represented the person. */
export interface ExportedUser {
  /** Id of the user. */
  id: string;
  /** E-mail address. */
  email?: string | undefined;
  /** New e-mail address that is not confirmed by its link yet. */
  pending_email?: string | undefined;
  /** Role of the user. */
  role?: UserRole | undefined;
  /** First name. */
  firstname?: string | undefined;
  /** Last name. */
  lastname?: string | undefined;
  /** Former values, oldest first. */
  former: readonly FormerUser[];
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Time of deletion. Absent while the user exists. */
  deleted_at?: string | undefined;
}

/** Former values of a participant. */
export interface FormerParticipant {
  /** Former name. */
  display_name?: string | undefined;
  /** Former language of notifications. */
  preferred_language?: string | undefined;
  /** Former phone number. */
  phone_number?: string | undefined;
  /** Former e-mail address. */
  email?: string | undefined;
  /** Time at which these values were replaced. */
  until: string;
}

/** A participant that represents or represented the person. */
export interface ExportedParticipant {
  /** Id of the participant. */
  id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Kind of the participant. */
  kind: ParticipantKind;
  /** Name that the other participants see. */
  display_name?: string | undefined;
  /** Language of notifications. */
  preferred_language?: string | undefined;
  /** Phone number in E.164. */
  phone_number?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Id of the user. Present only for USER. */
  user_id?: string | undefined;
  /** Former values, oldest first. */
  former: readonly FormerParticipant[];
  /** Time of joining. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** Time of removal. Absent while the participant takes part. */
  removed_at?: string | undefined;
}

/** How far a participant has read. */
export interface ReadMark {
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant. */
  participant_id: string;
  /** Sequence of the last message seen. */
  last_message_sequence_seen: number;
  /** Time at which the participant last had the conversation open. */
  had_conversation_open_at?: string | undefined;
  /** Time at which the participant last typed. */
  was_typing_at?: string | undefined;
}

/** Data of a conversation in which the person is the only client. */
export interface ExportedData {
  /** Id of the conversation. */
  conversation_id: string;
  /** Data of the conversation. */
  conversation_data: Record<string, unknown>;
}

/** A page of the data of a person. */
export interface PersonExport {
  /** Users that represent or represented the person. On the first page. */
  users: readonly ExportedUser[];
  /** Participants that represent or represented the person, including removed ones. */
  participants: readonly ExportedParticipant[];
  /** Messages from the person. */
  messages: readonly Message[];
  /** Notifications to the person of the last 90 days. */
  notifications: readonly Notification[];
  /** How far the person has read in each conversation. */
  read_marks: readonly ReadMark[];
  /** Data of conversations in which the person was always the only CLIENT. */
  conversation_data: readonly ExportedData[];
  /** True if more data follows this page. */
  has_more: boolean;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
}

/** Subject of an event. */
export interface AuditSubject {
  /** Kind of the subject of the event. */
  kind: AuditSubjectKind;
  /** Id of the subject of the event. */
  id: string;
  /** Conversation that it belongs to. */
  conversation_id?: string | undefined;
}

/** Actor of an event. */
export interface AuditActor {
  /** SERVICE: the service itself or its operator. CLIENT: a client participant. */
  kind: AuditActorKind;
  /** Id of the user, participant, API key or workflow. */
  id?: string | undefined;
  /** Name at the time of the response. Absent where the actor has none, or is deleted or erased. */
  name?: string | undefined;
}

/** An event of the tenant, as the log has it. */
export interface AuditEvent {
  /** Id of the event, as in webhooks, in frames and in the event feed. */
  id: string;
  /** Type of the event. */
  type: AuditEventType;
  /** Schema version of `data`. Absent where the stored event cannot be read. */
  schema?: number | undefined;
  /** Position of the event. */
  position: string;
  /** Time of the event. */
  at: string;
  /** Subject of the event. */
  subject: AuditSubject;
  /** Number of the event in its stream. A conversation, its messages and its participants have one stream. */
  version: number;
  /** Actor that caused the event. */
  actor: AuditActor;
  /** `X-Request-Id` of the response to the call. Absent if no call caused the event, or if it is erased. */
  request_id?: string | undefined;
  /** Trace of W3C Trace Context in which the event was made. Absent if none is known, or if it is erased. */
  trace_id?: string | undefined;
  /** Id of the command. A call sends one or more. */
  command_id?: string | undefined;
  /** Id of the event that caused this event. */
  caused_by?: string | undefined;
  /** Id of the first event of the chain of causes. */
  root?: string | undefined;
  /** Data of the event as stored, with `[secret]` in place of secrets. A large conversation_data is its digest and size. Absent where the stored event cannot be read. */
  data?: Record<string, unknown> | undefined;
  /** True if the personal fields of `data` are erased. */
  erased?: boolean | undefined;
}

/** A page of events. */
export interface AuditEventList {
  /** Events of the page. */
  events: readonly AuditEvent[];
  /** True if more events may follow. A page of rare events can end early, even empty. */
  has_more: boolean;
  /** Maximum number of events of the page. */
  limit: number;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
}

/** A difference, with the last event that made it. */
export interface DiffChange {
  /** Kind of the change. */
  op: DiffChangeOp;
  /** Path of the value (RFC 6901). Empty: the subject itself. */
  path: string;
  /** Value at `from`. Absent for `add`. */
  before?: unknown;
  /** Value at `to`. Absent for `remove`. */
  after?: unknown;
  /** Id of the last event that made the change. */
  event_id?: string | undefined;
}

/** A resource at two points in time, and the differences. */
export interface Diff {
  /** Position of the first point in time. */
  from: string;
  /** Position of the second point in time. */
  to: string;
  /** The subject at `from`, as its GET returns it with all stored fields. Absent if it did not exist. */
  before?: Record<string, unknown> | undefined;
  /** The subject at `to`. Absent if it did not exist. */
  after?: Record<string, unknown> | undefined;
  /** Differences, in the order of the fields. */
  changes: readonly DiffChange[];
}

/** Request that caused the events. */
export interface TracedRequest {
  /** Id of the request, as its response had it in `X-Request-Id`. */
  id: string;
  /** Caller of the request. */
  actor: AuditActor;
  /** Time of its first event. */
  at: string;
}

/** Attempt of a webhook delivery. */
export interface TracedAttempt {
  /** Time of the attempt. */
  at: string;
  /** HTTP status of the response. Absent without a response. */
  status_code?: number | undefined;
  /** Duration of the attempt in milliseconds. */
  duration_ms: number;
  /** Failure of the attempt, as in the list of deliveries. Absent after a success. */
  error?: string | undefined;
}

/** Webhook delivery of an event, with its attempts. */
export interface TracedWebhook {
  /** Id of the delivery. */
  delivery_id: string;
  /** Status of the delivery. */
  status: WebhookDeliveryStatus;
  /** Attempts, oldest first. */
  attempts: readonly TracedAttempt[];
}

/** A notification that an event requests. */
export interface TracedNotification {
  /** Id of the notification. */
  id: string;
  /** Channel of the notification. */
  channel: NotificationChannel;
  /** Status. Absent once the outcome is no longer kept. */
  status?: NotificationStatus | undefined;
}

/** A workflow run that an event triggered. */
export interface TracedRun {
  /** Id of the run. */
  id: string;
  /** Id of the workflow. */
  workflow_id: string;
  /** Result of the action. */
  status: WorkflowRunStatus;
}

/** An event with its effects. */
export interface TracedEvent {
  /** The event. */
  event: AuditEvent;
  /** Types of the frames that the event causes. */
  frames: readonly FrameType[];
  /** Webhook delivery of the event, unless it is no longer kept. */
  webhooks: readonly TracedWebhook[];
  /** Notifications that the event requests. */
  notifications: readonly TracedNotification[];
  /** Workflow runs that the event triggered. */
  runs: readonly TracedRun[];
  /** Events that the event caused, as far as they are on the page. */
  children: readonly TracedEvent[];
}

/** Tree of events from a request, with the effects of each. */
export interface Trace {
  /** Request at the root. Absent if the service started on its own, or if the id of the request is erased. */
  request?: TracedRequest | undefined;
  /** Root events, each with the events that it caused. A later page also has events with a `caused_by` on an earlier page. */
  events: readonly TracedEvent[];
  /** True if more events follow this page. */
  has_more: boolean;
  /** `cursor` of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
}

/** Filters of the events of an export. */
export interface ExportFilters {
  /** Kind of the subject of the events. */
  subject_kind?: AuditSubjectKind | undefined;
  /** Id of the subject of the events. */
  subject_id?: string | undefined;
  /** Conversation of the events: its own, and those of its messages and participants. */
  conversation_id?: string | undefined;
  /** Types of the events. */
  type?: readonly AuditEventType[] | undefined;
  /** Actor of the events: its id, or its kind and id as `USER:…`. `SERVICE` finds events of the service. */
  actor?: string | undefined;
  /** `X-Request-Id` of the response to the call that caused the events. */
  request_id?: string | undefined;
  /** Id of the event that caused the events. */
  caused_by?: string | undefined;
  /** Position or RFC 3339 time; later events match. */
  after?: string | undefined;
  /** Position or RFC 3339 time; earlier events match. */
  before?: string | undefined;
  /** Order by position. Default: DESC. */
  order?: SortOrder | undefined;
}

/** Format and filters of a new export. */
export interface CreateExport {
  /** Filters of `GET /audit/events`. Default: all events of the tenant. */
  filters?: ExportFilters | undefined;
  /** Format of the file. */
  format: ExportFormat;
}

/** An export of events: its progress, and the URLs of its file and manifest. */
export interface Export {
  /** Id of the export. */
  id: string;
  /** Status. DONE and FAILED are final. */
  status: ExportStatus;
  /** Reason of the status FAILED: the disk has no room, the file is larger than 4 GiB, or the service failed. */
  failure?: ExportFailure | undefined;
  /** Format of the file. */
  format: ExportFormat;
  /** Filters of the request. */
  filters: Record<string, unknown>;
  /** Number of events in the file so far. */
  events: number;
  /** Completed share of the log, from 0 to 1. */
  progress: number;
  /** Signed URL of the file, valid for 15 minutes. Present once DONE. */
  url?: string | undefined;
  /** Signed URL of the manifest, valid for 15 minutes. The manifest is a signed note (C2SP) over canonical JSON (RFC 8785). Present once DONE. */
  manifest_url?: string | undefined;
  /** SHA-256 of the file in hex. Present once DONE. */
  sha256?: string | undefined;
  /** Checkpoint that covers all events of the file, as a signed note. It follows the end within seconds. */
  checkpoint?: string | undefined;
  /** Time of the request. */
  requested_at: string;
  /** Time of the end. Absent while the status is RUNNING. */
  completed_at?: string | undefined;
  /** Time at which the export and its file are removed. */
  expires_at: string;
}

/** A page of a list. */
export interface ExportList {
  /** True if more items follow this page. */
  has_more: boolean;
  /** Number of items of all pages together. */
  total_elements: number;
  /** Maximum number of items of the page, as requested or the default. */
  limit: number;
  /** Number of items before this page. */
  offset?: number | undefined;
  /** Cursor of the next page. Absent on the last page. */
  next_cursor?: string | undefined;
  /** Items of the page. */
  exports: readonly Export[];
}

/** A participant, or what is left of one who is erased. */
export type ShownParticipant = Participant | ErasedParticipant;

/** A message of text. */
export interface TextMessage {
  /** Id of the message. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant who is the author. */
  participant_id: string;
  /** Number of the message in the conversation, from 1 without gaps. Null until the message is processed. */
  sequence: number | null;
  /** Kind of the message. */
  kind: 'TEXT';
  /** Text of the message. Absent after deletion. */
  text?: string | undefined;
  /** Id of the message, chosen by its author. */
  source_id?: string | undefined;
  /** Time of posting. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** True if the author is erased. The message then has no content. Absent otherwise. */
  erased?: boolean | undefined;
  /** Time of deletion. The message then has no text, location or asset. */
  deleted_at?: string | undefined;
}

/** A message with a location. */
export interface LocationMessage {
  /** Id of the message. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant who is the author. */
  participant_id: string;
  /** Number of the message in the conversation, from 1 without gaps. Null until the message is processed. */
  sequence: number | null;
  /** Kind of the message. */
  kind: 'LOCATION';
  /** Text of the message. Absent after deletion. */
  text?: string | undefined;
  /** Location of the message. Absent after deletion. */
  location?: Location | undefined;
  /** Address of the location. */
  formatted_address?: string | undefined;
  /** Id of the message, chosen by its author. */
  source_id?: string | undefined;
  /** Time of posting. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** True if the author is erased. The message then has no content. Absent otherwise. */
  erased?: boolean | undefined;
  /** Time of deletion. The message then has no text, location or asset. */
  deleted_at?: string | undefined;
}

/** A message with an image. */
export interface ImageMessage {
  /** Id of the message. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant who is the author. */
  participant_id: string;
  /** Number of the message in the conversation, from 1 without gaps. Null until the message is processed. */
  sequence: number | null;
  /** Kind of the message. */
  kind: 'IMAGE';
  /** Text of the message. Absent after deletion. */
  text?: string | undefined;
  /** Asset of an IMAGE, VIDEO or AUDIO. Absent after deletion. */
  asset?: Asset | undefined;
  /** Id of the message, chosen by its author. */
  source_id?: string | undefined;
  /** Time of posting. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** True if the author is erased. The message then has no content. Absent otherwise. */
  erased?: boolean | undefined;
  /** Time of deletion. The message then has no text, location or asset. */
  deleted_at?: string | undefined;
}

/** A message with a video. */
export interface VideoMessage {
  /** Id of the message. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant who is the author. */
  participant_id: string;
  /** Number of the message in the conversation, from 1 without gaps. Null until the message is processed. */
  sequence: number | null;
  /** Kind of the message. */
  kind: 'VIDEO';
  /** Text of the message. Absent after deletion. */
  text?: string | undefined;
  /** Asset of an IMAGE, VIDEO or AUDIO. Absent after deletion. */
  asset?: Asset | undefined;
  /** Id of the message, chosen by its author. */
  source_id?: string | undefined;
  /** Time of posting. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** True if the author is erased. The message then has no content. Absent otherwise. */
  erased?: boolean | undefined;
  /** Time of deletion. The message then has no text, location or asset. */
  deleted_at?: string | undefined;
}

/** A message with a sound file. */
export interface AudioMessage {
  /** Id of the message. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant who is the author. */
  participant_id: string;
  /** Number of the message in the conversation, from 1 without gaps. Null until the message is processed. */
  sequence: number | null;
  /** Kind of the message. */
  kind: 'AUDIO';
  /** Text of the message. Absent after deletion. */
  text?: string | undefined;
  /** Asset of an IMAGE, VIDEO or AUDIO. Absent after deletion. */
  asset?: Asset | undefined;
  /** Id of the message, chosen by its author. */
  source_id?: string | undefined;
  /** Time of posting. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** True if the author is erased. The message then has no content. Absent otherwise. */
  erased?: boolean | undefined;
  /** Time of deletion. The message then has no text, location or asset. */
  deleted_at?: string | undefined;
}

/** A message that requests a location. */
export interface RequestLocationMessage {
  /** Id of the message. */
  id: string;
  /** Id of the tenant. */
  tenant_id: string;
  /** Id of the conversation. */
  conversation_id: string;
  /** Id of the participant who is the author. */
  participant_id: string;
  /** Number of the message in the conversation, from 1 without gaps. Null until the message is processed. */
  sequence: number | null;
  /** Kind of the message. */
  kind: 'REQUEST_LOCATION';
  /** Text of the message. Absent after deletion. */
  text?: string | undefined;
  /** Id of the message, chosen by its author. */
  source_id?: string | undefined;
  /** Time of posting. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  /** True if the author is erased. The message then has no content. Absent otherwise. */
  erased?: boolean | undefined;
  /** Time of deletion. The message then has no text, location or asset. */
  deleted_at?: string | undefined;
}

/** A new message of text. */
export interface PostTextMessage {
  /** Id of the author. Default: the participant of the caller, created for a user who does not take part yet. */
  participant_id?: string | undefined;
  /** Kind of the message. */
  kind: 'TEXT';
  /** Text or caption of the message. */
  text: string;
  /** Id chosen by the caller, unique in the conversation. The same message with the same id is posted once. */
  source_id?: string | undefined;
}

/** A new message with a location. */
export interface PostLocationMessage {
  /** Id of the author. Default: the participant of the caller, created for a user who does not take part yet. */
  participant_id?: string | undefined;
  /** Kind of the message. */
  kind: 'LOCATION';
  /** Text or caption of the message. */
  text?: string | undefined;
  /** Location of the message. */
  location: Location;
  /** Address of the location. Default: the address of the nearest place, if one is found within 500 milliseconds. */
  formatted_address?: string | undefined;
  /** Id chosen by the caller, unique in the conversation. The same message with the same id is posted once. */
  source_id?: string | undefined;
}

/** A new message with an image, which is uploaded afterwards. */
export interface PostImageMessage {
  /** Id of the author. Default: the participant of the caller, created for a user who does not take part yet. */
  participant_id?: string | undefined;
  /** Kind of the message. */
  kind: 'IMAGE';
  /** Text or caption of the message. */
  text?: string | undefined;
  /** Id chosen by the caller, unique in the conversation. The same message with the same id is posted once. */
  source_id?: string | undefined;
}

/** A new message with a video, which is uploaded afterwards. */
export interface PostVideoMessage {
  /** Id of the author. Default: the participant of the caller, created for a user who does not take part yet. */
  participant_id?: string | undefined;
  /** Kind of the message. */
  kind: 'VIDEO';
  /** Text or caption of the message. */
  text?: string | undefined;
  /** Id chosen by the caller, unique in the conversation. The same message with the same id is posted once. */
  source_id?: string | undefined;
}

/** A new message with a sound file, which is uploaded afterwards. */
export interface PostAudioMessage {
  /** Id of the author. Default: the participant of the caller, created for a user who does not take part yet. */
  participant_id?: string | undefined;
  /** Kind of the message. */
  kind: 'AUDIO';
  /** Text or caption of the message. */
  text?: string | undefined;
  /** Id chosen by the caller, unique in the conversation. The same message with the same id is posted once. */
  source_id?: string | undefined;
}

/** A new message that requests a location. */
export interface PostRequestLocationMessage {
  /** Id of the author. Default: the participant of the caller, created for a user who does not take part yet. */
  participant_id?: string | undefined;
  /** Kind of the message. */
  kind: 'REQUEST_LOCATION';
  /** Text or caption of the message. */
  text: string;
  /** Id chosen by the caller, unique in the conversation. The same message with the same id is posted once. */
  source_id?: string | undefined;
}

/** A new participant who is a user of the tenant. */
export interface CreateUserParticipant {
  /** Kind of the participant. The kind never changes. */
  kind: 'USER';
  /** Name that the other participants see. Default: the name of the user. */
  display_name?: string | undefined;
  /** Language of notifications. Default: the language of the tenant. */
  preferred_language?: Language | undefined;
  /** Id of the user. It never changes. */
  user_id: string;
  /** Id of the participant, chosen by the caller. An id is not reused after removal. Default: a UUID. */
  id?: string | undefined;
}

/** A new participant who is an external person. */
export interface CreateClientParticipant {
  /** Kind of the participant. The kind never changes. */
  kind: 'CLIENT';
  /** Name that the other participants see. */
  display_name: string;
  /** Language of notifications. Default: the language of the tenant. */
  preferred_language?: Language | undefined;
  /** Phone number in E.164. */
  phone_number?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Id of the participant, chosen by the caller. An id is not reused after removal. Default: a UUID. */
  id?: string | undefined;
}

/** A participant who is a user of the tenant. */
export interface ReplaceUserParticipant {
  /** Kind of the participant. The kind never changes. */
  kind: 'USER';
  /** Name that the other participants see. Default: the name of the user. */
  display_name?: string | undefined;
  /** Language of notifications. Default: the language of the tenant. */
  preferred_language?: Language | undefined;
  /** Id of the user. It never changes. */
  user_id: string;
  /** Id of the participant. If present, it must equal the id in the path. */
  id?: string | undefined;
}

/** A participant who is an external person. */
export interface ReplaceClientParticipant {
  /** Kind of the participant. The kind never changes. */
  kind: 'CLIENT';
  /** Name that the other participants see. */
  display_name: string;
  /** Language of notifications. Default: the language of the tenant. */
  preferred_language?: Language | undefined;
  /** Phone number in E.164. */
  phone_number?: string | undefined;
  /** E-mail address. */
  email?: string | undefined;
  /** Id of the participant. If present, it must equal the id in the path. */
  id?: string | undefined;
}

/** The participant has seen messages. */
export interface MessageSeenActivity {
  /** Activity of the participant. */
  activity: 'MESSAGE_SEEN';
  /** Sequence of the last message seen. A lower value than before changes nothing. */
  last_message_sequence_seen: number;
}

/** The participant is typing a message. */
export interface IsTypingActivity {
  /** Activity of the participant. */
  activity: 'IS_TYPING';
  /** `source_id` of the message that the participant is typing. */
  source_id: string;
}

/** The participant has the conversation open. */
export interface HasConversationOpenActivity {
  /** Activity of the participant. */
  activity: 'HAS_CONVERSATION_OPEN';
}

/** A condition that combines other conditions. */
export interface CompoundConditionNode {
  /** Kind of the node. */
  kind: 'COMPOUND';
  /** Operator. */
  operator: CompoundOperator;
  /** Children of a COMPOUND node. NOT has exactly one, AND and OR have at least one. */
  children: readonly ConditionNode[];
}

/** A condition that tests a value of the data of the conversation. */
export interface LeafConditionNode {
  /** Kind of the node. */
  kind: 'LEAF';
  /** Operator. */
  operator: LeafOperator;
  /** Path into `conversation_data`, for example `order.items.0`. */
  target_identifier: string;
  /** Value to compare with. Required for EQUALS and CHANGED_FROM_TO. */
  compare_value?: unknown;
  /** Value before the change. Required for CHANGED_FROM_TO. */
  old_value?: unknown;
}

/** An evaluated condition that combines others. */
export interface CompoundEvaluatedNode {
  /** Kind of the node. */
  kind: 'COMPOUND';
  /** Operator. */
  operator: CompoundOperator;
  /** True if the condition was met. */
  held: boolean;
  /** Evaluated children of a COMPOUND node. */
  children: readonly EvaluatedNode[];
}

/** An evaluated condition with the values that it compared. */
export interface LeafEvaluatedNode {
  /** Kind of the node. */
  kind: 'LEAF';
  /** Operator. */
  operator: LeafOperator;
  /** Path into `conversation_data`, for example `order.items.0`. */
  target_identifier: string;
  /** Value to compare with. Required for EQUALS and CHANGED_FROM_TO. */
  compare_value?: unknown;
  /** Value before the change. Required for CHANGED_FROM_TO. */
  old_value?: unknown;
  /** True if the condition was met. */
  held: boolean;
  /** Value before the event. Absent if there was none. */
  old?: unknown;
  /** Value after the event. Absent if there is none. */
  new?: unknown;
}

/** The workflow acts on each message, or on those that the trigger selects. */
export interface MessageAddedToConversationTrigger {
  /** Event that triggers the workflow. */
  kind: 'MESSAGE_ADDED_TO_CONVERSATION';
  /** Action of the workflow. */
  action: WorkflowAction;
  /** Sequence of the message that triggers. Default: any. */
  message_sequence?: number | undefined;
  /** Kind of the author. Default: any except WORKFLOW. */
  participant_kind?: ParticipantKind | undefined;
}

/** The workflow acts on each new conversation. */
export interface ConversationCreatedTrigger {
  /** Event that triggers the workflow. */
  kind: 'CONVERSATION_CREATED';
  /** Action of the workflow. */
  action: WorkflowAction;
}

/** The workflow acts on each change of the data of a conversation. */
export interface ConversationDataChangedTrigger {
  /** Event that triggers the workflow. */
  kind: 'CONVERSATION_DATA_CHANGED';
  /** Action of the workflow. For CONVERSATION_DATA_CHANGED with branches, it is optional and runs only if no branch is met. */
  action?: WorkflowAction | undefined;
  /** Branches in order of evaluation; the first that is met acts. */
  branches?: readonly WorkflowBranch[] | undefined;
}

/** Settings with the user name of a provider account. */
export interface ReplaceSmsUserSettings {
  /** User name of the account at the provider. It belongs with `auth_token`. */
  username: string;
  /** Sender for conversation types without `sms_sender_id`, in E.164. */
  phone_number: string;
  /** Password of `username`. Responses never contain it. */
  auth_token: string;
}

/** Settings with the SID of a provider account. */
export interface ReplaceSmsAccountSettings {
  /** SID of the account at the provider. It belongs with `account_auth_token`. */
  account_sid: string;
  /** SID of the messaging service that selects the sender. Either it or `phone_number` is required with `account_sid`. */
  message_service_sid?: string | undefined;
  /** Sender for conversation types without `sms_sender_id`, in E.164. */
  phone_number?: string | undefined;
  /** Auth token of `account_sid`. Responses never contain it. */
  account_auth_token: string;
}

/** Settings with the user name of a provider account, without secrets. */
export interface SmsUserSettings {
  /** User name of the account at the provider. It belongs with `auth_token`. */
  username: string;
  /** Sender for conversation types without `sms_sender_id`, in E.164. */
  phone_number: string;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** Settings with the SID of a provider account, without secrets. */
export interface SmsAccountSettings {
  /** SID of the account at the provider. It belongs with `account_auth_token`. */
  account_sid: string;
  /** SID of the messaging service that selects the sender. Either it or `phone_number` is required with `account_sid`. */
  message_service_sid?: string | undefined;
  /** Sender for conversation types without `sms_sender_id`, in E.164. */
  phone_number?: string | undefined;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** Sign-in of a user with e-mail address and password. */
export interface PasswordTokenForm {
  /** Grant: `password`, `refresh_token`, `authorization_code`, `urn:ietf:params:oauth:grant-type:token-exchange` or `urn:tidings:grant-type:login-code`. */
  grant_type: 'password';
  /** E-mail address of the user. */
  username: string;
  /** Password of the user. */
  password: string;
  /** Accepted and ignored. */
  client_id?: string | undefined;
  /** Accepted and ignored. */
  client_secret?: string | undefined;
  /** Accepted and ignored. */
  scope?: string | undefined;
}

/** New tokens for a refresh token. */
export interface RefreshTokenForm {
  /** Grant: `password`, `refresh_token`, `authorization_code`, `urn:ietf:params:oauth:grant-type:token-exchange` or `urn:tidings:grant-type:login-code`. */
  grant_type: 'refresh_token';
  /** Refresh token, valid once. */
  refresh_token: string;
  /** Accepted and ignored. */
  client_id?: string | undefined;
  /** Accepted and ignored. */
  client_secret?: string | undefined;
  /** Accepted and ignored. */
  scope?: string | undefined;
}

/** Sign-in of a client with its auth key, or of a user with an access token of an identity provider. */
export interface ExchangeTokenForm {
  /** Grant: `password`, `refresh_token`, `authorization_code`, `urn:ietf:params:oauth:grant-type:token-exchange` or `urn:tidings:grant-type:login-code`. */
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange';
  /** Client auth key from a client URL, or access token of the identity provider of the tenant. */
  subject_token: string;
  /** Type of `subject_token`: `urn:tidings:token-type:client-auth-key` or `urn:ietf:params:oauth:token-type:access_token`. */
  subject_token_type: string;
  /** Accepted and ignored. */
  client_id?: string | undefined;
  /** Accepted and ignored. */
  client_secret?: string | undefined;
  /** Accepted and ignored. */
  scope?: string | undefined;
}

/** Sign-in of a user with the code of an OIDC provider. */
export interface CodeTokenForm {
  /** Grant: `password`, `refresh_token`, `authorization_code`, `urn:ietf:params:oauth:grant-type:token-exchange` or `urn:tidings:grant-type:login-code`. */
  grant_type: 'authorization_code';
  /** Accepted and ignored. */
  client_id?: string | undefined;
  /** Accepted and ignored. */
  client_secret?: string | undefined;
  /** Accepted and ignored. */
  scope?: string | undefined;
  /** Authorization code of the OIDC provider, or login code of a sign-up; valid once. */
  code: string;
  /** Redirect URI of the authorize call. */
  redirect_uri: string;
  /** PKCE verifier: 43 to 128 characters. */
  code_verifier: string;
  /** Name of the OIDC provider of the authorize call. */
  provider_name: string;
}

/** Sign-in of the first owner with the login code of a sign-up. */
export interface LoginCodeTokenForm {
  /** Grant: `password`, `refresh_token`, `authorization_code`, `urn:ietf:params:oauth:grant-type:token-exchange` or `urn:tidings:grant-type:login-code`. */
  grant_type: 'urn:tidings:grant-type:login-code';
  /** Accepted and ignored. */
  client_id?: string | undefined;
  /** Accepted and ignored. */
  client_secret?: string | undefined;
  /** Accepted and ignored. */
  scope?: string | undefined;
  /** Authorization code of the OIDC provider, or login code of a sign-up; valid once. */
  code: string;
}

/** Event of the type `conversation.created`. */
export interface ConversationCreatedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'conversation.created';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Conversation;
}

/** Event of the type `conversation.updated`. */
export interface ConversationUpdatedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'conversation.updated';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Conversation;
}

/** Event of the type `conversation.archived`. */
export interface ConversationArchivedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'conversation.archived';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Conversation;
}

/** Event of the type `conversation.read_status`. */
export interface ConversationReadStatusEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'conversation.read_status';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ConversationReadStatus;
}

/** Event of the type `message.created`. */
export interface MessageCreatedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'message.created';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Message;
}

/** Event of the type `message.updated`. */
export interface MessageUpdatedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'message.updated';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Message;
}

/** Event of the type `participant.created`. */
export interface ParticipantCreatedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'participant.created';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ShownParticipant;
}

/** Event of the type `participant.updated`. */
export interface ParticipantUpdatedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'participant.updated';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ShownParticipant;
}

/** Event of the type `participant.deleted`. */
export interface ParticipantDeletedEvent {
  /** Id of the event, as in the header `webhook-id` and in socket frames. */
  id: string;
  /** Webhook type. */
  type: 'participant.deleted';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ShownParticipant;
}

/** Code of an error of a single value. `{…}` is a field of `details`. */
export type FieldErrorCode = 'errors.field.required' | 'errors.field.unknown' | 'errors.field.repeated' | 'errors.field.empty' | 'errors.field.null' | 'errors.field.type' | 'errors.field.format' | 'errors.field.pattern' | 'errors.field.characters' | 'errors.field.invisible' | 'errors.field.line' | 'errors.field.number' | 'errors.field.length' | 'errors.field.range' | 'errors.field.count' | 'errors.field.choice' | 'errors.field.too_deep' | 'errors.field.too_many' | 'errors.field.too_long' | 'errors.field.too_broad' | 'errors.field.too_common' | 'errors.field.wrong_password' | 'errors.field.redirect_uri' | 'errors.field.taken' | 'errors.field.reserved' | 'errors.field.mismatch' | 'errors.field.excluded_path' | 'errors.field.reference' | 'errors.field.refused' | 'errors.field.together' | 'errors.field.past' | 'errors.field.future' | 'errors.field.scope' | 'errors.field.too_far' | 'errors.field.schema' | 'errors.field.placeholder' | 'errors.field.parameter' | 'errors.field.template_kind' | 'errors.field.too_slow' | 'errors.field.label_scope' | 'errors.field.address' | 'errors.field.invite_code';

/** Code of the error catalogue. Each code has a page at `/docs/api/errors/<code>`. */
export type ErrorCode = 'errors.validation.failed' | 'errors.body.malformed' | 'errors.request.malformed' | 'errors.position.unreadable' | 'errors.not_found' | 'errors.method_not_allowed' | 'errors.not_acceptable' | 'errors.request.timeout' | 'errors.precondition.failed' | 'errors.body.too_large' | 'errors.answer.too_large' | 'errors.headers.too_large' | 'errors.content_type.unsupported' | 'errors.idempotency.in_progress' | 'errors.idempotency.body_differs' | 'errors.rate_limited' | 'errors.unauthenticated' | 'errors.token.expired' | 'errors.auth.reauthenticate' | 'errors.token.invalid' | 'errors.passkey.invalid' | 'errors.passkey.not_found' | 'errors.passkey.exists' | 'errors.passkey.too_many' | 'errors.passkey.unavailable' | 'errors.session.not_found' | 'errors.credentials.ambiguous' | 'errors.grant.invalid' | 'errors.grant.unsupported' | 'errors.grant.disabled' | 'errors.identity_provider.not_configured' | 'errors.identity_provider.unavailable' | 'errors.forbidden' | 'errors.invite_code.invalid' | 'errors.tenant.not_found' | 'errors.tenant.exists' | 'errors.user.not_found' | 'errors.user.erased' | 'errors.user.exists' | 'errors.user.last_owner' | 'errors.user.has_password' | 'errors.user_preference.not_found' | 'errors.user_preference.exists' | 'errors.api_key.not_found' | 'errors.tenant.suspended' | 'errors.tenant.creation_refused' | 'errors.domain.not_found' | 'errors.domain.exists' | 'errors.domain.limit_reached' | 'errors.domain.system' | 'errors.oidc_config.not_found' | 'errors.oidc_config.exists' | 'errors.oidc_config.discovery_url' | 'errors.oidc_config.several_tenants' | 'errors.oidc_config.issuer_slash' | 'errors.oidc_config.other_issuer' | 'errors.oidc_config.no_metadata' | 'errors.oidc_config.bad_endpoints' | 'errors.oidc_config.no_userinfo' | 'errors.tenant.last_sign_in' | 'errors.oidc_config.too_many' | 'errors.event.not_found' | 'errors.audit.subject_not_found' | 'errors.trace.not_found' | 'errors.audit.not_sealed_yet' | 'errors.export.not_found' | 'errors.export.too_many' | 'errors.export.url_invalid' | 'errors.conversation.not_found' | 'errors.conversation.exists' | 'errors.conversation.removed' | 'errors.conversation.erased' | 'errors.conversation.legal_hold' | 'errors.conversation.archived' | 'errors.conversation.locked' | 'errors.erasure.not_found' | 'errors.conversation_type.not_found' | 'errors.conversation_type.exists' | 'errors.conversation_type.in_use' | 'errors.conversation_type.schema_breaks' | 'errors.conversation_type.check_unfinished' | 'errors.conversation_type.data_required' | 'errors.visitor_key.not_found' | 'errors.message.not_found' | 'errors.message.source_id_taken' | 'errors.asset.url_invalid' | 'errors.asset.not_found' | 'errors.asset.already_uploaded' | 'errors.asset.upload_in_progress' | 'errors.asset.too_large' | 'errors.asset.too_slow' | 'errors.participant.not_found' | 'errors.participant.exists' | 'errors.participant.not_a_client' | 'errors.participant.kept_by_service' | 'errors.message_template.not_found' | 'errors.message_template.exists' | 'errors.message_template.is_system' | 'errors.message_template.blank' | 'errors.message_template.in_use' | 'errors.workflow.not_found' | 'errors.workflow.exists' | 'errors.workflow.too_many' | 'errors.workflow.budget_spent' | 'errors.webhook_settings.not_found' | 'errors.webhook_settings.exists' | 'errors.webhook.disabled' | 'errors.webhook.replay_running' | 'errors.webhook_replay.not_found' | 'errors.webhook_feature.not_found' | 'errors.webhook_delivery.not_found' | 'errors.notification.not_found' | 'errors.notification.not_failed' | 'errors.push_subscription.not_found' | 'errors.sms_settings.not_found' | 'errors.geocoder.unavailable' | 'errors.service.starting' | 'errors.position.not_reached' | 'errors.store.unavailable' | 'errors.store.refused' | 'errors.stream.unreadable' | 'errors.internal';

/**
 * OAuth error code (RFC 6749, section 5.2).
 *
 * - `invalid_request`: The request lacks a parameter or has a wrong one.
 * - `invalid_grant`: The e-mail address, password, code or token is wrong, used or expired.
 * - `unsupported_grant_type`: The grant type is not supported.
 * - `temporarily_unavailable`: Too many requests, or a part of the service is unavailable. Retry later.
 * - `server_error`: The service failed unexpectedly.
 */
export type OAuthErrorCode = 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type' | 'temporarily_unavailable' | 'server_error';

/**
 * Language (ISO 639-1).
 *
 * - `en`: English.
 * - `de`: German.
 */
export type Language = 'en' | 'de';

/**
 * Status of a domain.
 *
 * - `REQUESTED`: The DNS record that proves the domain was not found yet.
 * - `CREATED`: The domain is proven and in use.
 */
export type DomainStatus = 'REQUESTED' | 'CREATED';

/**
 * Role of a user.
 *
 * - `OWNER`: Administers the tenant and works in conversations.
 * - `USER`: Works in conversations.
 */
export type UserRole = 'OWNER' | 'USER';

/**
 * Language, in upper case.
 *
 * - `EN`: English.
 * - `DE`: German.
 */
export type PreferenceLanguage = 'EN' | 'DE';

/**
 * How the authenticator is attached (WebAuthn).
 *
 * - `platform`: It is part of the device.
 * - `cross-platform`: It can be used with several devices.
 */
export type AuthenticatorAttachment = 'platform' | 'cross-platform';

/** Call that an API key may make. `x-scope` of each operation has the same name. */
export type ApiKeyScope = 'api-key.list' | 'api-key.create' | 'api-key.change' | 'api-key.delete' | 'user.list' | 'user.create' | 'user.change' | 'user.delete' | 'user.invite' | 'user.export' | 'user-preference.read' | 'user-preference.create' | 'user-preference.replace' | 'tenant.read' | 'tenant.change' | 'tenant.colors' | 'signup.machine' | 'domain.list' | 'domain.create' | 'domain.verify' | 'oidc-config.list' | 'oidc-config.create' | 'oidc-config.read' | 'oidc-config.change' | 'oidc-config.delete' | 'oidc-config.test' | 'audit.checkpoint' | 'audit.checkpoint-list' | 'audit.proof' | 'audit.consistency' | 'audit.trace' | 'audit.export-create' | 'audit.export-list' | 'audit.export-read' | 'audit.event-list' | 'audit.event-read' | 'audit.diff' | 'conversation-type.list' | 'conversation-type.read' | 'conversation-type.create' | 'conversation-type.change' | 'conversation-type.replace' | 'conversation-type.delete' | 'conversation-type.visitor-key' | 'retention.preview' | 'retention.runs' | 'conversation.hold' | 'conversation.erase' | 'erasure.list' | 'erasure.read' | 'conversation.list' | 'conversation.by-ids' | 'conversation.read' | 'conversation.create' | 'conversation.change' | 'conversation.replace' | 'conversation.delete' | 'conversation.label' | 'conversation.lock' | 'conversation.unlock' | 'conversation.unlock-all' | 'participant.list' | 'participant.read' | 'participant.create' | 'participant.change' | 'participant.replace' | 'participant.delete' | 'participant.activity' | 'participant.client-url' | 'participant.notify' | 'participant.export' | 'message.list' | 'message.read' | 'message.post' | 'message.delete' | 'message-template.list' | 'message-template.read' | 'message-template.create' | 'message-template.replace' | 'message-template.delete' | 'message-template.render' | 'workflow.list' | 'workflow.create' | 'workflow.read' | 'workflow.change' | 'workflow.replace' | 'workflow.delete' | 'workflow.runs' | 'workflow.dry-run' | 'webhook-settings.read' | 'webhook-settings.replace' | 'webhook-settings.rotate' | 'webhook-settings.test' | 'webhook-feature.list' | 'webhook-feature.available' | 'webhook-feature.set' | 'webhook-feature.delete' | 'webhook-delivery.list' | 'webhook-delivery.retry' | 'webhook-delivery.retry-many' | 'webhook-delivery.replay' | 'webhook-replay.read' | 'webhook-replay.cancel' | 'event.list' | 'notification.list' | 'notification.list-all' | 'notification.resend' | 'sms-settings.read' | 'sms-settings.replace' | 'sms-settings.delete' | 'geocoder.search' | 'geocoder.structured' | 'geocoder.reverse';

/**
 * Conversations that retention removes, and the start of their days.
 *
 * - `ARCHIVED`: Archived conversations. The days count from archiving.
 * - `ALL`: All conversations. The days count from `updated_at`.
 */
export type RetentionPolicyScope = 'ARCHIVED' | 'ALL';

/**
 * Kind of a participant.
 *
 * - `USER`: A user of the tenant.
 * - `CLIENT`: An external person.
 * - `SHARED`: The read status that all users of the conversation share. The service manages it.
 * - `WORKFLOW`: The author of messages of workflows. The service manages it.
 */
export type ParticipantKind = 'USER' | 'CLIENT' | 'SHARED' | 'WORKFLOW';

/**
 * Kind of a message.
 *
 * - `TEXT`: A text.
 * - `LOCATION`: A place.
 * - `IMAGE`: An image.
 * - `VIDEO`: A video.
 * - `AUDIO`: A sound.
 * - `REQUEST_LOCATION`: A request for a location.
 */
export type MessageKind = 'TEXT' | 'LOCATION' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'REQUEST_LOCATION';

/**
 * Origin of a location.
 *
 * - `MANUAL`: A person entered it.
 * - `GPS`: A device measured it.
 */
export type LocationSource = 'MANUAL' | 'GPS';

/**
 * Status of the file of a message.
 *
 * - `UPLOAD_PENDING`: The file is not uploaded yet. `upload_url` takes it.
 * - `COMPRESSION_STARTED`: The file is uploaded and is being processed.
 * - `UPLOAD_COMPLETED`: The file can be downloaded.
 * - `UPLOAD_COMPLETED_MISSING`: The file was uploaded and is lost.
 * - `UPLOAD_FAILED`: The upload failed for the reason in `failure`. The status is final.
 * - `UNKNOWN`: The status is not known.
 */
export type AssetStatus = 'UPLOAD_PENDING' | 'COMPRESSION_STARTED' | 'UPLOAD_COMPLETED' | 'UPLOAD_COMPLETED_MISSING' | 'UPLOAD_FAILED' | 'UNKNOWN';

/**
 * Reason why an upload failed.
 *
 * - `type_differs`: The content does not match the kind of the message or the `Content-Type`.
 * - `undecodable`: The content is damaged.
 * - `too_large`: The file has more bytes than its kind allows.
 * - `too_many_pixels`: The image has too many pixels, or needs more memory or time than the service has for one image.
 * - `not_uploaded`: Nothing was uploaded in time.
 */
export type AssetFailure = 'type_differs' | 'undecodable' | 'too_large' | 'too_many_pixels' | 'not_uploaded';

/**
 * Source of the value of a parameter.
 *
 * - `CURRENT_TIMESTAMP`: The time of rendering, RFC 3339 in UTC.
 * - `CONVERSATION_DATA`: The value at `value_path` in the data of the conversation.
 * - `APP_URL`: The client URL for a client, otherwise the page of the conversation in the main app.
 * - `WORKFLOW_ID`: The id of the workflow that runs, otherwise empty.
 * - `ERROR`: The failure that caused the text to be sent, otherwise empty.
 */
export type TemplateParameterKind = 'CURRENT_TIMESTAMP' | 'CONVERSATION_DATA' | 'APP_URL' | 'WORKFLOW_ID' | 'ERROR';

/**
 * Kind of the message that a template produces.
 *
 * - `TEXT`: A text.
 * - `REQUEST_LOCATION`: A text that requests a location from the client.
 */
export type MessageTemplateKind = 'TEXT' | 'REQUEST_LOCATION';

/**
 * Channel of a notification.
 *
 * - `SMS`: SMS to `phone_number`.
 * - `EMAIL`: E-mail to `email`.
 */
export type NotificationChannel = 'SMS' | 'EMAIL';

/**
 * Status of a notification.
 *
 * - `QUEUED`: It waits to be sent.
 * - `SENT`: The SMS provider or mail server has accepted it.
 * - `SUPPRESSED`: It is not sent: the participant has no address for the channel, or is not a client.
 * - `FAILED`: It was not accepted. It can be sent again on request.
 * - `UNKNOWN`: It may have been sent. It is sent again only on request.
 */
export type NotificationStatus = 'QUEUED' | 'SENT' | 'SUPPRESSED' | 'FAILED' | 'UNKNOWN';

/**
 * Action of a workflow.
 *
 * - `NOTIFY_PARTICIPANTS`: Notifies every client except the cause of the event, by SMS and e-mail.
 * - `SEND_MESSAGE`: Posts a message to the conversation.
 */
export type WorkflowActionKind = 'NOTIFY_PARTICIPANTS' | 'SEND_MESSAGE';

/**
 * Result of a run.
 *
 * - `DONE`: The action was carried out.
 * - `FAILED`: The action failed. `error` has the cause.
 */
export type WorkflowRunStatus = 'DONE' | 'FAILED';

/**
 * Type of a webhook and of an event.
 *
 * - `conversation.created`: A conversation was created.
 * - `conversation.updated`: The labels, lock or data of a conversation changed, or it was restored.
 * - `conversation.archived`: A conversation was archived.
 * - `conversation.read_status`: The read status that all users of a conversation share changed.
 * - `message.created`: A message was posted.
 * - `message.updated`: A message changed or was deleted.
 * - `participant.created`: A participant joined a conversation.
 * - `participant.updated`: A participant changed.
 * - `participant.deleted`: A participant left a conversation.
 */
export type WebhookType = 'conversation.created' | 'conversation.updated' | 'conversation.archived' | 'conversation.read_status' | 'message.created' | 'message.updated' | 'participant.created' | 'participant.updated' | 'participant.deleted';

/**
 * Failure of an attempt to deliver.
 *
 * - `timeout`: No response within 15 seconds.
 * - `refused`: The connection was refused, or the address is not allowed.
 * - `dns_failed`: The host name cannot be resolved.
 * - `tls_failed`: The TLS connection failed, for example because of its certificate.
 * - `reset`: The connection ended before the response, or the response is not HTTP.
 * - `too_long`: The headers of the response are too long.
 * - `redirect`: The response is a redirect. Redirects are not followed.
 * - `status`: The response has another status than 2xx.
 */
export type WebhookAttemptError = 'timeout' | 'refused' | 'dns_failed' | 'tls_failed' | 'reset' | 'too_long' | 'redirect' | 'status';

/**
 * Type of a delivery.
 *
 * - `conversation.created`: A conversation was created.
 * - `conversation.updated`: The labels, lock or data of a conversation changed, or it was restored.
 * - `conversation.archived`: A conversation was archived.
 * - `conversation.read_status`: The read status that all users of a conversation share changed.
 * - `message.created`: A message was posted.
 * - `message.updated`: A message changed or was deleted.
 * - `participant.created`: A participant joined a conversation.
 * - `participant.updated`: A participant changed.
 * - `participant.deleted`: A participant left a conversation.
 * - `test.webhook`: A test was requested.
 */
export type WebhookDeliveryType = 'conversation.created' | 'conversation.updated' | 'conversation.archived' | 'conversation.read_status' | 'message.created' | 'message.updated' | 'participant.created' | 'participant.updated' | 'participant.deleted' | 'test.webhook';

/**
 * Status of a delivery.
 *
 * - `PENDING`: It waits for its first or next attempt.
 * - `DELIVERED`: The endpoint returned 2xx.
 * - `FAILED`: Every attempt failed. It can be sent again on request.
 * - `CANCELLED`: The endpoint was disabled, or the webhook type was switched off, before the delivery.
 */
export type WebhookDeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED';

/**
 * Status of a replay.
 *
 * - `RUNNING`: Deliveries are being planned.
 * - `DONE`: All deliveries of the range are planned.
 * - `CANCELLED`: The replay was cancelled. Deliveries that were planned before are sent.
 */
export type WebhookReplayStatus = 'RUNNING' | 'DONE' | 'CANCELLED';

/**
 * Kind of the subject of an erasure.
 *
 * - `CONVERSATION`: A conversation, with its messages and participants.
 * - `PARTICIPANT`: A participant, with the content of their messages.
 * - `USER`: A user, with each of their participants.
 * - `RETENTION`: A conversation that its retention policy removed.
 * - `MESSAGE`: A message that was deleted.
 */
export type ErasureKind = 'CONVERSATION' | 'PARTICIPANT' | 'USER' | 'RETENTION' | 'MESSAGE';

/**
 * Kind of the subject of an event.
 *
 * - `CONVERSATION`: A conversation: its data, labels, lock, holds and the end of its messages.
 * - `MESSAGE`: A message and its file.
 * - `PARTICIPANT`: A participant of a conversation, and what it has read.
 * - `CONVERSATION_TYPE`: A conversation type.
 * - `MESSAGE_TEMPLATE`: A message template.
 * - `WORKFLOW`: A workflow and its runs.
 * - `USER`: A user with role, preferences and passkeys.
 * - `API_KEY`: An API key.
 * - `TENANT`: The tenant.
 * - `DOMAIN`: A custom domain, by the app that it is for.
 * - `OIDC_CONFIG`: An OIDC provider.
 * - `SMS_SETTINGS`: The settings of the SMS provider.
 * - `WEBHOOK_SETTINGS`: The endpoint and the types of webhooks.
 * - `RETENTION`: A run of retention.
 * - `ERASURE`: The progress of an erasure.
 * - `AUDIT`: The reads of one reader, or an event that the operator passed over.
 * - `RESERVATION`: A name that is unique, as a digest where it is personal.
 * - `QUOTA`: The places of a limit.
 */
export type AuditSubjectKind = 'CONVERSATION' | 'MESSAGE' | 'PARTICIPANT' | 'CONVERSATION_TYPE' | 'MESSAGE_TEMPLATE' | 'WORKFLOW' | 'USER' | 'API_KEY' | 'TENANT' | 'DOMAIN' | 'OIDC_CONFIG' | 'SMS_SETTINGS' | 'WEBHOOK_SETTINGS' | 'RETENTION' | 'ERASURE' | 'AUDIT' | 'RESERVATION' | 'QUOTA';

/**
 * Kind of the actor of an event.
 *
 * - `USER`: A user.
 * - `CLIENT`: A client participant.
 * - `API_KEY`: An API key.
 * - `WORKFLOW`: A workflow.
 * - `SERVICE`: The service itself, or its operator.
 */
export type AuditActorKind = 'USER' | 'CLIENT' | 'API_KEY' | 'WORKFLOW' | 'SERVICE';

/** Type of an event of the log. */
export type AuditEventType = 'ConversationOpened' | 'ConversationChanged' | 'ConversationArchived' | 'ConversationLabelled' | 'ConversationLocked' | 'ConversationUnlocked' | 'ConversationLockExpired' | 'LegalHoldPlaced' | 'LegalHoldLifted' | 'ConversationRemoved' | 'ConversationErased' | 'GateWithdrawn' | 'MessagesEnded' | 'MessagesReopened' | 'MessagesClosed' | 'MessagesOpened' | 'MessageGatesRepeated' | 'NotificationsRequested' | 'MessagePosted' | 'MessageDeleted' | 'AssetStatusChanged' | 'ParticipantJoined' | 'ParticipantChanged' | 'ParticipantLeft' | 'ParticipantErased' | 'MessageSeen' | 'ConversationSeen' | 'ConversationTypeCreated' | 'ConversationTypeChanged' | 'ConversationTypeDeleted' | 'ConversationTypeReserved' | 'ConversationTypeReleased' | 'MessageTemplateCreated' | 'MessageTemplateChanged' | 'MessageTemplateDeleted' | 'MessageTemplateReserved' | 'MessageTemplateReleased' | 'WorkflowCreated' | 'WorkflowChanged' | 'WorkflowDeleted' | 'WorkflowRan' | 'UserCreated' | 'UserChanged' | 'UserDeleted' | 'UserPreferenceCreated' | 'UserPreferenceChanged' | 'UserPreferenceDeleted' | 'OwnerAdded' | 'OwnerRemoved' | 'OwnerDemoted' | 'PasskeyRegistered' | 'PasskeyRemoved' | 'UserErased' | 'ApiKeyCreated' | 'ApiKeyChanged' | 'ApiKeyDeleted' | 'TenantCreated' | 'TenantChanged' | 'TenantDeleted' | 'TenantReserved' | 'TenantReleased' | 'TenantDomainRequested' | 'TenantDomainVerified' | 'TenantDomainDeleted' | 'OidcConfigCreated' | 'OidcConfigChanged' | 'OidcConfigDeleted' | 'SmsSettingsCreated' | 'SmsSettingsChanged' | 'SmsSettingsDeleted' | 'WebhookSettingsCreated' | 'WebhookSettingsChanged' | 'WebhookSettingsDeleted' | 'WebhookFeatureCreated' | 'WebhookFeatureChanged' | 'WebhookFeatureDeleted' | 'RetentionRunStarted' | 'RetentionRunFinished' | 'ErasureAdvanced' | 'ErasureCompleted' | 'AuditRead' | 'Reserved' | 'Released' | 'PlaceTaken' | 'ParkedSkipped' | 'PlaceFreed';

/**
 * Kind of a change.
 *
 * - `add`: The value exists only at the second point in time.
 * - `remove`: The value exists only at the first point in time.
 * - `replace`: The value differs.
 */
export type DiffChangeOp = 'add' | 'remove' | 'replace';

/**
 * Type of a frame.
 *
 * - `NEW_CONVERSATION`: A conversation was created.
 * - `CONVERSATION_UPDATED`: A conversation, its labels or its lock changed, or a participant changed or left.
 * - `CONVERSATION_ARCHIVED`: A conversation was archived.
 * - `CONVERSATION_READ_STATUS`: The read marker that all users of a conversation share moved forward.
 * - `NEW_MESSAGE`: A message was posted.
 * - `MESSAGE_UPDATED`: A message changed or was deleted.
 * - `PARTICIPANT_CREATED`: A participant joined a conversation.
 * - `PARTICIPANT_READ_STATUS`: The read marker of a participant moved forward.
 */
export type FrameType = 'NEW_CONVERSATION' | 'CONVERSATION_UPDATED' | 'CONVERSATION_ARCHIVED' | 'CONVERSATION_READ_STATUS' | 'NEW_MESSAGE' | 'MESSAGE_UPDATED' | 'PARTICIPANT_CREATED' | 'PARTICIPANT_READ_STATUS';

/**
 * Direction of an order.
 *
 * - `ASC`: Smallest first.
 * - `DESC`: Greatest first.
 */
export type SortOrder = 'ASC' | 'DESC';

/**
 * Format of an exported file.
 *
 * - `ndjson`: One JSON object a line.
 * - `csv`: Comma-separated values (RFC 4180).
 */
export type ExportFormat = 'ndjson' | 'csv';

/**
 * Status of an export.
 *
 * - `RUNNING`: The file is being written.
 * - `DONE`: The file can be downloaded.
 * - `FAILED`: The export failed for the reason in `failure`.
 */
export type ExportStatus = 'RUNNING' | 'DONE' | 'FAILED';

/**
 * Reason why an export failed.
 *
 * - `disk_full`: The disk of the service has no room for the file.
 * - `too_large`: The file is larger than 4 GiB. Choose fewer events by a filter.
 * - `internal`: The service failed to write the file.
 */
export type ExportFailure = 'disk_full' | 'too_large' | 'internal';

/**
 * How a node combines its children.
 *
 * - `AND`: Every child is met.
 * - `OR`: At least one child is met.
 * - `NOT`: The only child is not met.
 */
export type CompoundOperator = 'AND' | 'OR' | 'NOT';

/**
 * How a node tests the value at its path.
 *
 * - `EQUALS`: The value after the event equals `compare_value`. Objects are compared without regard to key order.
 * - `CHANGED_FROM_TO`: The event changed the value from `old_value` to `compare_value`.
 * - `CHANGED`: The event changed the value. A value that appears or disappears is changed.
 * - `EXISTS`: The value is present after the event. `null` is present.
 * - `NOT_EXISTS`: The value is absent after the event.
 */
export type LeafOperator = 'EQUALS' | 'CHANGED_FROM_TO' | 'CHANGED' | 'EXISTS' | 'NOT_EXISTS';

/**
 * App that a domain serves.
 *
 * - `MAIN`: The main app, for users.
 * - `CLIENT`: The client app, for clients.
 */
export type DomainType = 'MAIN' | 'CLIENT';

/**
 * Field that a response contains only on request.
 *
 * - `PARTICIPANTS`: `participants`.
 * - `CONVERSATION_TYPE`: `conversation_type`.
 * - `LIST_ITEM_TEMPLATE_DATA`: `template_data.list_item_template`.
 * - `CLIENT_HEADER_TEMPLATE_DATA`: `template_data.client_header_template`.
 * - `CONVERSATION_DATA`: `conversation_data`.
 * - `CURRENT_USER_READ_STATUS`: `read_status`. API keys have none.
 * - `CLIENT_PARTICIPANT_FRONTEND_URL`: `client_frontend_urls`.
 * - `LAST_MESSAGE`: `last_message`. Absent without a message.
 */
export type ConversationInclude = 'PARTICIPANTS' | 'CONVERSATION_TYPE' | 'LIST_ITEM_TEMPLATE_DATA' | 'CLIENT_HEADER_TEMPLATE_DATA' | 'CONVERSATION_DATA' | 'CURRENT_USER_READ_STATUS' | 'CLIENT_PARTICIPANT_FRONTEND_URL' | 'LAST_MESSAGE';

/**
 * Order of conversations.
 *
 * - `created_at`: By the time of creation.
 * - `updated_at`: By the time of the last change.
 */
export type ConversationOrder = 'created_at' | 'updated_at';

/**
 * Order of messages.
 *
 * - `sequence`: By the number in the conversation.
 * - `created_at`: By the time of creation.
 * - `updated_at`: By the time of the last change.
 */
export type MessageOrder = 'sequence' | 'created_at' | 'updated_at';

/**
 * Field that a list contains only on request.
 *
 * - `TEXTS`: `texts`.
 * - `PARAMETERS`: `parameters`.
 */
export type MessageTemplateInclude = 'TEXTS' | 'PARAMETERS';

/**
 * Order of message templates.
 *
 * - `name`: By name.
 * - `created_at`: By the time of creation.
 * - `updated_at`: By the time of the last change.
 */
export type MessageTemplateOrder = 'name' | 'created_at' | 'updated_at';

/**
 * Order of workflows.
 *
 * - `created_at`: By the time of creation.
 * - `updated_at`: By the time of the last change.
 * - `id`: By id.
 */
export type WorkflowOrder = 'created_at' | 'updated_at' | 'id';

/**
 * Kind of a subject that can be compared.
 *
 * - `CONVERSATION`: A conversation: its data, labels, lock, holds and the end of its messages.
 * - `MESSAGE`: A message and its file.
 * - `PARTICIPANT`: A participant of a conversation, and what it has read.
 * - `CONVERSATION_TYPE`: A conversation type.
 * - `MESSAGE_TEMPLATE`: A message template.
 * - `WORKFLOW`: A workflow and its runs.
 * - `USER`: A user with role, preferences and passkeys.
 * - `API_KEY`: An API key.
 * - `TENANT`: The tenant.
 * - `DOMAIN`: A custom domain, by the app that it is for.
 * - `OIDC_CONFIG`: An OIDC provider.
 * - `SMS_SETTINGS`: The settings of the SMS provider.
 * - `WEBHOOK_SETTINGS`: The endpoint and the types of webhooks.
 */
export type AuditDiffSubjectKind = 'CONVERSATION' | 'MESSAGE' | 'PARTICIPANT' | 'CONVERSATION_TYPE' | 'MESSAGE_TEMPLATE' | 'WORKFLOW' | 'USER' | 'API_KEY' | 'TENANT' | 'DOMAIN' | 'OIDC_CONFIG' | 'SMS_SETTINGS' | 'WEBHOOK_SETTINGS';

/** Payload of the webhook `conversation.created`. */
export interface ConversationCreatedPayload {
  /** Webhook type. */
  type: 'conversation.created';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Conversation;
}

/** Payload of the webhook `conversation.updated`. */
export interface ConversationUpdatedPayload {
  /** Webhook type. */
  type: 'conversation.updated';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Conversation;
}

/** Payload of the webhook `conversation.archived`. */
export interface ConversationArchivedPayload {
  /** Webhook type. */
  type: 'conversation.archived';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Conversation;
}

/** Payload of the webhook `conversation.read_status`. */
export interface ConversationReadStatusPayload {
  /** Webhook type. */
  type: 'conversation.read_status';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ConversationReadStatus;
}

/** Payload of the webhook `message.created`. */
export interface MessageCreatedPayload {
  /** Webhook type. */
  type: 'message.created';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Message;
}

/** Payload of the webhook `message.updated`. */
export interface MessageUpdatedPayload {
  /** Webhook type. */
  type: 'message.updated';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: Message;
}

/** Payload of the webhook `participant.created`. */
export interface ParticipantCreatedPayload {
  /** Webhook type. */
  type: 'participant.created';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ShownParticipant;
}

/** Payload of the webhook `participant.updated`. */
export interface ParticipantUpdatedPayload {
  /** Webhook type. */
  type: 'participant.updated';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ShownParticipant;
}

/** Payload of the webhook `participant.deleted`. */
export interface ParticipantDeletedPayload {
  /** Webhook type. */
  type: 'participant.deleted';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** Conversation, message, participant or read status as it was at the event. */
  data: ShownParticipant;
}

/** Payload of the webhook `test.webhook`. */
export interface TestPayload {
  /** Webhook type. */
  type: 'test.webhook';
  /** Time of the event. */
  timestamp: string;
  /** Position of the event. Send it as `after` to read on. */
  position: string;
  /** The test. */
  data: {
    /** Id of the test delivery. */
    delivery_id: string;
  };
}

/** A body that a webhook endpoint receives. */
export type WebhookPayload = ConversationCreatedPayload | ConversationUpdatedPayload | ConversationArchivedPayload | ConversationReadStatusPayload | MessageCreatedPayload | MessageUpdatedPayload | ParticipantCreatedPayload | ParticipantUpdatedPayload | ParticipantDeletedPayload | TestPayload;

/** Every call by method and path, with what it takes and answers. */
export interface Calls {
  /** Request tokens with an OAuth 2.0 grant. */
  'POST /auth/{tenant_id}/oauth2/token': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: TokenForm;
    answer: Token;
  };
  /** List the sign-in methods. */
  'GET /auth/{tenant_id}/options': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    query: {
      /** E-mail address of the person who signs in. Required. */
      email: string;
    };
    answer: SignInOptions;
  };
  /** Redirect the browser to an OIDC provider to sign in. */
  'GET /auth/{tenant_id}/oidc/{provider_name}/authorize': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
      /** Name of the OIDC provider. */
      provider_name: string;
    };
    query: {
      /** URL of the app that receives the code, on `PUBLIC_URL` or a created domain of the tenant, without fragment and in normalized form. */
      redirect_uri: string;
      /** Value that the app receives back with the code. The app must compare it. */
      state: string;
      /** PKCE challenge: the SHA-256 of the code verifier in base64url, method S256. */
      code_challenge: string;
    };
    answer: undefined;
  };
  /** List the public keys that verify tokens (RFC 7517). */
  'GET /.well-known/jwks.json': {
    answer: Jwks;
  };
  /** List the sessions of the calling user. */
  'GET /users/me/sessions': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: SessionList;
  };
  /** End a session of the calling user. */
  'DELETE /users/me/sessions/{session_id}': {
    path: {
      /** Id of the session. */
      session_id: string;
    };
    answer: undefined;
  };
  /** Sign up a tenant with its first owner. */
  'POST /signup': {
    body: SignUp;
    answer: SignedUp;
  };
  /** Sign up a tenant with an API key of a main tenant. */
  'POST /signup/machine': {
    body: MachineSignUp;
    answer: MachineSignedUp;
  };
  /** Read the tenant. */
  'GET /tenant': {
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: Tenant;
  };
  /** Change the tenant, or pause its workflows. */
  'PATCH /tenant': {
    body: PatchTenant;
    answer: Tenant;
  };
  /** Keep a demo tenant. */
  'POST /tenant/keep': {
    answer: undefined;
  };
  /** Replace the colours of the apps. */
  'PUT /tenant/color/config': {
    body: ColorConfig;
    answer: ColorConfig;
  };
  /** Read what the apps of a tenant need before sign-in. */
  'GET /tenant/config': {
    query?: {
      /** Domain of an app of the tenant. Required unless `tenant_id` is given. */
      domain?: string | undefined;
      /** Id of the tenant. Required unless `domain` is given. */
      tenant_id?: string | undefined;
    };
    answer: TenantConfig;
  };
  /** List the domains of the tenant. */
  'GET /tenants/{tenant_id}/domains': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
      /** Only domains of the main app (MAIN) or of the client app (CLIENT). Default: both. */
      type?: DomainType | undefined;
    };
    answer: DomainList;
  };
  /** Request a custom domain. */
  'POST /tenants/{tenant_id}/domains': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: CreateDomain;
    answer: Domain;
  };
  /** Replace a custom domain by another one. */
  'PUT /tenants/{tenant_id}/domains/{domain_id}': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
      /** Id of the domain. */
      domain_id: string;
    };
    body: ReplaceDomain;
    answer: Domain;
  };
  /** Delete a custom domain. */
  'DELETE /tenants/{tenant_id}/domains/{domain_id}': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
      /** Id of the domain. */
      domain_id: string;
    };
    answer: undefined;
  };
  /** Look up the DNS record of a custom domain now. */
  'POST /tenants/{tenant_id}/domains/{domain_id}/verify': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
      /** Id of the domain. */
      domain_id: string;
    };
    answer: Domain;
  };
  /** List OIDC configs without secrets. */
  'GET /oidc-configs': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: OidcConfigList;
  };
  /** Create an OIDC config. */
  'POST /oidc-configs': {
    body: CreateOidcConfig;
    answer: OidcConfig;
  };
  /** Read an OIDC config without its secret. */
  'GET /oidc-configs/{provider_name}': {
    path: {
      /** Name of the OIDC provider. */
      provider_name: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: OidcConfig;
  };
  /** Change an OIDC config. */
  'PATCH /oidc-configs/{provider_name}': {
    path: {
      /** Name of the OIDC provider. */
      provider_name: string;
    };
    body: PatchOidcConfig;
    answer: OidcConfig;
  };
  /** Delete an OIDC config. */
  'DELETE /oidc-configs/{provider_name}': {
    path: {
      /** Name of the OIDC provider. */
      provider_name: string;
    };
    answer: undefined;
  };
  /** Test an OIDC config. */
  'POST /oidc-configs/{provider_name}/test': {
    path: {
      /** Name of the OIDC provider. */
      provider_name: string;
    };
    answer: OidcConfigTest;
  };
  /** List users. */
  'GET /users': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: UserList;
  };
  /** Create a user. */
  'POST /users': {
    body: CreateUser;
    answer: User;
  };
  /** Read the calling user. */
  'GET /users/me': {
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: User;
  };
  /** Read a user. */
  'GET /users/{user_id}': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: User;
  };
  /** Change a user. */
  'PATCH /users/{user_id}': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    body: PatchUser;
    answer: User;
  };
  /** Delete a user. */
  'DELETE /users/{user_id}': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    query?: {
      /** True: the content is erased too, even in the event log. Only OWNER and API_KEY. Default: false. */
      erase?: boolean | undefined;
    };
    answer: undefined;
  };
  /** Send the invitation of a user again. */
  'POST /users/{user_id}/invitation': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    answer: User;
  };
  /** Read the preferences of a user. */
  'GET /users/{user_id}/preferences': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: UserPreference;
  };
  /** Create the preferences of a user. */
  'POST /users/{user_id}/preferences': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    body: PutUserPreference;
    answer: UserPreference;
  };
  /** Create or replace the preferences of a user. */
  'PUT /users/{user_id}/preferences': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    body: PutUserPreference;
    answer: UserPreference;
  };
  /** Send a link to set a new password. */
  'POST /auth/{tenant_id}/password-reset': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: ResetPassword;
    answer: undefined;
  };
  /** Set a password with the token of a link. */
  'POST /auth/{tenant_id}/password-reset/set': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: SetPassword;
    answer: undefined;
  };
  /** Change the password of the calling user. */
  'PUT /users/me/password': {
    body: ChangePassword;
    answer: undefined;
  };
  /** Confirm an e-mail address with the token of a link. */
  'POST /auth/{tenant_id}/email/confirm': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: ConfirmEmail;
    answer: undefined;
  };
  /** List the passkeys of the calling user. */
  'GET /users/me/passkeys': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: PasskeyList;
  };
  /** Read a passkey of the calling user. */
  'GET /users/me/passkeys/{passkey_id}': {
    path: {
      /** Id of the passkey. */
      passkey_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: Passkey;
  };
  /** Delete a passkey of the calling user. */
  'DELETE /users/me/passkeys/{passkey_id}': {
    path: {
      /** Id of the passkey. */
      passkey_id: string;
    };
    answer: undefined;
  };
  /** Request the options to register a passkey of the calling user. */
  'POST /auth/{tenant_id}/webauthn/registration/options': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    answer: RegistrationOptions;
  };
  /** Register a passkey of the calling user. */
  'POST /auth/{tenant_id}/webauthn/registration/verify': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: RegisterPasskey;
    answer: PasskeyRegistered;
  };
  /** Request the options to sign in with a passkey. */
  'POST /auth/{tenant_id}/webauthn/authentication/options': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: BeginAuthentication;
    answer: AuthenticationOptions;
  };
  /** Sign in with a passkey. */
  'POST /auth/{tenant_id}/webauthn/authentication/verify': {
    path: {
      /** Id of the tenant. */
      tenant_id: string;
    };
    body: PasskeySignIn;
    answer: Token;
  };
  /** List API keys, including expired ones. */
  'GET /api-keys': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: ApiKeyList;
  };
  /** Create an API key. */
  'POST /api-keys': {
    body: CreateApiKey;
    answer: NewApiKey;
  };
  /** Rename an API key. */
  'PATCH /api-keys/{key_id}': {
    path: {
      /** Id of the API key. */
      key_id: string;
    };
    body: PatchApiKey;
    answer: ApiKey;
  };
  /** Delete an API key. */
  'DELETE /api-keys/{key_id}': {
    path: {
      /** Id of the API key. */
      key_id: string;
    };
    answer: undefined;
  };
  /** List conversation types. */
  'GET /conversation-types': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: ConversationTypeList;
  };
  /** Create a conversation type. */
  'POST /conversation-types': {
    body: CreateConversationType;
    answer: ConversationType;
  };
  /** Read a conversation type. */
  'GET /conversation-types/{conversation_type_id}': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: ConversationType;
  };
  /** Change a conversation type. */
  'PATCH /conversation-types/{conversation_type_id}': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    query?: {
      /** True accepts a schema that existing conversations do not match. Default: false. */
      force?: boolean | undefined;
      /** True saves nothing and returns the conversations that the schema breaks. `force` then has no effect. */
      dry_run?: boolean | undefined;
    };
    body: PatchConversationType;
    answer: ConversationType | SchemaDryRun;
  };
  /** Create or replace a conversation type. */
  'PUT /conversation-types/{conversation_type_id}': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    query?: {
      /** True accepts a schema that existing conversations do not match. Default: false. */
      force?: boolean | undefined;
      /** True saves nothing and returns the conversations that the schema breaks. `force` then has no effect. */
      dry_run?: boolean | undefined;
    };
    body: ReplaceConversationType;
    answer: ConversationType | SchemaDryRun | ConversationType;
  };
  /** Delete an unused conversation type. */
  'DELETE /conversation-types/{conversation_type_id}': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    answer: undefined;
  };
  /** Create the visitor key of a conversation type. */
  'POST /conversation-types/{conversation_type_id}/visitor-key': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    answer: ConversationType;
  };
  /** End the visitor key of a conversation type. */
  'DELETE /conversation-types/{conversation_type_id}/visitor-key': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    answer: undefined;
  };
  /** List conversations. */
  'GET /conversations': {
    query?: {
      /** Maximum number of items of the page. Default: 10. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
      /** True lists only archived conversations, false only open ones. Default: both. */
      archived?: boolean | undefined;
      /** True lists only conversations with messages that the calling user has not seen. Default: false, which lists all. */
      unread?: boolean | undefined;
      /** Lists only conversations that this user has locked. */
      locked_by?: string | undefined;
      /** Lists only conversations with this label. Repeated: with all of the labels. */
      label?: readonly string[] | undefined;
      /** Lists only conversations created after this time, exclusive. */
      created_after?: string | undefined;
      /** Lists only conversations created before this time, exclusive. */
      created_before?: string | undefined;
      /** Lists only conversations updated after this time, exclusive. */
      updated_after?: string | undefined;
      /** Lists only conversations updated before this time, exclusive. */
      updated_before?: string | undefined;
      /** Direction of the order. Default: DESC. */
      order?: SortOrder | undefined;
      /** Field of the order. Default: created_at. */
      order_by?: ConversationOrder | undefined;
      /** Words to search, each as a whole or as the beginning of a word, without regard to case and accents. All must match. A search without a word finds nothing. A search that takes more than 2 seconds is refused with 400. */
      search?: string | undefined;
    };
    answer: ConversationList;
  };
  /** Create a conversation with its participants. */
  'POST /conversations': {
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    body: CreateConversation;
    answer: Conversation;
  };
  /** Read conversations by id, in the requested order. */
  'POST /conversations/by_ids': {
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    body: ConversationIds;
    answer: ConversationList;
  };
  /** Read a conversation. */
  'GET /conversations/{conversation_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    answer: Conversation;
  };
  /** Change a conversation. */
  'PATCH /conversations/{conversation_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    body: PatchConversation;
    answer: Conversation;
  };
  /** Create or replace a conversation. */
  'PUT /conversations/{conversation_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    body: ReplaceConversation;
    answer: Conversation;
  };
  /** Archive a conversation. */
  'DELETE /conversations/{conversation_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    answer: undefined;
  };
  /** Replace the labels of a conversation. */
  'PUT /conversations/{conversation_id}/labels': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    body: Labels;
    answer: Conversation;
  };
  /** Add labels to a conversation. */
  'POST /conversations/{conversation_id}/labels': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    body: Labels;
    answer: Conversation;
  };
  /** Add a label to a conversation. */
  'PUT /conversations/{conversation_id}/labels/{label}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Label, URL-encoded. */
      label: string;
    };
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    answer: Conversation;
  };
  /** Remove a label from a conversation. */
  'DELETE /conversations/{conversation_id}/labels/{label}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Label, URL-encoded. */
      label: string;
    };
    answer: undefined;
  };
  /** Place a legal hold on a conversation. */
  'PUT /conversations/{conversation_id}/legal-hold': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    answer: Conversation;
  };
  /** Lift the legal hold of a conversation. */
  'DELETE /conversations/{conversation_id}/legal-hold': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    answer: undefined;
  };
  /** Lock a conversation or prolong its lock. */
  'POST /conversations/{conversation_id}/lock': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    body: LockConversation;
    answer: Conversation;
  };
  /** Unlock a conversation. */
  'POST /conversations/{conversation_id}/unlock': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Further fields of the response. Default: none. Client participants get 403 for `CONVERSATION_DATA`, `CONVERSATION_TYPE`, `LIST_ITEM_TEMPLATE_DATA`. */
      includes?: readonly ConversationInclude[] | undefined;
    };
    answer: Conversation;
  };
  /** Unlock all conversations of a user. */
  'PUT /conversations/{conversation_id}/unlock': {
    path: {
      /** Id of the user. The value is a `user_id`. */
      conversation_id: string;
    };
    answer: undefined;
  };
  /** List the participants of a conversation. */
  'GET /conversations/{conversation_id}/participants': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: ParticipantList;
  };
  /** Add a participant. */
  'POST /conversations/{conversation_id}/participants': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    body: CreateParticipant;
    answer: Participant;
  };
  /** Read a participant. */
  'GET /conversations/{conversation_id}/participants/{participant_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the participant. */
      participant_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: Participant | ErasedParticipant;
  };
  /** Add or replace a participant. */
  'PUT /conversations/{conversation_id}/participants/{participant_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the participant. */
      participant_id: string;
    };
    body: ReplaceParticipant;
    answer: Participant;
  };
  /** Change a participant. */
  'PATCH /conversations/{conversation_id}/participants/{participant_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the participant. */
      participant_id: string;
    };
    body: PatchParticipant;
    answer: Participant;
  };
  /** Remove a participant. */
  'DELETE /conversations/{conversation_id}/participants/{participant_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the participant. */
      participant_id: string;
    };
    query?: {
      /** True: the content is erased too, even in the event log. Only OWNER and API_KEY. Default: false. */
      erase?: boolean | undefined;
    };
    answer: undefined;
  };
  /** Report an activity of a participant. */
  'POST /conversations/{conversation_id}/participants/{participant_id}/activity': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the participant. */
      participant_id: string;
    };
    body: ParticipantActivity;
    answer: undefined;
  };
  /** Create a client URL that signs in a client. */
  'GET /conversations/{conversation_id}/participants/{participant_id}/client-url': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the participant. */
      participant_id: string;
    };
    answer: ClientUrl;
  };
  /** Read the calling client participant. */
  'GET /client-participant/me': {
    answer: Participant;
  };
  /** Report how far the calling user has read. */
  'POST /conversations/{conversation_id}/seen': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    body: ConversationSeen;
    answer: undefined;
  };
  /** Count what the calling user has not seen. */
  'GET /conversations/unread': {
    query?: {
      /** True counts only archived conversations, false only open ones. Default: both. */
      archived?: boolean | undefined;
    };
    answer: Unread;
  };
  /** List the messages of a conversation. */
  'GET /conversations/{conversation_id}/messages': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
      /** Lists only messages posted after this time, exclusive. */
      created_after?: string | undefined;
      /** Lists only messages posted before this time, exclusive. */
      created_before?: string | undefined;
      /** Lists only messages updated after this time, exclusive. */
      updated_after?: string | undefined;
      /** Lists only messages updated before this time, exclusive. */
      updated_before?: string | undefined;
      /** Lists only messages with a smaller sequence; with order ASC, a greater one. Not allowed with `offset` or `cursor`. */
      last_sequence?: number | undefined;
      /** Direction of the order. Default: DESC. */
      order?: SortOrder | undefined;
      /** Field of the order. Default: sequence. */
      order_by?: MessageOrder | undefined;
    };
    answer: MessageList;
  };
  /** Post a message. */
  'POST /conversations/{conversation_id}/messages': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    body: PostMessage;
    answer: Message;
  };
  /** Read a message. */
  'GET /conversations/{conversation_id}/messages/{message_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the message. */
      message_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: Message;
  };
  /** Delete a message. */
  'DELETE /conversations/{conversation_id}/messages/{message_id}': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
      /** Id of the message. */
      message_id: string;
    };
    answer: undefined;
  };
  /** Start a conversation as a visitor. */
  'POST /visitor/{visitor_key}/conversations': {
    path: {
      /** Visitor key of a conversation type. */
      visitor_key: string;
    };
    body: BeginConversation;
    answer: BegunConversation;
  };
  /** Find the coordinates of an address. */
  'GET /geocoder/search': {
    query: {
      /** Address or name of a place. */
      text: string;
      /** Language of the addresses. */
      language: Language;
    };
    answer: GeocoderResults;
  };
  /** Find the coordinates of an address in parts. */
  'GET /geocoder/search/structured': {
    query: {
      /** Street with house number. The name of the place may follow. */
      street: string;
      /** Full name of the country, or its ISO 3166-1 code. Only places in this country are found. */
      country?: string | undefined;
      /** Postal code. */
      postalCode?: string | undefined;
      /** Language of the addresses. Default: the one that `Accept-Language` prefers. */
      language?: Language | undefined;
    };
    answer: GeocoderResults;
  };
  /** Find the address of coordinates. */
  'GET /geocoder/reverse': {
    query: {
      /** Latitude in degrees. */
      latitude: number;
      /** Longitude in degrees. */
      longitude: number;
      /** Language of the addresses. Default: the one that `Accept-Language` prefers. */
      language?: Language | undefined;
    };
    answer: GeocoderResults;
  };
  /** List message templates, including those of the service. */
  'GET /message_templates': {
    query?: {
      /** Direction of the order. Default: ASC. */
      direction?: SortOrder | undefined;
      /** Maximum number of items of the page. Default: all. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. Default: the first page. */
      cursor?: string | undefined;
      /** Further fields of the response. Default: none. */
      includes?: readonly MessageTemplateInclude[] | undefined;
      /** Field of the order. Default: name. */
      sortBy?: MessageTemplateOrder | undefined;
    };
    answer: MessageTemplateList;
  };
  /** Create a message template. */
  'POST /message_templates': {
    body: CreateMessageTemplate;
    answer: MessageTemplate;
  };
  /** Read a message template. */
  'GET /message_templates/{name}': {
    path: {
      /** Name of the message template. */
      name: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: MessageTemplate;
  };
  /** Create or replace a message template. */
  'PUT /message_templates/{name}': {
    path: {
      /** Name of the message template. */
      name: string;
    };
    body: ReplaceMessageTemplate;
    answer: MessageTemplate;
  };
  /** Delete an unused message template. */
  'DELETE /message_templates/{name}': {
    path: {
      /** Name of the message template. */
      name: string;
    };
    answer: undefined;
  };
  /** Render a message template for a conversation without sending it. */
  'POST /message_templates/{name}/render': {
    path: {
      /** Name of the message template. */
      name: string;
    };
    body: RenderTemplate;
    answer: RenderedTemplate;
  };
  /** Read the SMS provider settings without secrets. */
  'GET /sms/twilio/settings': {
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: SmsSettings;
  };
  /** Create or replace the SMS provider settings. */
  'PUT /sms/twilio/settings': {
    body: ReplaceSmsSettings;
    answer: SmsSettings;
  };
  /** Delete the SMS provider settings. */
  'DELETE /sms/twilio/settings': {
    answer: undefined;
  };
  /** Receive a signed delivery status from the SMS provider. */
  'POST /sms/twilio/status/{token}': {
    path: {
      /** Token of the message in the callback URL. */
      token: string;
    };
    body: SmsStatus;
    answer: undefined;
  };
  /** Notify participants by SMS and e-mail. */
  'POST /conversations/{conversation_id}/participants/notify': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    body: NotifyParticipants;
    answer: NotifiedParticipants;
  };
  /** List the notifications of a conversation, newest first. */
  'GET /conversations/{conversation_id}/notifications': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: NotificationList;
  };
  /** List the notifications of the tenant of the last 90 days, newest first. */
  'GET /notifications': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
      /** Lists only notifications with this status. */
      status?: NotificationStatus | undefined;
      /** Lists only notifications of this channel. */
      channel?: NotificationChannel | undefined;
      /** Lists only notifications decided after this time, exclusive. */
      after?: string | undefined;
      /** Lists only notifications decided before this time, exclusive. */
      before?: string | undefined;
    };
    answer: NotificationList;
  };
  /** Send a notification with status FAILED or UNKNOWN again. */
  'POST /notifications/{notification_id}/resend': {
    path: {
      /** Id of the notification. */
      notification_id: string;
    };
    answer: Notification;
  };
  /** Read the public key for push subscriptions. */
  'GET /push/key': {
    answer: PushKey;
  };
  /** Subscribe a device of the caller to pushes. */
  'POST /push/subscriptions': {
    body: CreatePushSubscription;
    answer: PushSubscription;
  };
  /** End a push subscription of the caller. */
  'DELETE /push/subscriptions/{push_subscription_id}': {
    path: {
      /** Id of the push subscription. */
      push_subscription_id: string;
    };
    answer: undefined;
  };
  /** List workflows. */
  'GET /workflows': {
    query?: {
      /** Direction of the order. Default: ASC. */
      direction?: SortOrder | undefined;
      /** Maximum number of items of the page. Default: all. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. Default: the first page. */
      cursor?: string | undefined;
      /** Lists only workflows of this conversation type. */
      conversation_type_id?: string | undefined;
      /** Field of the order. Default: created_at. */
      sortBy?: WorkflowOrder | undefined;
    };
    answer: WorkflowList;
  };
  /** Create a workflow. */
  'POST /workflows': {
    body: CreateWorkflow;
    answer: Workflow;
  };
  /** Read a workflow. */
  'GET /workflows/{workflow_id}': {
    path: {
      /** Id of the workflow. */
      workflow_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: Workflow;
  };
  /** Switch a workflow on or off. */
  'PATCH /workflows/{workflow_id}': {
    path: {
      /** Id of the workflow. */
      workflow_id: string;
    };
    body: PatchWorkflow;
    answer: Workflow;
  };
  /** Create or replace a workflow. */
  'PUT /workflows/{workflow_id}': {
    path: {
      /** Id of the workflow. */
      workflow_id: string;
    };
    body: ReplaceWorkflow;
    answer: Workflow;
  };
  /** Delete a workflow. */
  'DELETE /workflows/{workflow_id}': {
    path: {
      /** Id of the workflow. */
      workflow_id: string;
    };
    answer: undefined;
  };
  /** List the runs of a workflow, newest first. */
  'GET /workflows/{workflow_id}/runs': {
    path: {
      /** Id of the workflow. */
      workflow_id: string;
    };
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: WorkflowRunList;
  };
  /** Simulate a workflow on past events without acting. */
  'POST /workflows/{workflow_id}/dry-run': {
    path: {
      /** Id of the workflow. */
      workflow_id: string;
    };
    body: WorkflowDryRunRange;
    answer: WorkflowDryRun;
  };
  /** Read the webhook settings with the signing secret. */
  'GET /webhook-settings': {
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: WebhookSettings;
  };
  /** Create or replace the webhook settings. */
  'PUT /webhook-settings': {
    body: PutWebhookSettings;
    answer: WebhookSettings;
  };
  /** Rotate the webhook secret. */
  'POST /webhook-settings/rotate-secret': {
    answer: WebhookSettings;
  };
  /** List all available webhook types. */
  'GET /webhooks/features/available': {
    answer: AvailableWebhooks;
  };
  /** List the webhook types that have a setting. */
  'GET /webhooks/features': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: WebhookFeatureList;
  };
  /** Switch a webhook type on or off. */
  'POST /webhooks/features': {
    body: SetWebhookFeature;
    answer: WebhookFeature;
  };
  /** Delete the setting of a webhook type. */
  'DELETE /webhooks/features/{webhook_type}': {
    path: {
      /** Webhook type. */
      webhook_type: string;
    };
    answer: undefined;
  };
  /** List the events of the tenant in log order. */
  'GET /events': {
    query?: {
      /** Position to continue from, exclusive: `next` of the last response. Default: the beginning of the log. */
      after?: string | undefined;
      /** Maximum number of events. Default: 100. */
      limit?: number | undefined;
    };
    answer: EventFeed;
  };
  /** Send a test delivery to the webhook endpoint. */
  'POST /webhook-settings/test': {
    answer: WebhookTest;
  };
  /** List webhook deliveries of the last 30 days, newest first. */
  'GET /webhooks/deliveries': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
      /** Lists only deliveries with this status. */
      status?: WebhookDeliveryStatus | undefined;
      /** Lists only deliveries of this webhook type. */
      type?: WebhookDeliveryType | undefined;
      /** Lists only deliveries created after this time, exclusive. */
      after?: string | undefined;
      /** Lists only deliveries created before this time, exclusive. */
      before?: string | undefined;
    };
    answer: WebhookDeliveryList;
  };
  /** Retry a delivery immediately with the same webhook-id. */
  'POST /webhooks/deliveries/{delivery_id}/retry': {
    path: {
      /** Id of the delivery. */
      delivery_id: string;
    };
    answer: WebhookDelivery;
  };
  /** Retry failed deliveries with the same webhook-ids. */
  'POST /webhooks/deliveries/retry': {
    body: RetryDeliveries;
    answer: RetriedDeliveries;
  };
  /** Replay the events of a range to the webhook endpoint. */
  'POST /webhooks/replay': {
    body: WebhookReplayRange;
    answer: WebhookReplay;
  };
  /** Read a replay of the last 30 days. */
  'GET /webhooks/replays/{replay_id}': {
    path: {
      /** Id of the replay. */
      replay_id: string;
    };
    answer: WebhookReplay;
  };
  /** Cancel a replay. */
  'DELETE /webhooks/replays/{replay_id}': {
    path: {
      /** Id of the replay. */
      replay_id: string;
    };
    answer: undefined;
  };
  /** List erasures. */
  'GET /erasures': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
      /** Lists only erasures of this kind. Deletions of messages are listed only with MESSAGE. */
      kind?: ErasureKind | undefined;
      /** Lists only erasures of the subject with this id. */
      subject_id?: string | undefined;
    };
    answer: ErasureList;
  };
  /** Read an erasure. */
  'GET /erasures/{erasure_id}': {
    path: {
      /** Id of the erasure. */
      erasure_id: string;
    };
    query?: {
      /** Position or RFC 3339 time, inclusive. The response is as of that time, without content that was deleted or erased since. A client gets 403. Default: now. */
      at?: string | undefined;
    };
    answer: Erasure;
  };
  /** Erase a conversation. */
  'POST /conversations/{conversation_id}/erase': {
    path: {
      /** Id of the conversation. */
      conversation_id: string;
    };
    answer: Erasure;
  };
  /** List the conversations that retention removes. */
  'GET /conversation-types/{conversation_type_id}/retention/preview': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
      /** Time for which the preview is made, for example a time in the future. Default: now. */
      at?: string | undefined;
    };
    answer: RetentionPreview;
  };
  /** List the runs of retention. */
  'GET /conversation-types/{conversation_type_id}/retention/runs': {
    path: {
      /** Id of the conversation type. */
      conversation_type_id: string;
    };
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: RetentionRunList;
  };
  /** List the checkpoints of the event log, oldest first. */
  'GET /audit/checkpoints': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: CheckpointList;
  };
  /** Prove that a checkpoint covers an event. */
  'GET /audit/proof': {
    query: {
      /** Id of the event, as in the event feed, in webhooks and in frames. */
      event_id: string;
      /** Size of a checkpoint. Default: that of the latest checkpoint. */
      size?: number | undefined;
    };
    answer: Proof;
  };
  /** Prove that a later tree begins with an earlier one. */
  'GET /audit/consistency': {
    query: {
      /** Size of the earlier tree. */
      from: number;
      /** Size of the later tree, at most that of the latest checkpoint. */
      to: number;
    };
    answer: Consistency;
  };
  /** Export the data of a person by e-mail address or phone number. */
  'GET /participants/export': {
    query?: {
      /** `next_cursor` of the previous page. Default: the first page. */
      cursor?: string | undefined;
      /** E-mail address that the person has or had, regardless of case. Required without `phone_number`. */
      email?: string | undefined;
      /** Phone number in E.164 that the person has or had. Required without `email`. */
      phone_number?: string | undefined;
    };
    answer: PersonExport;
  };
  /** Export the data of a user. */
  'GET /users/{user_id}/export': {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    query?: {
      /** `next_cursor` of the previous page. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: PersonExport;
  };
  /** List the events of the tenant, newest first. */
  'GET /audit/events': {
    query?: {
      /** Kind of the subject of the events. */
      subject_kind?: AuditSubjectKind | undefined;
      /** Id of the subject of the events. */
      subject_id?: string | undefined;
      /** Conversation of the events: its own, and those of its messages and participants. */
      conversation_id?: string | undefined;
      /** Types of the events. */
      type?: readonly AuditEventType[] | undefined;
      /** Actor of the events: its id, or its kind and id as `USER:…`. `SERVICE` finds events of the service. */
      actor?: string | undefined;
      /** `X-Request-Id` of the response to the call that caused the events. */
      request_id?: string | undefined;
      /** Id of the event that caused the events. */
      caused_by?: string | undefined;
      /** Position or RFC 3339 time; later events match. */
      after?: string | undefined;
      /** Position or RFC 3339 time; earlier events match. */
      before?: string | undefined;
      /** Order by position. Default: DESC. */
      order?: SortOrder | undefined;
      /** Maximum number of events. Default: 100 in JSON, all in other formats. */
      limit?: number | undefined;
      /** `next_cursor` of the previous page, with the same filters and order. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: AuditEventList;
  };
  /** Read an event of the tenant. */
  'GET /audit/events/{event_id}': {
    path: {
      /** Id of the event. */
      event_id: string;
    };
    answer: AuditEvent;
  };
  /** Compare a resource at two points in time. */
  'GET /audit/diff': {
    query: {
      /** Kind of the subject. */
      subject_kind: AuditDiffSubjectKind;
      /** Id of the subject, as `subject.id` of its events. */
      subject_id: string;
      /** Conversation of the subject. Required for PARTICIPANT. */
      conversation_id?: string | undefined;
      /** Position or RFC 3339 time, inclusive. */
      from: string;
      /** Position or RFC 3339 time, inclusive. Default: now. */
      to?: string | undefined;
    };
    answer: Diff;
  };
  /** Read the causes and effects of an event. */
  'GET /audit/trace/{trace_id}': {
    path: {
      /** Id of an event, as in the header `webhook-id` or a frame, or of a request, delivery, run or notification. */
      trace_id: string;
    };
    query?: {
      /** `next_cursor` of the previous page. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: Trace;
  };
  /** Export events as a file. */
  'POST /audit/exports': {
    body: CreateExport;
    answer: Export;
  };
  /** List the exports, newest first. */
  'GET /audit/exports': {
    query?: {
      /** Maximum number of items of the page. Default: 50. */
      limit?: number | undefined;
      /** Number of items to skip. Default: 0. */
      offset?: number | undefined;
      /** `next_cursor` of the previous page. The pages stay stable while others write. Default: the first page. */
      cursor?: string | undefined;
    };
    answer: ExportList;
  };
  /** Read an export. */
  'GET /audit/exports/{export_id}': {
    path: {
      /** Id of the export. */
      export_id: string;
    };
    answer: Export;
  };
}
