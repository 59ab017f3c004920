import { type ColorConfig, colors } from '../../../../catalogue/colors.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { LANGUAGES } from '../../../../catalogue/tenant.js';
import { BooleanField, ChoiceField, ObjectField, TextField, UuidField } from '../../../../http/fields/fields.js';

const COLOR = /^#[0-9a-fA-F]{6}$/;
const COLOR_LENGTH = { min: 7, max: 7 };

function colorConfigDto(): new () => ColorConfig {
  class ColorConfigDto {}
  for (const [name, { description, default: example }] of Object.entries(colors)) {
    const text = `${description} Format: #rrggbb.`;
    TextField({ description: text, ...COLOR_LENGTH, pattern: COLOR, example })(ColorConfigDto.prototype, name);
  }
  return ColorConfigDto as new () => ColorConfig;
}

/** All colours of both apps (contract 8). */
export const ColorConfigDto = colorConfigDto();

export class TenantConfigQueryDto {
  @TextField({
    description: 'Domain of an app of the tenant. Required unless `tenant_id` is given.',
    max: limits.hostname,
    optional: true,
    example: 'acme.tidings.example',
  })
  domain?: string;

  @UuidField({ description: 'Id of the tenant. Required unless `domain` is given.', optional: true })
  tenant_id?: string;
}

export class TenantConfigDto {
  @UuidField({ description: 'Id of the tenant.' })
  id!: string;

  @TextField({ description: 'URL of the main app of the tenant.', max: limits.url })
  frontend_url!: string;

  @TextField({ description: 'Name of the tenant.', ...limits.tenantName })
  name!: string;

  @ChoiceField({ description: 'Preferred language of the tenant.', of: LANGUAGES })
  preferred_language!: (typeof LANGUAGES)[number];

  @BooleanField({ description: 'True if users and clients of the tenant can sign in.' })
  enabled!: boolean;

  @ObjectField({ description: 'Colours of both apps, the defaults before they are set.', of: ColorConfigDto })
  color_config!: ColorConfig;
}
