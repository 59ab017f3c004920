import { io } from 'socket.io-client';
import type { TenantConfig, User } from '../../../sdk/src/api.js';
import { AuthSession, type TokenStore } from '../../../sdk/src/session.js';
import { indexedDbOutbox, TidingsStore } from '../../../sdk/src/store.js';
import { Tidings } from '../../../sdk/src/tidings.js';
import type { Language } from '../language.js';
import { watchful } from './watchful.js';

/** Every page has it after the sign-in. */
export interface SignedIn {
  readonly tenant: TenantConfig;
  readonly me: User;
  readonly session: AuthSession;
  readonly tidings: Tidings;
  readonly store: TidingsStore;
}

/** `localStorage`, or memory where the browser refuses it. */
function tokenStore(): TokenStore | undefined {
  try {
    localStorage.getItem('tidings.app.tenant');
    return localStorage;
  } catch {
    return undefined;
  }
}

export function sessionOf(tenant: TenantConfig, onEnd: () => void): AuthSession {
  const store = tokenStore();
  return new AuthSession({ url: location.origin, tenantId: tenant.id, onEnd, ...(store ? { store } : {}) });
}

/** @throws SignedOut, TidingsError, NoAnswer */
export async function enter(tenant: TenantConfig, session: AuthSession, language: Language): Promise<SignedIn> {
  await session.credential();
  const tidings = new Tidings({ url: location.origin, credential: session.credential, language });
  const me = await tidings.call('GET /users/me');
  const store = new TidingsStore({
    tidings,
    connect: io,
    reader: { userId: me.id },
    outbox: indexedDbOutbox(),
    platform: watchful,
    includes: ['CONVERSATION_DATA', 'CONVERSATION_TYPE', 'CLIENT_PARTICIPANT_FRONTEND_URL'],
  });
  return { tenant, me, session, tidings, store };
}
