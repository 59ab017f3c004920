import { test } from 'vitest';
import { userPreferences } from '../../projections/user-preference/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('userPreference', TENANT, 'anna');
const preferences = givenProjection(userPreferences);
const value = { preferredConversationTypeId: 'support', preferredLanguage: 'DE' } as const;
const created = { event: { type: 'UserPreferenceCreated', data: value }, stream } as const;

test('preferences stand under their user', () => preferences(created).shows('anna', { value }));

test('a preference that is taken away is gone', () =>
  preferences(created, {
    event: { type: 'UserPreferenceChanged', data: { preferredLanguage: null } },
    stream,
  }).shows('anna', { value: { preferredConversationTypeId: 'support' } }));

test('deleted preferences are gone', () =>
  preferences(created, { event: { type: 'UserPreferenceDeleted', data: {} }, stream }).absent('anna'));
