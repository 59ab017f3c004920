/** On PUBLIC_URL the app is below `/app` and names its tenant. A main domain of a tenant is the app of that tenant. */
export type Base = '' | '/app';

export const baseOf = (pathname: string): Base => (pathname === '/app' || pathname.startsWith('/app/') ? '/app' : '');

export const base: Base = baseOf(location.pathname);
