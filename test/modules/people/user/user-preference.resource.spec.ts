import { describe, expect, test } from 'vitest';
import { userPreference } from '../../../../src/modules/people/user/domain/user-preference.resource.js';
import { commandMeta, given } from '../../../support/given/given.js';

const preferences = given(userPreference.decider);
const meta = commandMeta();
const value = { preferredConversationTypeId: 'support', preferredLanguage: 'EN' } as const;
const created = { type: 'UserPreferenceCreated', data: value } as const;

describe('preferences of a user', () => {
  test('are stored under these names', () => {
    expect(userPreference.category).toBe('userPreference');
    expect(Object.keys(userPreference.eventTypes)).toEqual([
      'UserPreferenceCreated',
      'UserPreferenceChanged',
      'UserPreferenceDeleted',
    ]);
  });
  test('that exist are not created again', () =>
    preferences(created)
      .when(new userPreference.Create('anna', { value }, meta))
      .rejected('errors.user_preference.exists'));
  test('that do not exist are not deleted', () =>
    preferences()
      .when(new userPreference.Remove('anna', {}, meta))
      .rejected('errors.user_preference.not_found'));
  test('lose what a replacement does not name', () =>
    preferences(created)
      .when(new userPreference.Replace('anna', { value: { preferredLanguage: 'DE' } }, meta))
      .gives({
        type: 'UserPreferenceChanged',
        data: { preferredConversationTypeId: null, preferredLanguage: 'DE' },
      }));
});
