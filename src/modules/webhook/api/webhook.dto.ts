import type { KeptWebhookFeature } from '../../../../projections/webhook-feature/projection.js';
import type { KeptWebhookSettings } from '../../../../projections/webhook-settings/projection.js';
import { BooleanField, ChoiceField, ObjectListField, TextField, TimestampField, UuidField } from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { WEBHOOK_TYPES, webhookTypes } from '../../../catalogue/webhook-types.js';

const about = {
  url: 'Where webhooks go: an http or https address outside private networks',
  type: 'A webhook type',
  enabled: 'Whether it is sent',
};

const SIGNATURE_SCHEMES = ['v1'] as const;

export class PutWebhookSettingsDto {
  @TextField({ about: about.url, max: limits.url, example: 'https://hooks.acme.example/tidings' })
  endpoint_url!: string;

  @ChoiceField({ about: 'How what is sent is signed; there is one way', of: SIGNATURE_SCHEMES, optional: true })
  signature_scheme?: (typeof SIGNATURE_SCHEMES)[number];
}

export class WebhookSettingsDto {
  @UuidField({ about: 'Whose they are' })
  tenant_id!: string;

  @ChoiceField({ about: 'How what is sent is signed: Standard Webhooks', of: SIGNATURE_SCHEMES })
  signature_scheme!: (typeof SIGNATURE_SCHEMES)[number];

  @TextField({ about: about.url, max: limits.url })
  endpoint_url!: string;

  @BooleanField({ about: 'False after the endpoint answered 410; a PUT enables it again' })
  enabled!: boolean;

  @TextField({
    about: 'Signs what is sent (Standard Webhooks); in answers of GET, of rotating and of the PUT that creates',
    max: 200,
    optional: true,
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  })
  secret?: string;

  @TimestampField({ about: 'When it was disabled', optional: true })
  disabled_at?: string;

  @TextField({ about: 'Why it was disabled: `gone`, because it answered 410', max: 100, optional: true })
  disabled_reason?: string;

  @TimestampField({ about: 'When the settings were first made' })
  created_at!: string;

  @TimestampField({ about: 'When they last changed' })
  updated_at!: string;
}

export class WebhookTestDto {
  @TextField({ about: 'The delivery to be found under /webhooks/deliveries', max: 100 })
  delivery_id!: string;
}

export class SetWebhookFeatureDto {
  @ChoiceField({ about: about.type, of: WEBHOOK_TYPES })
  webhook_type!: (typeof WEBHOOK_TYPES)[number];

  @BooleanField({ about: about.enabled })
  enabled!: boolean;
}

export class WebhookFeatureDto {
  @ChoiceField({ about: about.type, of: WEBHOOK_TYPES })
  webhook_type!: string;

  @BooleanField({ about: about.enabled })
  enabled!: boolean;
}

export class AvailableWebhookDto {
  @ChoiceField({ about: about.type, of: WEBHOOK_TYPES })
  webhook_type!: string;

  @TextField({ about: 'What it tells', max: 200 })
  description!: string;
}

export class AvailableWebhooksDto {
  @ObjectListField({ about: 'All there are', of: AvailableWebhookDto, max: limits.unlimited })
  features!: AvailableWebhookDto[];
}

export class WebhookFeatureQueryDto extends PageQueryDto {}
export const WebhookFeatureListDto = ListDto('features', WebhookFeatureDto);

export const availableWebhooks = (): AvailableWebhooksDto => ({
  features: WEBHOOK_TYPES.map((type) => ({ webhook_type: type, description: webhookTypes[type] })),
});

export const toWebhookFeatureDto = ({ id, value }: KeptWebhookFeature): WebhookFeatureDto => ({
  webhook_type: id,
  enabled: value.enabled,
});

export function toWebhookSettingsDto(kept: KeptWebhookSettings, secret: string | undefined): WebhookSettingsDto {
  const { endpointUrl, enabled, disabledAt, disabledReason } = kept.value;
  return {
    tenant_id: kept.tenantId,
    signature_scheme: 'v1',
    endpoint_url: endpointUrl,
    enabled,
    ...(secret === undefined ? {} : { secret }),
    ...(disabledAt === undefined ? {} : { disabled_at: disabledAt }),
    ...(disabledReason === undefined ? {} : { disabled_reason: disabledReason }),
    created_at: kept.createdAt,
    updated_at: kept.updatedAt,
  };
}
