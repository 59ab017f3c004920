import type { Token } from '../../../sdk/src/api.js';
import type { Tidings } from '../../../sdk/src/tidings.js';
import { clientOf } from '../client.js';
import type { SignedIn } from './app-session.js';

/** Somebody else signed in. */
export class AnotherAccount extends Error {
  override readonly name = 'AnotherAccount';
}

/** Goes on with tokens of a new sign-in of the same person. @throws AnotherAccount, TidingsError, NoAnswer */
export async function replaceSession({ session, me, tidings }: SignedIn, token: Token): Promise<void> {
  const { id } = await clientOf({ credential: token.access_token }).call('GET /users/me');
  if (id !== me.id) throw new AnotherAccount();
  const former = await currentSession(tidings);
  await session.accept(token);
  // The list of sessions then has one of this browser.
  if (former !== undefined) await endSession(tidings, former).catch(() => {});
}

async function currentSession(tidings: Tidings): Promise<string | undefined> {
  try {
    for await (const { id, current } of tidings.list('GET /users/me/sessions')) if (current) return id;
  } catch {
    // It then ends by itself.
  }
  return undefined;
}

const endSession = (tidings: Tidings, session_id: string) =>
  tidings.call('DELETE /users/me/sessions/{session_id}', { path: { session_id } });
