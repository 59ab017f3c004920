import { io } from 'socket.io-client';
import type { TenantConfig, User } from '../../../sdk/src/api.js';
import { AuthSession, type TokenStore } from '../../../sdk/src/session.js';
import { indexedDbOutbox, TidingsStore } from '../../../sdk/src/store.js';
import { Tidings } from '../../../sdk/src/tidings.js';
import { shownLanguage } from '../shown-language.js';

/** Every page has it after the sign-in. */
export interface SignedIn {
  readonly tenant: TenantConfig;
  readonly me: User;
  readonly session: AuthSession;
  readonly tidings: Tidings;
  readonly store: TidingsStore;
}

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

export function sessionOf(tenant: TenantConfig, onEnd: () => void): AuthSession {
  return new AuthSession({ url: location.origin, tenantId: tenant.id, onEnd, store: tokenStore() });
}

/** @throws SignedOut, TidingsError, NoAnswer */
export async function enter(tenant: TenantConfig, session: AuthSession): Promise<SignedIn> {
  await session.credential();
  const tidings = new Tidings({
    url: location.origin,
    credential: session.credential,
    get language() {
      return shownLanguage();
    },
  });
  const me = await tidings.call('GET /users/me');
  const store = new TidingsStore({
    tidings,
    connect: io,
    reader: { userId: me.id },
    outbox: indexedDbOutbox(),
    includes: ['CONVERSATION_DATA', 'CONVERSATION_TYPE', 'CLIENT_PARTICIPANT_FRONTEND_URL'],
  });
  return { tenant, me, session, tidings, store };
}
