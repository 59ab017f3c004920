import { type OidcMetadata, OidcProviderBroken } from '../../ports/identity/oidc-client.js';

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
/** The other members that are used. */
const TEXTS = ['issuer', 'userinfo_endpoint'];
const LISTS = ['id_token_signing_alg_values_supported', 'token_endpoint_auth_methods_supported'];

const isText = (value: unknown): value is string => typeof value === 'string';
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/**
 * Metadata of a provider. openid-client makes exceptions for some hosts; here every issuer must be the
 * authority, and an https authority has https endpoints only.
 * @throws OidcProviderBroken
 */
export function checkedMetadata(authority: URL, found: Readonly<Record<string, unknown>>): OidcMetadata {
  const texts = [...ENDPOINTS, ...TEXTS].filter((name) => found[name] !== undefined);
  const lists = LISTS.filter((name) => isListOfTexts(found[name]));
  const metadata: OidcMetadata = Object.fromEntries([...texts, ...lists].map((name) => [name, found[name]]));
  const { issuer, userinfo_endpoint: userinfo } = metadata;
  if (!isUrl(issuer) || new URL(issuer).href !== authority.href) throw new OidcProviderBroken('other_issuer');
  const endpoints = [...ENDPOINTS.map((name) => metadata[name]), ...(userinfo === undefined ? [] : [userinfo])];
  if (!endpoints.every((endpoint) => isEndpoint(endpoint, authority))) throw new OidcProviderBroken('bad_endpoints');
  return metadata;
}

const isUrl = (value: unknown): value is string => isText(value) && URL.canParse(value);

function isEndpoint(value: unknown, authority: URL): boolean {
  if (!isUrl(value)) return false;
  const { protocol, username, password } = new URL(value);
  const allowed = authority.protocol === 'https:' ? ['https:'] : ['https:', 'http:'];
  return allowed.includes(protocol) && username === '' && password === '';
}

/** RFC 8414 2: without a list it is `client_secret_basic`. */
export const takesBasicAuthentication = ({ token_endpoint_auth_methods_supported: methods }: OidcMetadata): boolean =>
  !Array.isArray(methods) || methods.includes('client_secret_basic');
