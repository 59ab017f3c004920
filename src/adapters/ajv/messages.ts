import type { ValidationResult } from '../../ports/schema-validator.js';
import type { Located } from './schema-gate.js';

/** Schemas and values travel as compact JSON. */
export type ToChild =
  | {
      readonly kind: 'schema';
      readonly digest: string;
      readonly schema: string;
      readonly patterns: readonly Located[];
      /** Nothing was found wrong so far: it is worth compiling. */
      readonly sound: boolean;
    }
  | { readonly kind: 'value'; readonly digest: string; readonly schema: string; readonly value: string };

/** `compiling` and `compiled` say which deadline counts; a verdict ends the job. */
export type FromChild = 'ready' | 'compiling' | 'compiled' | ValidationResult;
