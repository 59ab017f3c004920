import { hash } from 'node:crypto';
import type { ProcessLauncher } from '../../ports/process/process-launcher.js';
import type {
  JsonFile,
  LargeJson,
  LargeJsonCheck,
  PickedValues,
  RefusedJson,
  WrittenJson,
} from '../../ports/stores/large-json.js';
import type { JobResult, ToChild } from './messages.js';
import { gate } from './schema-gate.js';
import { type ValidationPoolBounds, validationPool } from './validation-pool.js';

const MiB = 1_048_576;
/** A process that read more is ended, since it keeps the memory. */
const KEPT_BYTES = 8 * MiB;
const START_MS = 2_000;
/** Bytes for which a job gets one more millisecond. */
const BYTES_PER_MS = 2_048;

/** Values up to this size use two processes, each with at most this much memory. */
const MEDIUM = { bytes: MiB, children: 2, memoryMiB: 128 } as const;

const BOUNDS: ValidationPoolBounds = {
  children: 1,
  compileMs: 1_000,
  startMs: 10_000,
  memoryMiB: 256,
  waiting: { total: 1_000, perTenant: 100 },
  waitingSlow: 5,
};

type FileJob = Extract<ToChild, { kind: 'file' | 'pick' }>;

const bytesOf = ({ from, to }: JsonFile): number => to - from;

/** A job that was ended took too long or too much memory. */
const asRefused = (result: JobResult): RefusedJson | Exclude<JobResult, { ok: false }> =>
  result.ok || 'reason' in result ? result : { ok: false, reason: 'invalid', fieldErrors: result.fieldErrors };

/** One process for values over 1 MiB, so that the memory of a single large value is the most that is taken. */
export function largeJson(launcher: ProcessLauncher, changed: Partial<ValidationPoolBounds> = {}): LargeJson {
  const bounds: ValidationPoolBounds = { ...BOUNDS, ...changed };
  const large = validationPool(launcher, bounds);
  const memoryMiB = Math.min(MEDIUM.memoryMiB, bounds.memoryMiB);
  const medium = validationPool(launcher, { ...bounds, children: MEDIUM.children, memoryMiB });

  async function run(tenantId: string, message: FileJob, priority: LargeJsonCheck['priority'] = 'interactive') {
    const bytes = bytesOf(message.file) + ('write' in message && message.write?.base ? bytesOf(message.write.base) : 0);
    const validateMs = START_MS + bytes / BYTES_PER_MS;
    const pool = bytes > MEDIUM.bytes ? large : medium;
    return asRefused(await pool.run({ tenantId, priority, message, validateMs, isLast: bytes > KEPT_BYTES }));
  }

  /** Its JSON; '' where any value is valid. Undefined: it is not accepted. */
  function schemaText(schema: unknown): string | undefined {
    if (schema === undefined) return '';
    const text = JSON.stringify(schema);
    return gate(schema, text).fieldErrors.length === 0 ? text : undefined;
  }

  function onFile(
    tenantId: string,
    { file, schema, priority }: LargeJsonCheck,
    write?: (ToChild & { kind: 'file' })['write'],
  ) {
    const text = schemaText(schema);
    if (text === undefined) {
      return { ok: false, reason: 'invalid', fieldErrors: [{ path: '', keyword: 'schema' }] } as const;
    }
    const message = {
      kind: 'file',
      digest: text === '' ? tenantId : hash('sha256', text),
      schema: text,
      file,
      ...(write ? { write } : {}),
    } as const;
    return run(tenantId, message, priority);
  }

  return {
    get waiting() {
      return medium.waiting + large.waiting;
    },

    async write(tenantId, { base, target, maxBytes, maxDepth, searchedText, ...asked }) {
      const write = { base, target, maxBytes, maxDepth, searchedText };
      return (await onFile(tenantId, asked, write)) as WrittenJson | RefusedJson;
    },

    async check(tenantId, asked) {
      return (await onFile(tenantId, asked)) as { readonly ok: true } | RefusedJson;
    },

    async pick(tenantId, file: JsonFile, paths, mostBytes) {
      const result = await run(tenantId, { kind: 'pick', digest: tenantId, schema: '', file, paths, mostBytes });
      return result.ok ? (result as { readonly ok: true } & PickedValues) : undefined;
    },

    async close() {
      await Promise.all([medium.close(), large.close()]);
    },
  };
}
