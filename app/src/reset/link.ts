/** The parts of a mailed link that this page needs. */
export interface Link {
  /** On the main domain of a tenant the domain names the tenant. */
  readonly tenantId: string | undefined;
  /** Empty where the address has none, as after a reload. */
  readonly token: string;
}

/** Reads the address and removes the token from it. The token stays in the memory of this page alone. */
export function takeLink(): Link {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return { token, tenantId: new URLSearchParams(location.search).get('tenant') ?? undefined };
}

/** The app of the tenant of a link. */
export const appOf = ({ tenantId }: Link): string =>
  tenantId === undefined ? '/' : `/app?tenant=${encodeURIComponent(tenantId)}`;
