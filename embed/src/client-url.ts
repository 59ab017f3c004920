/** The tenant of a client URL: its id, or a domain of its client app. */
export type TenantRef = { readonly tenant_id: string } | { readonly domain: string };

export interface ClientUrl {
  readonly tenant: TenantRef;
  readonly key: string;
}

/** 22 characters of base64url (contract 3). */
const KEY = /^[A-Za-z0-9_-]{22}$/;

/** Undefined: the text is not a client URL with a key. */
export function readClientUrl(text: string): ClientUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const key = new URLSearchParams(url.hash.slice(1)).get('auth_key') ?? '';
  if (!KEY.test(key)) return undefined;
  const id = url.searchParams.get('tenant');
  return { tenant: id === null ? { domain: url.hostname } : { tenant_id: id }, key };
}
