import type { ApiKeyRecord } from '../../../../../projections/api-key/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { apiKeyScopes, type Permission } from '../../../../catalogue/permissions/permissions.js';
import { ChoicesField, TextField, TimestampField, UuidField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { NameField } from '../../../../http/fields/text-fields.js';
import type { Instant } from '../../../../kernel/instant.js';

const description = {
  id: 'Id of the API key.',
  name: 'Name that identifies the API key to people.',
  expires: 'Time at which the API key expires. Default: it does not expire, or with the API key that creates it.',
  scopes:
    'Calls that the API key may make, by the names of the permission table. Default: all calls of the role API_KEY, or those of the API key that creates it.',
};

const scopes = { description: description.scopes, of: apiKeyScopes, most: apiKeyScopes.length };

export class CreateApiKeyDto {
  @NameField({ description: description.name, max: limits.name, optional: true, example: 'Importer' })
  name?: string;

  @TimestampField({ description: description.expires, optional: true })
  expires_at?: string;

  @ChoicesField({ ...scopes, optional: true })
  scopes?: Permission[];
}

export class PatchApiKeyDto {
  @NameField({ description: description.name, max: limits.name, optional: 'clearable' })
  name?: string | null;
}

export class ApiKeyDto {
  @UuidField({ description: description.id })
  key_id!: string;

  @NameField({ description: description.name, max: limits.name, optional: true })
  name?: string;

  @TimestampField({ description: description.expires, optional: true })
  expires_at?: string;

  @ChoicesField({ ...scopes, optional: true })
  scopes?: Permission[];

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({
    description: 'Time of the last use, at most one minute late. Absent before the first use.',
    optional: true,
  })
  last_used_at?: string;
}

export class NewApiKeyDto {
  @UuidField({ description: description.id })
  key_id!: string;

  @TextField({
    description: 'Value of the API key. Shown only in this response, absent when the response is replayed.',
    max: 200,
    optional: true,
  })
  api_key?: string;

  @NameField({ description: description.name, max: limits.name, optional: true })
  name?: string;

  @TimestampField({ description: description.expires, optional: true })
  expires_at?: string;

  @ChoicesField({ ...scopes, optional: true })
  scopes?: Permission[];
}

export class ApiKeyQueryDto extends PageQueryDto {}
export const ApiKeyListDto = ListDto('api_keys', ApiKeyDto);

const chosen = ({ name, expiresAt, scopes: given }: ApiKeyRecord['value']) => ({
  ...(name === undefined ? {} : { name }),
  ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
  ...(given === undefined ? {} : { scopes: [...given] }),
});

export const toNewApiKeyDto = ({ id, value }: ApiKeyRecord, text: string | undefined): NewApiKeyDto => ({
  key_id: id,
  ...(text === undefined ? {} : { api_key: text }),
  ...chosen(value),
});

export const toApiKeyDto = ({ id, createdAt, value }: ApiKeyRecord, lastUsedAt: Instant | undefined): ApiKeyDto => ({
  key_id: id,
  ...chosen(value),
  created_at: createdAt,
  ...(lastUsedAt === undefined ? {} : { last_used_at: lastUsedAt }),
});
