import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import type { Dto } from './field-shape.js';

interface EitherList {
  readonly description: string;
  readonly of: readonly [Dto, Dto];
  readonly max: number;
}

/** An optional list of an answer whose objects have one of two shapes. Nothing is checked. */
export const EitherListField = ({ description, of, max }: EitherList): PropertyDecorator =>
  applyDecorators(
    (target: object) => ApiExtraModels(...(of as readonly [never, never]))(target.constructor as never),
    ApiProperty({
      type: 'array',
      items: { anyOf: of.map((each) => ({ $ref: getSchemaPath(each as never) })) },
      maxItems: max,
      description,
      required: false,
    } as ApiPropertyOptions),
  );
