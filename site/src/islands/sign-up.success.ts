export interface SignUpSuccess {
  readonly tenant_id: string;
  readonly frontend_url: string;
  readonly email: string;
  readonly name: string;
}

const KEY = 'tidings.signup';
/** Before the code, in a fragment. */
const CODE = '&code=';
const PAGE = '/signup-success';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Keeps what the next page shows, never the password. Returns its address: with the id where storage throws. The code
 * that signs in is in the address alone, which the next page cuts (`takeLoginCode`).
 */
export function keepSignUp({ tenant_id, frontend_url, email, name }: SignUpSuccess, loginCode?: string): string {
  const code = loginCode === undefined ? '' : `${CODE}${encodeURIComponent(loginCode)}`;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ tenant_id, frontend_url, email, name }));
    return code === '' ? PAGE : `${PAGE}#${code}`;
  } catch {
    return `${PAGE}#${tenant_id}${code}`;
  }
}

/** The code of the address, which then has it no more. */
export function takeLoginCode(): string | undefined {
  const at = location.hash.indexOf(CODE);
  if (at === -1) return undefined;
  const code = location.hash.slice(at + CODE.length);
  const { pathname, search } = location;
  history.replaceState(history.state, '', pathname + search + (at > 1 ? location.hash.slice(0, at) : ''));
  return /^[\w.%-]{1,300}$/.test(code) ? decodeURIComponent(code) : undefined;
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
