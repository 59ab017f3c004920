import type { ResourceRecord } from '../../src/kernel/resource.js';
import { type UserPreference, userPreference } from '../../src/modules/people/user/domain/user-preference.resource.js';

export type UserPreferenceRecord = ResourceRecord<UserPreference>;

/** The preferences of users, by the id of the user. */
export const userPreferences = userPreference.projection({
  name: 'user-preference',
  version: 1,
  fields: {},
  indexes: [],
});
