import { token } from '../../kernel/token.js';
import type { Priority } from '../process/priority.js';
import type { SchemaError } from '../process/schema-validator.js';
import type { SpoolPlace } from './spool.js';

/** JSON in a file of the spool. */
export interface JsonFile extends SpoolPlace {
  /** First byte of the value. */
  readonly from: number;
  /** Behind its last byte. */
  readonly to: number;
}

export interface LargeJsonCheck {
  readonly file: JsonFile;
  /** Default: any value. */
  readonly schema?: unknown;
  /** Default: interactive. */
  readonly priority?: Priority;
}

export interface LargeJsonWrite extends LargeJsonCheck {
  /** The file is a merge patch (RFC 7396) of this value. */
  readonly base?: JsonFile | undefined;
  /** File that gets the value as compact JSON in UTF-8. */
  readonly target: SpoolPlace;
  /** Bytes of that JSON. */
  readonly maxBytes: number;
  /** Levels of containers. */
  readonly maxDepth: number;
  /** Characters of text that are searched. */
  readonly searchedText: number;
}

/**
 * A value that stores do not keep. `characters`: NUL or a lone surrogate. `unknown`: the name `__proto__`. `number`: a
 * number that a double does not keep.
 */
export interface UnstorableMember {
  readonly path: string;
  readonly reason: 'characters' | 'unknown' | 'number';
}

export interface WrittenJson {
  readonly ok: true;
  readonly bytes: number;
  /** SHA-256 of the compact JSON in hex. */
  readonly digest: string;
  /** The first texts and numbers of the value. */
  readonly text: string;
}

/** Why JSON is refused. At most 100 members and errors are named. */
export type RefusedJson =
  | { readonly ok: false; readonly reason: 'malformed' | 'too_deep' | 'too_long' }
  | { readonly ok: false; readonly reason: 'unstorable'; readonly members: readonly UnstorableMember[] }
  | { readonly ok: false; readonly reason: 'invalid'; readonly fieldErrors: readonly SchemaError[] };

export interface PickedValues {
  /** By path; a path that leads nowhere is left out. */
  readonly values: readonly (readonly [path: string, value: unknown])[];
  /** Values beyond the bound are texts that begin as they do and end in their digest. */
  readonly isCut: boolean;
}

/** Reads JSON that is too large for the memory of the service, in a process that may be killed. Tenants take turns. */
export interface LargeJson {
  /** @throws StoreUnavailable when too much waits or the disk fails */
  write(tenantId: string, asked: LargeJsonWrite): Promise<WrittenJson | RefusedJson>;
  /** @throws StoreUnavailable when too much waits or the disk fails */
  check(tenantId: string, asked: LargeJsonCheck): Promise<{ readonly ok: true } | RefusedJson>;
  /**
   * The values at dotted paths; undefined where they can't be read within the bounds of time and memory.
   * @param mostBytes of all values together
   * @throws StoreUnavailable when too much waits or the disk fails
   */
  pick(
    tenantId: string,
    file: JsonFile,
    paths: readonly string[],
    mostBytes: number,
  ): Promise<PickedValues | undefined>;
  /** Jobs that wait for a process. */
  readonly waiting: number;
  close(): Promise<void>;
}

export const LARGE_JSON = token<LargeJson>('LargeJson');
