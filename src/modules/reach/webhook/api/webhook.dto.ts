import type { WebhookFeatureRecord } from '../../../../../projections/webhook-feature/projection.js';
import type { WebhookSettingsRecord } from '../../../../../projections/webhook-settings/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { WEBHOOK_TYPES, webhookTypes } from '../../../../catalogue/webhook-types.js';
import {
  BooleanField,
  ChoiceField,
  ObjectListField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';

const description = {
  url: 'URL that receives deliveries, http or https. Private network addresses are not allowed.',
  type: 'Webhook type.',
  enabled: 'True if deliveries of this type are sent.',
};

const SIGNATURE_SCHEMES = ['v1'] as const;

export class PutWebhookSettingsDto {
  @TextField({ description: description.url, max: limits.url, example: 'https://hooks.acme.example/tidings' })
  endpoint_url!: string;

  @ChoiceField({
    description: 'Signature scheme. Default: v1, the only scheme.',
    of: SIGNATURE_SCHEMES,
    optional: true,
  })
  signature_scheme?: (typeof SIGNATURE_SCHEMES)[number];
}

export class WebhookSettingsDto {
  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @ChoiceField({ description: 'Signature scheme of deliveries: v1 of Standard Webhooks.', of: SIGNATURE_SCHEMES })
  signature_scheme!: (typeof SIGNATURE_SCHEMES)[number];

  @TextField({ description: description.url, max: limits.url })
  endpoint_url!: string;

  @BooleanField({ description: 'True if deliveries are sent. A PUT enables a disabled endpoint again.' })
  enabled!: boolean;

  @TextField({
    description:
      'Secret that signs deliveries (Standard Webhooks). Present after GET, rotation and the PUT that creates the settings.',
    max: 200,
    optional: true,
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  })
  secret?: string;

  @TimestampField({
    description: 'Time at which the endpoint was disabled. Absent while it is enabled.',
    optional: true,
  })
  disabled_at?: string;

  @TextField({
    description:
      'Reason for disabling: `gone` if the endpoint returned 410, `failing` if every attempt failed for 5 days.',
    max: 100,
    optional: true,
  })
  disabled_reason?: string;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

export class SetWebhookFeatureDto {
  @ChoiceField({ description: description.type, of: WEBHOOK_TYPES })
  webhook_type!: (typeof WEBHOOK_TYPES)[number];

  @BooleanField({ description: description.enabled })
  enabled!: boolean;
}

export class WebhookFeatureDto {
  @ChoiceField({ description: description.type, of: WEBHOOK_TYPES })
  webhook_type!: string;

  @BooleanField({ description: description.enabled })
  enabled!: boolean;
}

export class AvailableWebhookDto {
  @ChoiceField({ description: description.type, of: WEBHOOK_TYPES })
  webhook_type!: string;

  @TextField({ description: 'Event that the webhook type reports.', max: 200 })
  description!: string;
}

export class AvailableWebhooksDto {
  @ObjectListField({ description: 'All webhook types.', of: AvailableWebhookDto, max: limits.unlimited })
  features!: AvailableWebhookDto[];
}

export class WebhookFeatureQueryDto extends PageQueryDto {}
export const WebhookFeatureListDto = ListDto('features', WebhookFeatureDto);

export const availableWebhooks = (): AvailableWebhooksDto => ({
  features: WEBHOOK_TYPES.map((type) => ({ webhook_type: type, description: webhookTypes[type] })),
});

export const toWebhookFeatureDto = ({ id, value }: WebhookFeatureRecord): WebhookFeatureDto => ({
  webhook_type: id,
  enabled: value.enabled,
});

export function toWebhookSettingsDto(record: WebhookSettingsRecord, secret: string | undefined): WebhookSettingsDto {
  const { endpointUrl, enabled, disabledAt, disabledReason } = record.value;
  return {
    tenant_id: record.tenantId,
    signature_scheme: 'v1',
    endpoint_url: endpointUrl,
    enabled,
    ...(secret === undefined ? {} : { secret }),
    ...(disabledAt === undefined ? {} : { disabled_at: disabledAt }),
    ...(disabledReason === undefined ? {} : { disabled_reason: disabledReason }),
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}
