import { check, type Described, field } from './fields.js';

interface Repeated extends Described {
  readonly max: number;
  readonly kept: (text: string) => string;
}

/** A query parameter that may be given several times. A comma belongs to its text. */
export const RepeatedField = ({ max, kept, ...described }: Repeated) =>
  field(
    described,
    'texts',
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: max },
    [
      check('errors.field.type', (value) => Array.isArray(value), { type: 'array' }),
      check('errors.field.count', (list: readonly string[]) => list.length <= max, { min: 1, max }),
    ],
    { kept },
  );
