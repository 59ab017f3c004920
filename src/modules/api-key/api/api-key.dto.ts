import type { KeptApiKey } from '../../../../projections/api-key/projection.js';
import { TextField, TimestampField, UuidField } from '../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../http/fields/paging.dto.js';
import type { Instant } from '../../../kernel/instant.js';
import { limits } from '../../../catalogue/limits/limits.js';

const about = {
  id: 'Its id',
  name: 'What it is for',
  expires: 'When it ends; never unless said',
};

export class CreateApiKeyDto {
  @TextField({ about: about.name, max: limits.name, optional: true, example: 'Importer' })
  name?: string;

  @TimestampField({ about: about.expires, optional: true })
  expires_at?: string;
}

export class PatchApiKeyDto {
  @TextField({ about: about.name, max: limits.name, optional: 'clearable' })
  name?: string | null;
}

export class ApiKeyDto {
  @UuidField({ about: about.id })
  key_id!: string;

  @TextField({ about: about.name, max: limits.name, optional: true })
  name?: string;

  @TimestampField({ about: about.expires, optional: true })
  expires_at?: string;

  @TimestampField({ about: 'When it was made' })
  created_at!: string;

  @TimestampField({ about: 'When it was last used, at most a minute late', optional: true })
  last_used_at?: string;
}

export class NewApiKeyDto {
  @UuidField({ about: about.id })
  key_id!: string;

  @TextField({
    about: 'The key itself: shown this once, absent when the answer is given again',
    max: 200,
    optional: true,
  })
  api_key?: string;

  @TextField({ about: about.name, max: limits.name, optional: true })
  name?: string;

  @TimestampField({ about: about.expires, optional: true })
  expires_at?: string;
}

export class ApiKeyQueryDto extends PageQueryDto {}
export const ApiKeyListDto = ListDto('api_keys', ApiKeyDto);

const chosen = ({ name, expiresAt }: KeptApiKey['value']) => ({
  ...(name === undefined ? {} : { name }),
  ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
});

export const toNewApiKeyDto = ({ id, value }: KeptApiKey, text: string | undefined): NewApiKeyDto => ({
  key_id: id,
  ...(text === undefined ? {} : { api_key: text }),
  ...chosen(value),
});

export const toApiKeyDto = ({ id, createdAt, value }: KeptApiKey, lastUsedAt: Instant | undefined): ApiKeyDto => ({
  key_id: id,
  ...chosen(value),
  created_at: createdAt,
  ...(lastUsedAt === undefined ? {} : { last_used_at: lastUsedAt }),
});
