import { describe, expect, test } from 'vitest';
import {
  ConfirmDomain,
  DeleteDomain,
  DOMAINS,
  ReplaceDomain,
  RequestDomain,
} from '../../../../src/modules/tenants/tenant-domain/domain/tenant-domain.commands.js';
import { tenantDomainDecider } from '../../../../src/modules/tenants/tenant-domain/domain/tenant-domain.decider.js';
import type { TenantDomainEvent } from '../../../../src/modules/tenants/tenant-domain/domain/tenant-domain.events.js';
import { commandMeta, given } from '../../../support/given/given.js';

const domains = given(tenantDomainDecider);
const meta = commandMeta();
const desk = { id: 'd', domainType: 'MAIN', domain: 'desk.acme.example', requestId: 'r' } as const;
const chat = { id: 'c', domainType: 'CLIENT', domain: 'chat.acme.example', requestId: 's' } as const;
const requested = (data: typeof desk | typeof chat): TenantDomainEvent => ({ type: 'TenantDomainRequested', data });
const verified: TenantDomainEvent = {
  type: 'TenantDomainVerified',
  data: { domainType: 'MAIN', requestId: 'r' },
};
const deleted: TenantDomainEvent = { type: 'TenantDomainDeleted', data: { domainType: 'MAIN' } };

const request = (data: typeof desk | typeof chat) => new RequestDomain(DOMAINS, data, meta);
const replace = (domain: string, more: object = {}) =>
  new ReplaceDomain(DOMAINS, { id: 'd', domain, requestId: 'r2', ...more }, meta);
const confirm = (requestId: string) => new ConfirmDomain(DOMAINS, { requestId }, meta);
const remove = (id: string, more: object = {}) => new DeleteDomain(DOMAINS, { id, ...more }, meta);

describe('the custom domains of a tenant', () => {
  test('are one for each app', () => {
    domains().when(request(desk)).gives(requested(desk));
    domains(requested(desk)).when(request(chat)).gives(requested(chat));
    domains(requested(desk))
      .when(request({ ...desk, id: 'x', domain: 'other.example' } as never))
      .rejected('errors.domain.limit_reached');
    domains(requested(desk), deleted).when(request(desk)).gives(requested(desk));
  });

  test('differ from each other', () => {
    const taken = { path: 'domain', code: 'errors.field.taken' } as const;
    domains(requested(desk))
      .when(request({ ...chat, domain: desk.domain } as never))
      .rejected('errors.domain.exists', taken);
    domains(requested(desk)).when(request(desk)).rejected('errors.domain.exists', taken);
    domains(requested(desk), requested(chat)).when(replace(chat.domain)).rejected('errors.domain.exists', taken);
  });

  test('are verified once, by the proof of their own request', () => {
    domains(requested(desk)).when(confirm('r')).gives(verified);
    domains(requested(desk), verified).when(confirm('r')).nothing();
    domains(requested(desk)).when(confirm('s')).nothing();
    domains(requested(desk), deleted).when(confirm('r')).nothing();
  });

  test('are requested again when they are replaced', () => {
    const replaced = { ...desk, domain: 'new.acme.example', requestId: 'r2' };
    const again: TenantDomainEvent = { type: 'TenantDomainRequested', data: replaced };
    domains(requested(desk), verified).when(replace('new.acme.example')).gives(again);
    domains(requested(desk), verified).when(replace(desk.domain)).nothing();
    expect(domains(requested(desk), verified, again).state().MAIN).toMatchObject({ isVerified: false, revision: 3 });
    domains(requested(desk), again).when(confirm('r')).nothing();
  });

  test('are not changed where they are unknown or have changed meanwhile', () => {
    domains().when(remove('d')).rejected('errors.domain.not_found');
    domains(requested(desk), deleted).when(replace('new.example')).rejected('errors.domain.not_found');
    domains(requested(desk), verified)
      .when(remove('d', { ifMatch: [1] }))
      .rejected('errors.precondition.failed');
    domains(requested(desk), verified)
      .when(remove('d', { ifMatch: [2] }))
      .gives(deleted);
    domains(requested(desk))
      .when(replace('new.example', { ifMatch: [9] }))
      .rejected('errors.precondition.failed');
  });
});
