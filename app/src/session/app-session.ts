import { io } from 'socket.io-client';
import type { TenantConfig, User } from '../../../sdk/src/api.js';
import type { AuthSession } from '../../../sdk/src/session.js';
import { indexedDbOutbox, TidingsStore } from '../../../sdk/src/store.js';
import type { Tidings } from '../../../sdk/src/tidings.js';
import { clientOf } from '../client.js';
import { watchful } from './watchful.js';

/** Every page has it after the sign-in. */
export interface SignedIn {
  readonly tenant: TenantConfig;
  readonly me: User;
  readonly session: AuthSession;
  readonly tidings: Tidings;
  readonly store: TidingsStore;
}

/** @throws SignedOut, TidingsError, NoAnswer */
export async function enter(tenant: TenantConfig, session: AuthSession): Promise<SignedIn> {
  await session.credential();
  const tidings = clientOf({ credential: session.credential });
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
