export interface SignUpSuccess {
  readonly tenant_id: string;
  readonly frontend_url: string;
  readonly email: string;
  readonly name: string;
}

const KEY = 'tidings.signup';
const PAGE = '/signup-success';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Keeps what the next page shows, never the password. Returns its address: with the id where storage throws. */
export function keepSignUp({ tenant_id, frontend_url, email, name }: SignUpSuccess): string {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ tenant_id, frontend_url, email, name }));
    return PAGE;
  } catch {
    return `${PAGE}#${tenant_id}`;
  }
}

/** An address may come from anybody, so it gives an id and nothing else. */
export function keptSignUp(): Partial<SignUpSuccess> {
  const tenant_id = location.hash.slice(1);
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept) return JSON.parse(kept) as SignUpSuccess;
  } catch {
    // The address has the id.
  }
  return UUID.test(tenant_id) ? { tenant_id } : {};
}
