import type { KeptMessageTemplate } from '../../../../projections/message-template/projection.js';
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
import { limits } from '../../../catalogue/limits/limits.js';
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

const about = {
  name: 'Its name',
  description: 'What it is for',
  kind: 'What kind of message it makes',
  texts: 'Its text in one language at least; knows only {{ name }} of a parameter',
  parameters: 'Where the values of its placeholders come from',
  path: 'Into conversation_data: dots, list elements by number; for CONVERSATION_DATA only',
};

export class TextsDto {
  @TextField({ about: 'English', max: limits.text, example: 'Hello {{ customer }}', optional: true })
  en?: string;

  @TextField({ about: 'German', max: limits.text, example: 'Guten Tag {{ customer }}', optional: true })
  de?: string;
}

export class ParameterDto {
  @TextField({ about: 'As placeholders name it', max: limits.id, pattern: PARAMETER_NAME, example: 'customer' })
  name!: string;

  @ChoiceField({ about: 'Where its value comes from', of: PARAMETER_KINDS })
  kind!: ParameterKind;

  @TextField({ about: about.path, max: limits.valuePath, example: 'customer.name', optional: true })
  value_path?: string;
}

class MessageTemplateFieldsDto {
  @TextField({ about: about.description, max: limits.description, optional: true })
  description?: string;

  @ChoiceField({ about: about.kind, of: MESSAGE_TEMPLATE_KINDS })
  kind!: MessageTemplateKind;

  @ObjectField({ about: about.texts, of: TextsDto })
  texts!: TextsDto;

  @ObjectListField({ about: about.parameters, of: ParameterDto, max: limits.templateParameters, optional: true })
  parameters?: ParameterDto[];
}

export class CreateMessageTemplateDto extends MessageTemplateFieldsDto {
  @IdField({ about: 'Chosen by you', example: 'order_shipped' })
  name!: string;
}

export class ReplaceMessageTemplateDto extends MessageTemplateFieldsDto {
  @IdField({ about: 'If given, the one in the path', optional: true })
  name?: string;
}

export class MessageTemplateDto {
  @IdField({ about: about.name })
  name!: string;

  @UuidField({ about: 'Whose it is' })
  tenant_id!: string;

  @TextField({ about: about.description, max: limits.description, optional: true })
  description?: string;

  @ChoiceField({ about: about.kind, of: MESSAGE_TEMPLATE_KINDS })
  kind!: MessageTemplateKind;

  @BooleanField({ about: 'Whether the service ships it; such a one cannot be changed' })
  is_system_template!: boolean;

  @TimestampField({ about: 'When it was made' })
  created_at!: string;

  @TimestampField({ about: 'When it last changed' })
  updated_at!: string;

  @ObjectField({ about: 'Text by language; in a list with TEXTS only', of: TextsDto, optional: true })
  texts?: TextsDto;

  @ObjectListField({
    about: 'Where the values of its placeholders come from; in a list with PARAMETERS only',
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
  @ChoicesField({ about: 'What else to answer', of: TEMPLATE_INCLUDES, optional: true })
  includes?: TemplateInclude[];

  @ChoiceField({ about: 'name if left out', of: TEMPLATE_ORDERS, optional: true })
  sortBy?: (typeof TEMPLATE_ORDERS)[number];

  @ChoiceField({ about: 'ASC if left out', of: ['ASC', 'DESC'], optional: true })
  direction?: 'ASC' | 'DESC';

  @IntegerField({ about: 'How many; all if left out', min: 1, max: limits.unlimited, optional: true })
  limit?: number;

  @IntegerField({ about: 'How many to pass over', min: 0, max: limits.unlimited, optional: true })
  offset?: number;

  @TextField({ about: 'The next_cursor of the page before', max: 4096, optional: true })
  cursor?: string;
}

export const MessageTemplateListDto = ListDto('message_templates', MessageTemplateDto);

export class RenderTemplateDto {
  @IdField({ about: 'Whose data are shown' })
  conversation_id!: string;

  @ChoiceField({ about: 'Before the participant’s and the tenant’s', of: TEXT_LANGUAGES, optional: true })
  language?: TextLanguage;

  @IdField({ about: 'Who would read it', optional: true })
  participant_id?: string;
}

export class RenderedTemplateDto {
  @TextField({ about: 'As it would be sent', min: 0, max: limits.text })
  text!: string;

  @ChoiceField({ about: 'Its language', of: TEXT_LANGUAGES })
  language!: TextLanguage;

  @TextListField({ about: 'Placeholders without a value; they were left empty', max: limits.templateParameters })
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
  { id, tenantId, createdAt, updatedAt, value }: KeptMessageTemplate,
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
