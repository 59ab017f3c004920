import * as openid from 'openid-client';
import {
  type AuthorizationRequest,
  type CodeRedemption,
  type OidcClient,
  type OidcMetadata,
  OidcProviderBroken,
  type OidcRegistration,
  OidcSignInRefused,
  type SendToProvider,
} from '../../ports/identity/oidc-client.js';
import { type ProviderFetch, providerFetch } from './provider-fetch.js';
import { checkedMetadata, settingFault, takesBasicAuthentication } from './provider-metadata.js';

/** An http authority is the choice of the tenant (contract 11). */
const executeFor = (url: URL) => (url.protocol === 'http:' ? { execute: [openid.allowInsecureRequests] } : {});

function configured(metadata: OidcMetadata, clientId: string, fetch?: ProviderFetch, secret?: string) {
  const server = metadata as unknown as openid.ServerMetadata;
  const authentication =
    secret === undefined
      ? openid.None()
      : takesBasicAuthentication(metadata)
        ? openid.ClientSecretBasic(secret)
        : openid.ClientSecretPost(secret);
  const config = new openid.Configuration(server, clientId, undefined, authentication);
  if (fetch) config[openid.customFetch] = fetch.fetch;
  if (new URL(server.issuer).protocol === 'http:') openid.allowInsecureRequests(config);
  openid.enableNonRepudiationChecks(config);
  return config;
}

async function discover(authorityUrl: string, send: SendToProvider): Promise<OidcMetadata> {
  const authority = new URL(authorityUrl);
  let received = '';
  const { fetch, throwIfFailed } = providerFetch(async (request) => {
    const answer = await send(request);
    received = answer.body;
    return answer;
  });
  try {
    const options = { [openid.customFetch]: fetch, ...executeFor(authority) };
    const found = await openid.discovery(authority, 'discovery', undefined, undefined, options);
    return checkedMetadata(authority, found.serverMetadata());
  } catch {
    throwIfFailed((failure) => !(failure instanceof OidcProviderBroken));
    throw settingFault(authority, received);
  }
}

async function authorizationUrl(metadata: OidcMetadata, request: AuthorizationRequest): Promise<string> {
  const url = openid.buildAuthorizationUrl(configured(metadata, request.clientId), {
    redirect_uri: request.redirectUri,
    scope: request.scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  });
  return url.href;
}

/**
 * The provider called back the app, which checked `state` and, if the provider sends it, `iss` (RFC 9207). So the
 * library gets a callback with the issuer of the provider that the app names.
 */
async function redeem(
  metadata: OidcMetadata,
  { clientId, clientSecret }: OidcRegistration,
  { code, redirectUri, codeVerifier, nonce }: CodeRedemption,
  send: SendToProvider,
) {
  const fetch = providerFetch(send, redirectUri);
  const config = configured(metadata, clientId, fetch, clientSecret);
  const callback = new URL(redirectUri);
  callback.search = String(new URLSearchParams({ code, iss: String(metadata.issuer) }));
  const checks = { pkceCodeVerifier: codeVerifier, expectedNonce: nonce, idTokenExpected: true };
  try {
    const tokens = await openid.authorizationCodeGrant(config, callback, checks);
    const claims = tokens.claims() as openid.IDToken;
    if (claims.email !== undefined || metadata.userinfo_endpoint === undefined) return claims;
    return { ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)), iss: claims.iss };
  } catch (error) {
    fetch.throwIfFailed();
    throw new OidcSignInRefused(codeOf(error));
  }
}

async function introspect(
  metadata: OidcMetadata,
  { clientId, clientSecret }: OidcRegistration,
  accessToken: string,
  send: SendToProvider,
) {
  const fetch = providerFetch(send);
  const config = configured(metadata, clientId, fetch, clientSecret);
  try {
    return { ...(await openid.tokenIntrospection(config, accessToken)) };
  } catch (error) {
    fetch.throwIfFailed();
    throw new OidcSignInRefused(codeOf(error));
  }
}

/** Errors of the library hold whole answers, which no log may. */
function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : String(name);
}

/** OpenID Connect by openid-client. */
export const openidClient: OidcClient = { discover, authorizationUrl, redeem, introspect };
