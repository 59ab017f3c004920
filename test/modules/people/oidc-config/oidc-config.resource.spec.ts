import { describe, expect, test } from 'vitest';
import { oidcConfig } from '../../../../src/modules/people/oidc-config/domain/oidc-config.resource.js';
import { commandMeta, given } from '../../../support/given/given.js';

const configs = given(oidcConfig.decider);
const meta = commandMeta();
const value = { authorityUrl: 'https://login.acme.example', clientId: 'tidings', clientSecretSealed: 'sealed' };
const created = { type: 'OidcConfigCreated', data: value } as const;

describe('an OIDC config', () => {
  test('is stored under these names', () => {
    expect(oidcConfig.category).toBe('oidcConfig');
    expect(Object.keys(oidcConfig.eventTypes)).toEqual(['OidcConfigCreated', 'OidcConfigChanged', 'OidcConfigDeleted']);
  });
  test('that exists is not created again', () =>
    configs(created)
      .when(new oidcConfig.Create('acme', { value }, meta))
      .rejected('errors.oidc_config.exists'));
  test('that does not exist is not changed', () =>
    configs()
      .when(new oidcConfig.Change('acme', { patch: {} }, meta))
      .rejected('errors.oidc_config.not_found'));
  test('that was deleted may be created again', () =>
    configs(created, { type: 'OidcConfigDeleted', data: {} })
      .when(new oidcConfig.Create('acme', { value }, meta))
      .gives(created));
});
