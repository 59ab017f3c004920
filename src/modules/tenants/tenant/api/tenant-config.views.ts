import { type ColorConfig, DEFAULT_COLORS } from '../../../../catalogue/colors.js';
import type { ResourceRecord } from '../../../../kernel/resource.js';
import { type Frontend, frontendUrl } from '../application/frontend.js';
import type { Tenant } from '../domain/tenant.resource.js';
import type { TenantConfigDto } from './tenant-config.dto.js';

export const toColorConfig = ({ value }: ResourceRecord<Tenant>): ColorConfig => value.colors ?? DEFAULT_COLORS;

export const toTenantConfigDto = (
  record: ResourceRecord<Tenant>,
  frontend: Frontend,
  publicUrl: string,
): TenantConfigDto => ({
  id: record.id,
  frontend_url: frontendUrl(publicUrl, frontend),
  name: record.value.name,
  preferred_language: record.value.preferredLanguage,
  enabled: true,
  color_config: toColorConfig(record),
});
