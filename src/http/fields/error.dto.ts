import { fieldErrors } from '../../catalogue/errors/field-errors.js';
import { rejections } from '../../catalogue/errors/rejections.js';
import { ChoiceField, FreeObjectField, ObjectListField, TextField } from './fields.js';

const codes = Object.keys(rejections) as readonly string[];
const faultCodes = [...Object.keys(fieldErrors), ...codes] as readonly string[];

export class FieldErrorDto {
  @ChoiceField({ description: 'What is wrong', of: faultCodes })
  code!: string;

  @TextField({ description: 'The same in words', max: 1000 })
  message!: string;

  @TextField({
    description: 'Where: from the body’s root with dots, or the name of a parameter or header',
    min: 0,
    max: 10_000,
  })
  path!: string;

  @FreeObjectField({ description: 'Figures that belong to it', optional: true })
  details?: object;
}

/** The body of every refusal (specification 8). */
export class ErrorDto {
  @ChoiceField({ description: 'Of the error catalogue', of: codes, example: 'errors.validation.failed' })
  code!: string;

  @TextField({
    description: 'The same in words, English or German by Accept-Language',
    max: 1000,
    example: 'Validation failed',
  })
  message!: string;

  @ObjectListField({ description: 'All that is wrong', of: FieldErrorDto, max: 1_000_000, optional: true })
  errors?: FieldErrorDto[];

  @TextField({ description: 'Quote it when you ask us', max: 100 })
  request_id!: string;

  @FreeObjectField({ description: 'Figures that belong to it', optional: true })
  details?: object;
}
