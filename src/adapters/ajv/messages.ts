import type { ValidationResult } from '../../ports/process/schema-validator.js';
import type {
  JsonFile,
  LargeJsonWrite,
  PickedValues,
  RefusedJson,
  WrittenJson,
} from '../../ports/stores/large-json.js';
import type { SystemFailure } from '../../processes/pool-job.js';
import type { Located } from './schema-gate.js';

/** Schemas and values travel as compact JSON. */
export type ToChild =
  | {
      readonly kind: 'schema';
      readonly digest: string;
      readonly schema: string;
      readonly patterns: readonly Located[];
      /** The schema has no fault yet, so it is worth compiling. */
      readonly sound: boolean;
    }
  | { readonly kind: 'value'; readonly digest: string; readonly schema: string; readonly value: string }
  /** A value of a file. Without a schema any value is valid; without `write` it is only checked. */
  | {
      readonly kind: 'file';
      readonly digest: string;
      readonly schema: string;
      readonly file: JsonFile;
      readonly write?: Pick<LargeJsonWrite, 'base' | 'target' | 'maxBytes' | 'maxDepth' | 'searchedText'>;
    }
  | {
      readonly kind: 'pick';
      readonly digest: string;
      readonly schema: string;
      readonly file: JsonFile;
      readonly paths: readonly string[];
      readonly mostBytes: number;
    };

/** Result of a job on a file. */
export type FileResult = WrittenJson | RefusedJson | { readonly ok: true } | ({ readonly ok: true } & PickedValues);

export type JobResult = ValidationResult | FileResult;

/** `compiling` and `compiled` say which deadline counts. A verdict ends the job, and so does `interrupted`. */
export type FromChild = 'ready' | 'compiling' | 'compiled' | 'interrupted' | JobResult | SystemFailure;
