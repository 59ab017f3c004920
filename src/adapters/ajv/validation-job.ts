import type { Priority } from '../../kernel/priority.js';
import type { JobResult, ToChild } from './messages.js';
import type { SchemaOfTenant } from './schema-speed.js';

export interface PoolWork {
  readonly tenantId: string;
  readonly priority: Priority;
  readonly message: ToChild;
  /** Counts while the job runs, not while it waits. */
  readonly validateMs: number;
  /** The process ends after it, which gives its memory back. */
  readonly isLast?: boolean;
}

/** Its group is the digest of its schema, so that the schemas of a tenant take turns. */
export interface Job extends PoolWork {
  readonly group: string;
  readonly bytes: number;
  readonly result: PromiseWithResolvers<JobResult>;
}

/** Why a job has no result. A job that is starved had too little time of a processor to tell whether it is slow. */
export type JobFailure = 'slow' | 'starved' | 'interrupted';

export function jobOf(work: PoolWork): Job {
  const { message } = work;
  const bytes = message.schema.length + (message.kind === 'value' ? message.value.length : 0);
  return { ...work, group: message.digest, bytes, result: Promise.withResolvers() };
}

export const schemaOf = ({ tenantId, group }: Job): SchemaOfTenant => ({ tenantId, digest: group });

export const holdsFile = ({ message }: Job): boolean => message.kind === 'file' || message.kind === 'pick';
