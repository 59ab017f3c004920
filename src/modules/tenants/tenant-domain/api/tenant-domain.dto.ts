import { limits } from '../../../../catalogue/limits/limits.js';
import { DOMAIN, DOMAIN_TYPES, type DomainType } from '../../../../catalogue/tenant.js';
import { BooleanField, ChoiceField, ObjectField, TextField, UuidField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';

const STATUSES = ['REQUESTED', 'CREATED'] as const;

const description = {
  domain: 'Domain: a host name. Responses show it in lower case.',
  client: 'True for a domain of the client app, false for a domain of the main app.',
};

const domain = { description: description.domain, max: limits.domain, pattern: DOMAIN, example: 'chat.acme.example' };

export class CreateDomainDto {
  @TextField(domain)
  domain!: string;

  @BooleanField({ description: `${description.client} Default: false.`, optional: true })
  is_client_app?: boolean;
}

export class ReplaceDomainDto {
  @TextField(domain)
  domain!: string;
}

class DomainVerificationDto {
  @ChoiceField({ description: 'Type of the DNS record.', of: ['TXT'] })
  type!: 'TXT';

  @TextField({ description: 'Name of the DNS record.', max: limits.hostname, example: '_tidings.chat.acme.example' })
  name!: string;

  @TextField({ description: 'Value of the DNS record.', max: 200, example: 'tidings-verification=CLgdYDnbWzXq2Kx5' })
  value!: string;
}

export class DomainDto {
  @UuidField({ description: 'Id of the domain.' })
  id!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenantId!: string;

  @TextField({ description: description.domain, max: limits.hostname })
  domain!: string;

  @BooleanField({ description: description.client })
  is_client_app!: boolean;

  @BooleanField({ description: 'True for the domains that every tenant has. They cannot be changed or deleted.' })
  is_system_domain!: boolean;

  @ChoiceField({
    description: 'REQUESTED until the DNS record proves the domain, then CREATED.',
    of: STATUSES,
  })
  status!: (typeof STATUSES)[number];

  @ObjectField({
    description: 'DNS record that proves the domain. The service looks it up every 5 minutes. Absent when CREATED.',
    of: DomainVerificationDto,
    optional: true,
  })
  verification?: DomainVerificationDto;
}

export class DomainQueryDto extends PageQueryDto {
  @ChoiceField({
    description: 'Only domains of the main app (MAIN) or of the client app (CLIENT). Default: both.',
    of: DOMAIN_TYPES,
    optional: true,
  })
  type?: DomainType;
}

export const DomainListDto = ListDto('domains', DomainDto);
