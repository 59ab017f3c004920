import { TidingsError } from '../../../sdk/src/errors.js';
import { LANGUAGES } from '../../../src/catalogue/tenant.js';
import type { Language } from '../language.js';
import type { SignedIn } from '../session/app-session.js';

/** The language that the person chose in the account, if any. */
export async function preferredLanguage({ tidings, me }: SignedIn): Promise<Language | undefined> {
  try {
    const { preferred_language } = await tidings.call('GET /users/{user_id}/preferences', { path: { user_id: me.id } });
    return LANGUAGES.find((each) => each === preferred_language?.toLowerCase());
  } catch (error) {
    if (error instanceof TidingsError && error.status === 404) return undefined;
    throw error;
  }
}
