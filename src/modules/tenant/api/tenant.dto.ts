import { limits } from '../../../catalogue/limits/limits.js';
import { LANGUAGES, TENANT_NAME } from '../../../catalogue/tenant.js';
import { BooleanField, ChoiceField, TextField, TimestampField, UuidField } from '../../../http/fields/fields.js';
import type { Patch } from '../../../kernel/patch.js';
import type { ResourceRecord } from '../../../kernel/resource.js';
import type { Tenant } from '../domain/tenant.resource.js';

const description = {
  name: 'Name of the tenant, shown to clients: letters, digits and spaces.',
  paused: 'True while the workflows of the tenant are paused. An event during the pause triggers no workflow later.',
};

export class PatchTenantDto {
  @TextField({
    description: `${description.name} Default: unchanged.`,
    ...limits.tenantName,
    pattern: TENANT_NAME,
    optional: true,
  })
  name?: string;

  @BooleanField({ description: `${description.paused} Default: unchanged.`, optional: true })
  workflows_paused?: boolean;
}

export class TenantDto {
  @UuidField({ description: 'Id of the tenant.' })
  id!: string;

  @TextField({ description: description.name, ...limits.tenantName })
  name!: string;

  @ChoiceField({ description: 'Preferred language of the tenant.', of: LANGUAGES })
  preferred_language!: (typeof LANGUAGES)[number];

  @BooleanField({ description: description.paused })
  workflows_paused!: boolean;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

export const toTenantPatch = ({ name, workflows_paused: paused }: PatchTenantDto): Patch<Tenant> => ({
  ...(name === undefined ? {} : { name }),
  ...(paused === undefined ? {} : { workflowsPaused: paused || null }),
});

export const toTenantDto = ({ id, value, createdAt, updatedAt }: ResourceRecord<Tenant>): TenantDto => ({
  id,
  name: value.name,
  preferred_language: value.preferredLanguage,
  workflows_paused: value.workflowsPaused === true,
  created_at: createdAt,
  updated_at: updatedAt,
});
