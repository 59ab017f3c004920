import { test } from 'vitest';
import { domainDirectory } from '../../projections/domain-directory/projection.js';
import { NO_TENANT, streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const directory = givenProjection(domainDirectory);
const reserved = (name: string, holder: string, tenantId = NO_TENANT) =>
  ({ event: { type: 'Reserved', data: { holder } }, stream: streamName('reservation', tenantId, name) }) as const;
const released = (name: string) =>
  ({ event: { type: 'Released', data: {} }, stream: streamName('reservation', NO_TENANT, name) }) as const;

test('subdomains and domains are found by name, as their last holder', () => {
  const found = directory(
    reserved('subdomain.acme', 'a'),
    reserved('subdomain.acme', 'b'),
    reserved('domain.x.de', 'c'),
  );
  found.shows('subdomain.acme', { holder: 'b' });
  found.shows('domain.x.de', { holder: 'c' });
});

test('a released name is gone', () =>
  directory(reserved('domain.x.de', 'c'), released('domain.x.de')).absent('domain.x.de'));

test('names inside a tenant and e-mail addresses are left out', () => {
  const found = directory(
    reserved('email.abc', 'u'),
    reserved('subdomain.acme', 'u', TENANT),
    reserved('email.x', 'u', TENANT),
  );
  for (const name of ['email.abc', 'subdomain.acme', 'email.x']) found.absent(name);
});
