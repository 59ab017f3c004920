import { resource } from '../../../../kernel/resource.js';

/** Languages as preferences name them; everywhere else they are lower case (contract 12). */
export const PREFERRED_LANGUAGES = ['EN', 'DE'] as const;

/** Preferences of a user (specification 3), under the id of the user. */
export interface UserPreference {
  readonly preferredConversationTypeId?: string;
  readonly preferredLanguage?: (typeof PREFERRED_LANGUAGES)[number];
}

export const userPreference = resource<'UserPreference', UserPreference>({
  name: 'UserPreference',
  category: 'userPreference',
  absent: 'errors.user_preference.not_found',
  exists: 'errors.user_preference.exists',
  personal: ['preferredConversationTypeId', 'preferredLanguage'],
  subject: 'user',
});
