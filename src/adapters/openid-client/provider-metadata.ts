import { type OidcMetadata, type OidcSettingFault, OidcSettingWrong } from '../../ports/identity/oidc-client.js';

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
/** The other members that are used. */
const TEXTS = ['issuer', 'userinfo_endpoint'];
const LISTS = ['id_token_signing_alg_values_supported', 'token_endpoint_auth_methods_supported'];

const isText = (value: unknown): value is string => typeof value === 'string';
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/**
 * Metadata of a provider. openid-client makes exceptions for some hosts; here every issuer must be the
 * authority, and an https authority has https endpoints only.
 * @throws OidcSettingWrong
 */
export function checkedMetadata(authority: URL, found: Readonly<Record<string, unknown>>): OidcMetadata {
  const texts = [...ENDPOINTS, ...TEXTS].filter((name) => found[name] !== undefined);
  const lists = LISTS.filter((name) => isListOfTexts(found[name]));
  const metadata: OidcMetadata = Object.fromEntries([...texts, ...lists].map((name) => [name, found[name]]));
  const { issuer, userinfo_endpoint: userinfo } = metadata;
  if (!isUrl(issuer) || new URL(issuer).href !== authority.href) throw new OidcSettingWrong('other_issuer');
  const endpoints = [...ENDPOINTS.map((name) => metadata[name]), ...(userinfo === undefined ? [] : [userinfo])];
  if (!endpoints.every((endpoint) => isEndpoint(endpoint, authority))) throw new OidcSettingWrong('bad_endpoints');
  const { introspection_endpoint: introspection } = found;
  return isEndpoint(introspection, authority) ? { ...metadata, introspection_endpoint: introspection } : metadata;
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

const DISCOVERY = '/.well-known/openid-configuration';
const LONGEST_ISSUER = 2_000;
/** Microsoft Entra writes it into the issuer of an authority that organisations share, such as `common`. */
const SHARED = /\{\w+\}/;

/** The fault of an authority, by the body of its discovery. */
export function settingFault(authority: URL, received: string): OidcSettingWrong {
  const issuer = issuerIn(received);
  return new OidcSettingWrong(faultOf(authority, issuer), issuer);
}

function faultOf(authority: URL, issuer: string | undefined): OidcSettingFault {
  if (authority.pathname.endsWith(DISCOVERY)) return 'discovery_url';
  if (issuer === undefined) return 'no_metadata';
  if (SHARED.test(issuer)) return 'several_tenants';
  if (!isUrl(issuer)) return 'other_issuer';
  const [found, wanted] = [new URL(issuer).href, authority.href];
  if (found === wanted) return 'bad_endpoints';
  return found.replace(/\/$/, '') === wanted.replace(/\/$/, '') ? 'issuer_slash' : 'other_issuer';
}

function issuerIn(text: string): string | undefined {
  try {
    const { issuer } = Object(JSON.parse(text)) as { readonly issuer?: unknown };
    return isText(issuer) && issuer.length <= LONGEST_ISSUER ? issuer : undefined;
  } catch {
    return undefined;
  }
}
