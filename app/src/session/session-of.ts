import type { TenantConfig, Token } from '../../../sdk/src/api.js';
import { AuthSession, type TokenStore } from '../../../sdk/src/session.js';

const kept = new Map<string, string>();
const memory: TokenStore = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, text) => kept.set(name, text),
  removeItem: (name) => kept.delete(name),
};

/** `localStorage`, or the memory of this page where the browser refuses it. */
function tokenStore(): TokenStore {
  const probe = 'tidings.app.probe';
  try {
    localStorage.setItem(probe, '');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return memory;
  }
}

export function sessionOf({ id }: Pick<TenantConfig, 'id'>, onEnd = () => {}): AuthSession {
  return new AuthSession({ url: location.origin, tenantId: id, onEnd, store: tokenStore() });
}

/** Whether this browser keeps a session, of any tenant. */
export function mayHaveSession(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith('tidings.session.'));
  } catch {
    return kept.size > 0;
  }
}

/** Keeps the tokens for the next page of the app. */
export async function keepSession(tenant: Pick<TenantConfig, 'id'>, token: Token): Promise<void> {
  const session = sessionOf(tenant);
  await session.accept(token);
  session.close();
}
