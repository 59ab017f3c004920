import { test } from 'vitest';
import { tenantDomains } from '../../projections/tenant-domain/projection.js';
import { streamName } from '../../src/kernel/stream.js';
import { TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

const stream = streamName('tenantDomains', TENANT, 'all');
const domains = givenProjection(tenantDomains);
const desk = { id: 'd', domainType: 'MAIN', domain: 'desk.acme.example', requestId: 'r' } as const;
const chat = { id: 'c', domainType: 'CLIENT', domain: 'chat.acme.example', requestId: 's' } as const;
const requested = (data: typeof desk | typeof chat | object) =>
  ({ event: { type: 'TenantDomainRequested', data: data as typeof desk }, stream }) as const;
const verified = (requestId: string) =>
  ({ event: { type: 'TenantDomainVerified', data: { domainType: 'MAIN', requestId } }, stream }) as const;
const deleted = { event: { type: 'TenantDomainDeleted', data: { domainType: 'MAIN' } }, stream } as const;

test('custom domains stand under the id of the tenant, verified or not', () =>
  domains(requested(desk), requested(chat), verified('r')).shows(TENANT, {
    domains: [
      { ...chat, isVerified: false, revision: 2 },
      { ...desk, isVerified: true, revision: 3 },
    ].reverse() as never,
  }));

test('a replaced domain is no longer verified', () =>
  domains(requested(desk), verified('r'), requested({ ...desk, domain: 'x.example', requestId: 't' })).shows(TENANT, {
    domains: [{ ...desk, domain: 'x.example', requestId: 't', isVerified: false, revision: 3 } as never],
  }));

test('a proof of an earlier request verifies nothing', () =>
  domains(requested({ ...desk, requestId: 't' }), verified('r')).shows(TENANT, {
    domains: [{ ...desk, requestId: 't', isVerified: false } as never],
  }));

test('a deleted domain is gone, the other one stays', () =>
  domains(requested(desk), requested(chat), deleted).shows(TENANT, { domains: [chat as never] }));
