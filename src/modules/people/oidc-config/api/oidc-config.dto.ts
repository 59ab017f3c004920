import type { OidcConfigRecord } from '../../../../../projections/oidc-config/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BooleanField, IdField, TextField, TimestampField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { DEFAULT_SCOPE } from '../domain/oidc-config.resource.js';

/** Scope tokens separated by single spaces (RFC 6749 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;
/** An issuer has neither query nor fragment (OpenID Connect Discovery 1.0). */
const ISSUER = /^[^?#]*$/;

const description = {
  name: 'Name of the provider, unique in the tenant.',
  authority:
    'Issuer URL of the provider, http or https, without query and fragment. Private network addresses are not allowed.',
  clientId: 'Client id of the tenant at the provider.',
  secret: 'Client secret of the tenant at the provider. Responses never contain it.',
  trust:
    'True if e-mail addresses of the provider count as verified where it sends no `email_verified`. Default: false.',
  scope: `Requested scopes, separated by spaces. Default: ${DEFAULT_SCOPE}.`,
};

const authority = { description: description.authority, max: limits.url, pattern: ISSUER };
const clientId = { description: description.clientId, max: limits.oidcClientId };
const secret = { description: description.secret, max: limits.oidcClientSecret };
const scope = { description: description.scope, max: limits.oidcScope, pattern: SCOPE };

export class CreateOidcConfigDto {
  @IdField({ description: description.name, example: 'acme-login' })
  provider_name!: string;

  @TextField({ ...authority, example: 'https://login.acme.example' })
  authority_url!: string;

  @TextField({ ...clientId, example: 'tidings' })
  client_id!: string;

  @TextField({ ...secret, example: 'a secret of the provider' })
  client_secret!: string;

  @TextField({ ...scope, optional: true })
  scope?: string;

  @BooleanField({ description: description.trust, optional: true })
  trust_email?: boolean;
}

export class PatchOidcConfigDto {
  @TextField({ ...authority, optional: true })
  authority_url?: string;

  @TextField({ ...clientId, optional: true })
  client_id?: string;

  @TextField({ ...secret, optional: true })
  client_secret?: string;

  @TextField({ ...scope, optional: 'clearable' })
  scope?: string | null;

  @BooleanField({ description: description.trust, optional: true })
  trust_email?: boolean;
}

export class OidcConfigDto {
  @IdField({ description: description.name })
  provider_name!: string;

  @TextField(authority)
  authority_url!: string;

  @TextField(clientId)
  client_id!: string;

  @TextField(scope)
  scope!: string;

  @BooleanField({ description: description.trust })
  trust_email!: boolean;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

export class OidcConfigQueryDto extends PageQueryDto {}
export const OidcConfigListDto = ListDto('oidc_configs', OidcConfigDto);

export const toOidcConfigDto = ({ id, value, createdAt, updatedAt }: OidcConfigRecord): OidcConfigDto => ({
  provider_name: id,
  authority_url: value.authorityUrl,
  client_id: value.clientId,
  scope: value.scope ?? DEFAULT_SCOPE,
  trust_email: value.trustEmail === true,
  created_at: createdAt,
  updated_at: updatedAt,
});
