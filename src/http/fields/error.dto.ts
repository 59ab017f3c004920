import { fieldErrors } from '../../catalogue/error-texts/field-errors.js';
import { rejections } from '../../catalogue/errors/rejections.js';
import { MAX_FIELD_ERRORS, MAX_LENGTH as MAX_PATH } from '../../kernel/rejection.js';
import { ChoiceField, FreeObjectField, ObjectListField, TextField } from './fields.js';

const codes = Object.keys(rejections) as readonly string[];
const faultCodes = Object.keys(fieldErrors) as readonly string[];

export class FieldErrorDto {
  @ChoiceField({ description: 'Error code of the field.', of: faultCodes })
  code!: string;

  @TextField({ description: 'Error in words, in English or German by `Accept-Language`.', max: 1000 })
  message!: string;

  @TextField({
    description:
      'Path of the value from the root of the body, for example `participants.0.email`. For a parameter or header its name. Longer paths are cut.',
    min: 0,
    max: MAX_PATH,
  })
  path!: string;

  @FreeObjectField({
    description: 'Values that belong to the error, for example the limits of a range.',
    optional: true,
  })
  details?: object;
}

/** Body of every error response (specification 8). */
export class ErrorDto {
  @ChoiceField({
    description: 'Error code. The documentation has a page for each code.',
    of: codes,
    example: 'errors.validation.failed',
  })
  code!: string;

  @TextField({
    description: 'Error in words, in English or German by `Accept-Language`.',
    max: 1000,
    example: 'Validation failed',
  })
  message!: string;

  @ObjectListField({
    description: `Errors of single fields, parameters and headers, the first ${MAX_FIELD_ERRORS}. Present if the request has such errors.`,
    of: FieldErrorDto,
    max: MAX_FIELD_ERRORS,
    optional: true,
  })
  errors?: FieldErrorDto[];

  @TextField({ description: 'Id of the request. Quote it in a support request.', max: 100 })
  request_id!: string;

  @FreeObjectField({
    description: 'Values that belong to the error, for example the holder of a lock.',
    optional: true,
  })
  details?: object;
}
