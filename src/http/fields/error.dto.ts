import { faults } from '../../catalogue/errors/field-errors.js';
import { rejections } from '../../catalogue/errors/rejections.js';
import { ChoiceField, FreeObjectField, ObjectListField, TextField } from './fields.js';

const codes = Object.keys(rejections) as readonly string[];
const faultCodes = [...Object.keys(faults), ...codes] as readonly string[];

export class FaultDto {
  @ChoiceField({ about: 'What is wrong', of: faultCodes })
  code!: string;

  @TextField({ about: 'The same in words', max: 1000 })
  message!: string;

  @TextField({
    about: 'Where: from the body’s root with dots, or the name of a parameter or header',
    min: 0,
    max: 10_000,
  })
  path!: string;

  @FreeObjectField({ about: 'Figures that belong to it', optional: true })
  details?: object;
}

/** The body of every refusal (specification 8). */
export class ErrorDto {
  @ChoiceField({ about: 'Of the error catalogue', of: codes, example: 'errors.validation.failed' })
  code!: string;

  @TextField({
    about: 'The same in words, English or German by Accept-Language',
    max: 1000,
    example: 'Validation failed',
  })
  message!: string;

  @ObjectListField({ about: 'All that is wrong', of: FaultDto, max: 1_000_000, optional: true })
  errors?: FaultDto[];

  @TextField({ about: 'Quote it when you ask us', max: 100 })
  request_id!: string;

  @FreeObjectField({ about: 'Figures that belong to it', optional: true })
  details?: object;
}
