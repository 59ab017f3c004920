import { test } from 'vitest';
import { oidcConfigs } from '../../projections/oidc-config/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('oidcConfig', TENANT, 'acme');
const configs = givenProjection(oidcConfigs);
const value = { authorityUrl: 'https://login.acme.example', clientId: 'tidings', clientSecretSealed: 'sealed' };
const created = { event: { type: 'OidcConfigCreated', data: { ...value, scope: 'openid' } }, stream } as const;
const defaulted = { event: { type: 'OidcConfigChanged', data: { scope: null } }, stream } as const;

test('a config is found by the name of its provider', () =>
  configs(created, defaulted).shows('acme', { id: 'acme', revision: 2, value }));

test('a deleted config is gone', () =>
  configs(created, { event: { type: 'OidcConfigDeleted', data: {} }, stream }).absent('acme'));
