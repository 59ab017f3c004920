import type { MessageTemplateRecord } from '../../../../../projections/message-template/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
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
} from '../../../../http/fields/fields.js';
import { ListDto, WholeListQueryDto } from '../../../../http/fields/paging.dto.js';
import { WrittenField } from '../../../../http/fields/text-fields.js';
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
  name: 'Name of the message template.',
  description: 'Purpose of the message template.',
  kind: 'Kind of the message that the template produces.',
  texts: 'Text in at least one language, with placeholders like `{{ name }}` for the parameters.',
  parameters: 'Parameters of the texts. Default: none.',
  segments:
    'Segments of an SMS with this text, after a cut at 1,600 characters. One segment holds 160 characters in GSM-7 or 70 in UCS-2.',
  path: 'Path into `conversation_data`, for example `customer.tags.0`. Required for `CONVERSATION_DATA`, not allowed for other kinds.',
};

export class TextsDto {
  @WrittenField({ description: 'Text in English.', max: limits.text, example: 'Hello {{ customer }}', optional: true })
  en?: string;

  @WrittenField({
    description: 'Text in German.',
    max: limits.text,
    example: 'Guten Tag {{ customer }}',
    optional: true,
  })
  de?: string;
}

export class ParameterDto {
  @TextField({
    description: 'Name of the parameter, as in the placeholder `{{ name }}`.',
    max: limits.id,
    pattern: PARAMETER_NAME,
    example: 'customer',
  })
  name!: string;

  @ChoiceField({ description: 'Source of the value.', of: PARAMETER_KINDS })
  kind!: ParameterKind;

  @TextField({ description: description.path, max: limits.valuePath, example: 'customer.name', optional: true })
  value_path?: string;
}

class MessageTemplateFieldsDto {
  @WrittenField({ description: description.description, max: limits.description, optional: true })
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
  @IdField({ description: 'Name of the message template, chosen by the caller.', example: 'order_shipped' })
  name!: string;
}

export class ReplaceMessageTemplateDto extends MessageTemplateFieldsDto {
  @IdField({
    description: 'Name of the message template. If present, it must equal the name in the path.',
    optional: true,
  })
  name?: string;
}

export class MessageTemplateDto {
  @IdField({ description: description.name })
  name!: string;

  @UuidField({ description: 'Id of the tenant.' })
  tenant_id!: string;

  @WrittenField({ description: description.description, max: limits.description, optional: true })
  description?: string;

  @ChoiceField({ description: description.kind, of: MESSAGE_TEMPLATE_KINDS })
  kind!: MessageTemplateKind;

  @BooleanField({ description: 'True for a message template of the service, which cannot be changed.' })
  is_system_template!: boolean;

  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;

  @ObjectField({ description: 'Text in each language. In a list present with `TEXTS`.', of: TextsDto, optional: true })
  texts?: TextsDto;

  @ObjectListField({
    description: 'Parameters of the texts. In a list present with `PARAMETERS`.',
    of: ParameterDto,
    max: limits.templateParameters,
    optional: true,
  })
  parameters?: ParameterDto[];
}

const TEMPLATE_INCLUDES = ['TEXTS', 'PARAMETERS'] as const;
export type TemplateInclude = (typeof TEMPLATE_INCLUDES)[number];
const TEMPLATE_ORDERS = ['name', 'created_at', 'updated_at'] as const;

export class MessageTemplateQueryDto extends WholeListQueryDto {
  @ChoicesField({
    description: 'Further fields of the response. Default: none.',
    of: TEMPLATE_INCLUDES,
    optional: true,
  })
  includes?: TemplateInclude[];

  @ChoiceField({ description: 'Field of the order. Default: name.', of: TEMPLATE_ORDERS, optional: true })
  sortBy?: (typeof TEMPLATE_ORDERS)[number];
}

export const MessageTemplateListDto = ListDto('message_templates', MessageTemplateDto);

export class RenderTemplateDto {
  @IdField({ description: 'Id of the conversation that provides the values.' })
  conversation_id!: string;

  @ChoiceField({
    description: 'Language of the text. Default: the language of the participant, then of the tenant, then English.',
    of: TEXT_LANGUAGES,
    optional: true,
  })
  language?: TextLanguage;

  @IdField({ description: 'Id of the participant who receives the text. Default: no participant.', optional: true })
  participant_id?: string;
}

export class RenderedTemplateDto {
  @TextField({ description: 'Rendered text. The key in the link of a client is a sample.', min: 0, max: limits.text })
  text!: string;

  @ChoiceField({ description: 'Language of the rendered text.', of: TEXT_LANGUAGES })
  language!: TextLanguage;

  @TextListField({
    description: 'Placeholders without a value. They render as empty text.',
    max: limits.templateParameters,
  })
  missing!: string[];

  @IntegerField({ description: description.segments, min: 0, max: limits.sms })
  sms_segments!: number;
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

/** The whole message template, or only the included members. */
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
