import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationError, validateSync } from 'class-validator';
import type { FieldErrorCode } from '../../catalogue/error-texts/field-errors.js';
import { limits } from '../../catalogue/limits/limits.js';
import { isCommonPassword } from '../../catalogue/passwords/common-passwords.js';
import { isPhone, isTimestamp } from '../../catalogue/text/formats.js';
import { CHOSEN_ID, UUID } from '../../kernel/ids.js';
import { type Dto, type FieldShape, shaped, sound } from './field-shape.js';

export interface Described {
  readonly description: string;
  readonly example?: unknown;
  /** `'clearable'`: in a PATCH null takes the value away. */
  readonly optional?: true | 'clearable';
}

export type FailedField = ValidationError;

const NOTHING: readonly FailedField[] = [];

/** Fields of an instance that fail, each with the code and details of its first failed check. */
export const failingFields = (instance: object): readonly FailedField[] =>
  sound(instance) ? NOTHING : validateSync(instance, { stopAtFirstError: true, forbidUnknownValues: false });

interface Check {
  readonly code: FieldErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly holds: (value: never) => boolean;
}

export const check = (
  code: FieldErrorCode,
  holds: (value: never) => boolean,
  details?: Record<string, unknown>,
): Check => (details ? { code, holds, details } : { code, holds });

/** A wire field: its checks and its documentation in one decorator. The first check that fails is reported. */
export function field(
  { description, example, optional }: Described,
  kind: FieldShape['kind'],
  schema: ApiPropertyOptions,
  checks: readonly Check[],
  { inner, kept }: Pick<FieldShape, 'inner' | 'kept'> = {},
): PropertyDecorator {
  const clearable = optional === 'clearable';
  const absent = (value: unknown) => value === undefined || (clearable && value === null);
  const holds = (value: unknown) =>
    (optional !== undefined && absent(value)) || checks.every((each) => each.holds(value as never));
  const documented = {
    ...schema,
    description,
    required: !optional,
    ...(example === undefined ? {} : { example }),
    ...(clearable ? { nullable: true } : {}),
  };
  return applyDecorators(
    shaped({ kind, clearable, holds, ...(inner ? { inner } : {}), ...(kept ? { kept } : {}) }),
    ApiProperty(documented as ApiPropertyOptions),
    ...(optional ? [ValidateIf((_, value) => !absent(value))] : []),
    ...checks.map(({ code, details, holds }, n) =>
      ValidateBy(
        { name: `${n}`, validator: { validate: holds as never, defaultMessage: () => code } },
        { context: { code, details } },
      ),
    ),
  );
}

export const isText = check('errors.field.type', (value) => typeof value === 'string', { type: 'string' });
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const codePoints = (text: string) => {
  let n = 0;
  for (const _ of text) n++;
  return n;
};

export const within = (min: number, max: number) =>
  check(
    'errors.field.length',
    (text: string) => {
      if (text.length < min || text.length > 2 * max) return false;
      const length = codePoints(text);
      return length >= min && length <= max;
    },
    { min, max },
  );

export const matching = (pattern: RegExp, code: FieldErrorCode = 'errors.field.pattern') =>
  check(code, (text: string) => pattern.test(text));

/** `min` and `max` count code points. */
export const TextField = ({
  min = 1,
  max,
  pattern,
  ...described
}: Described & { min?: number; max: number; pattern?: RegExp }) =>
  field(
    described,
    'text',
    { type: 'string', minLength: min, maxLength: max, ...(pattern ? { pattern: pattern.source } : {}) },
    [isText, within(min, max), ...(pattern ? [matching(pattern)] : [])],
  );

/** An id that a caller may choose. */
export const IdField = ({ max = limits.id, ...described }: Described & { max?: number }) =>
  field(described, 'text', { type: 'string', minLength: 1, maxLength: max, pattern: CHOSEN_ID.source }, [
    isText,
    within(1, max),
    matching(CHOSEN_ID),
  ]);

export const UuidField = (described: Described) =>
  field(described, 'text', { type: 'string', format: 'uuid' }, [
    isText,
    check('errors.field.format', (text: string) => UUID.test(text), { format: 'a UUID' }),
  ]);

/** RFC 3339, any offset. */
export const TimestampField = (described: Described) =>
  field(described, 'text', { type: 'string', format: 'date-time' }, [
    isText,
    check('errors.field.format', isTimestamp as never, { format: 'an RFC 3339 timestamp' }),
  ]);

