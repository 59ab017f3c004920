import type { ApiPropertyOptions } from '@nestjs/swagger';
import { type Described, field } from './fields.js';

/** Marks a schema whose type, which Nest demands, `complete-document.ts` takes away. */
export const ANY_VALUE = 'x-any-value';

/** Any JSON value, null too. */
export const AnyField = (described: Described) =>
  field(
    { ...described, optional: 'clearable' },
    'free',
    { type: 'string', [ANY_VALUE]: true } as ApiPropertyOptions,
    [],
  );
