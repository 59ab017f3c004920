import type { MessageTemplateRecord } from '../../../../projections/message-template/projection.js';
import { limits } from '../../../catalogue/limits/limits.js';
import {
  BooleanField,
  ChoiceField,
  ChoicesField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
  TimestampField,
  UuidField,
} from '../../../http/fields/fields.js';
import { ListDto } from '../../../http/fields/paging.dto.js';
import {
  isSystemTemplate,
  MESSAGE_TEMPLATE_KINDS,
  type MessageTemplate,
  type MessageTemplateKind,
  PARAMETER_KINDS,
  type Parameter,
  type ParameterKind,
  TEXT_LANGUAGES,
  type TextLanguage,
} from '../domain/message-template.resource.js';

const PARAMETER_NAME = /^[A-Za-z_]\w*$/;

const description = {
  name: 'Its name',
  description: 'What it is for',
  kind: 'What kind of message it makes',
  texts: 'Its text in one language at least; knows only {{ name }} of a parameter',
  parameters: 'Where the values of its placeholders come from',
  path: 'Into conversation_data: dots, list elements by number; for CONVERSATION_DATA only',
};

export class TextsDto {
  @TextField({ description: 'English', max: limits.text, example: 'Hello {{ customer }}', optional: true })
  en?: string;

  @TextField({ description: 'German', max: limits.text, example: 'Guten Tag {{ customer }}', optional: true })
  de?: string;
}

export class ParameterDto {
  @TextField({ description: 'As placeholders name it', max: limits.id, pattern: PARAMETER_NAME, example: 'customer' })
  name!: string;

  @ChoiceField({ description: 'Where its value comes from', of: PARAMETER_KINDS })
  kind!: ParameterKind;

  @TextField({ description: description.path, max: limits.valuePath, example: 'customer.name', optional: true })
  value_path?: string;
}

class MessageTemplateFieldsDto {
  @TextField({ description: description.description, max: limits.description, optional: true })
  description?: string;

  @ChoiceField({ description: description.kind, of: MESSAGE_TEMPLATE_KINDS })
  kind!: MessageTemplateKind;

  @ObjectField({ description: description.texts, of: TextsDto })
  texts!: TextsDto;

  @ObjectListField({
    description: description.parameters,
    of: ParameterDto,
    max: limits.templateParameters,
    optional: true,
  })
  parameters?: ParameterDto[];
}

export class CreateMessageTemplateDto extends MessageTemplateFieldsDto {
  @IdField({ description: 'Chosen by you', example: 'order_shipped' })
  name!: string;
}

export class ReplaceMessageTemplateDto extends MessageTemplateFieldsDto {
  @IdField({ description: 'If given, the one in the path', optional: true })
  name?: string;
}

export class MessageTemplateDto {
  @IdField({ description: description.name })
  name!: string;

  @UuidField({ description: 'Whose it is' })
  tenant_id!: string;

  @TextField({ description: description.description, max: limits.description, optional: true })
  description?: string;

  @ChoiceField({ description: description.kind, of: MESSAGE_TEMPLATE_KINDS })
  kind!: MessageTemplateKind;

  @BooleanField({ description: 'Whether the service ships it; such a one cannot be changed' })
  is_system_template!: boolean;

  @TimestampField({ description: 'When it was made' })
  created_at!: string;

  @TimestampField({ description: 'When it last changed' })
  updated_at!: string;

  @ObjectField({ description: 'Text by language; in a list with TEXTS only', of: TextsDto, optional: true })
  texts?: TextsDto;

  @ObjectListField({
    description: 'Where the values of its placeholders come from; in a list with PARAMETERS only',
    of: ParameterDto,
    max: limits.templateParameters,
    optional: true,
  })
  parameters?: ParameterDto[];
}

export const TEMPLATE_INCLUDES = ['TEXTS', 'PARAMETERS'] as const;
export type TemplateInclude = (typeof TEMPLATE_INCLUDES)[number];
export const TEMPLATE_ORDERS = ['name', 'created_at', 'updated_at'] as const;

export class MessageTemplateQueryDto {
  @ChoicesField({ description: 'What else to answer', of: TEMPLATE_INCLUDES, optional: true })
  includes?: TemplateInclude[];

  @ChoiceField({ description: 'name if left out', of: TEMPLATE_ORDERS, optional: true })
  sortBy?: (typeof TEMPLATE_ORDERS)[number];

  @ChoiceField({ description: 'ASC if left out', of: ['ASC', 'DESC'], optional: true })
  direction?: 'ASC' | 'DESC';

  @IntegerField({ description: 'How many; all if left out', min: 1, max: limits.unlimited, optional: true })
  limit?: number;

  @IntegerField({ description: 'How many to pass over', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({ description: 'The next_cursor of the page before', max: 4096, optional: true })
  cursor?: string;
}

export const MessageTemplateListDto = ListDto('message_templates', MessageTemplateDto);

export class RenderTemplateDto {
  @IdField({ description: 'Whose data are shown' })
  conversation_id!: string;

  @ChoiceField({ description: 'Before the participant’s and the tenant’s', of: TEXT_LANGUAGES, optional: true })
  language?: TextLanguage;

  @IdField({ description: 'Who would read it', optional: true })
  participant_id?: string;
}

export class RenderedTemplateDto {
  @TextField({ description: 'As it would be sent', min: 0, max: limits.text })
  text!: string;

  @ChoiceField({ description: 'Its language', of: TEXT_LANGUAGES })
  language!: TextLanguage;

  @TextListField({ description: 'Placeholders without a value; they were left empty', max: limits.templateParameters })
  missing!: string[];
}

const toParameter = ({ name, kind, value_path }: ParameterDto): Parameter => ({
  name,
  kind,
  ...(value_path === undefined ? {} : { valuePath: value_path }),
});

export const toTemplate = ({
  description,
  kind,
  texts,
  parameters = [],
}: MessageTemplateFieldsDto): MessageTemplate => ({
  ...(description === undefined ? {} : { description }),
  kind,
  texts: { ...texts },
  parameters: parameters.map(toParameter),
});

const toParameterDto = ({ name, kind, valuePath }: Parameter): ParameterDto => ({
  name,
  kind,
  ...(valuePath === undefined ? {} : { value_path: valuePath }),
});

/** Whole, unless it is said what to include. */
export function toMessageTemplateDto(
  { id, tenantId, createdAt, updatedAt, value }: MessageTemplateRecord,
  includes: readonly TemplateInclude[] = TEMPLATE_INCLUDES,
): MessageTemplateDto {
  const { description, kind, texts, parameters } = value;
  return {
    name: id,
    tenant_id: tenantId,
    ...(description === undefined ? {} : { description }),
    kind,
    is_system_template: isSystemTemplate(id),
    created_at: createdAt,
    updated_at: updatedAt,
    ...(includes.includes('TEXTS') ? { texts: { ...texts } } : {}),
    ...(includes.includes('PARAMETERS') ? { parameters: parameters.map(toParameterDto) } : {}),
  };
}