/** A password to be set; no rules of composition. */
export const PasswordField = (described: Described) =>
  field(described, 'text', { type: 'string', minLength: limits.password.min, maxLength: limits.password.max }, [
    isText,
    within(limits.password.min, limits.password.max),
    check('errors.field.too_common', (text: string) => !isCommonPassword(text)),
  ]);

export const PhoneField = (described: Described) =>
  field(described, 'text', { type: 'string', pattern: '^\\+[1-9][0-9]{6,14}$' }, [
    isText,
    check('errors.field.format', isPhone as never, { format: 'an E.164 phone number' }),
  ]);

export const ChoiceField = <const T extends readonly string[]>({ of, ...described }: Described & { of: T }) =>
  field(described, 'text', { type: 'string', enum: [...of] }, [
    isText,
    check('errors.field.choice', (text: string) => of.includes(text), { choices: of.join(', ') }),
  ]);

export const BooleanField = (described: Described) =>
  field(described, 'boolean', { type: 'boolean' }, [
    check('errors.field.type', (value) => typeof value === 'boolean', { type: 'boolean' }),
  ]);

const isNumber = check('errors.field.type', (value) => typeof value === 'number' && Number.isFinite(value), {
  type: 'number',
});
const between = (min: number, max: number) =>
  check('errors.field.range', (value: number) => value >= min && value <= max, { min, max });

export const IntegerField = ({ min, max, ...described }: Described & { min: number; max: number }) =>
  field(described, 'integer', { type: 'integer', minimum: min, maximum: max }, [
    check('errors.field.type', (value) => Number.isInteger(value), { type: 'integer' }),
    between(min, max),
  ]);

export const NumberField = ({ min, max, ...described }: Described & { min: number; max: number }) =>
  field(described, 'number', { type: 'number', minimum: min, maximum: max }, [isNumber, between(min, max)]);

/** A JSON object whose inside is not ours to know; what is `said` of it is documented alone. */
export const FreeObjectField = ({ said, ...described }: Described & { said?: object }) =>
  field(described, 'free', { type: 'object', additionalProperties: true, ...said }, [
    check('errors.field.type', isObject as never, { type: 'object' }),
  ]);

const isList = check('errors.field.type', (value) => Array.isArray(value), { type: 'array' });
const counted = (min: number, max: number) =>
  check('errors.field.count', (list: readonly unknown[]) => list.length >= min && list.length <= max, { min, max });

interface Many extends Described {
  readonly min?: number;
  readonly max: number;
}

interface ManyTexts extends Many {
  /** The rules of each text. */
  readonly valid?: (text: string) => boolean;
  readonly kept?: (text: string) => string;
}

export const TextListField = ({ min = 0, max, valid, kept, ...described }: ManyTexts) =>
  field(
    described,
    'list',
    { type: 'array', items: { type: 'string' }, minItems: min, maxItems: max },
    [
      isList,
      counted(min, max),
      check('errors.field.type', (list: readonly unknown[]) => list.every((each) => typeof each === 'string'), {
        type: 'string',
      }),
      ...(valid ? [check('errors.field.pattern', (list: readonly string[]) => list.every(valid))] : []),
    ],
    kept ? { kept } : {},
  );

/** `most`: a body's list, of one at least. */
export const ChoicesField = <const T extends readonly string[]>({
  of,
  most,
  ...described
}: Described & { of: T; most?: number }) =>
  field(
    described,
    'list',
    { type: 'array', items: { type: 'string', enum: [...of] }, ...(most ? { minItems: 1, maxItems: most } : {}) },
    [
      isList,
      ...(most ? [counted(1, most)] : []),
      check('errors.field.choice', (list: readonly string[]) => list.every((each) => of.includes(each)), {
        choices: of.join(', '),
      }),
    ],
  );

export const ObjectField = ({ of, ...described }: Described & { of: Dto }) =>
  applyDecorators(
    field(
      described,
      'object',
      { type: () => of } as ApiPropertyOptions,
      [check('errors.field.type', isObject as never, { type: 'object' })],
      { inner: of },
    ),
    ValidateNested(),
  );

export const ObjectListField = ({ of, min = 0, max, ...described }: Many & { of: Dto }) =>
  applyDecorators(
    field(
      described,
      'list',
      { type: () => [of], minItems: min, maxItems: max } as ApiPropertyOptions,
      [
        isList,
        counted(min, max),
        check('errors.field.type', (list: readonly unknown[]) => list.every(isObject), { type: 'object' }),
      ],
      { inner: of },
    ),
    ValidateNested({ each: true }),
  );
