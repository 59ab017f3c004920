import { operationalRetention } from '../../../catalogue/retention.js';
import { HOUR, type Instant, plus } from '../../../kernel/instant.js';
import { NO_TENANT } from '../../../kernel/stream.js';

export const taskWords = ['rebuild', 'switch', 'rollback', 'drop', 'compare', 'retry', 'skip'] as const;

export type TaskWord = (typeof taskWords)[number];

/** A document in which two versions of a read model differ. */
export interface Difference {
  readonly tenant_id: string;
  readonly key: string;
  /** How the second copy has it, compared with the one that serves. */
  readonly is: 'DIFFERENT' | 'MISSING' | 'EXTRA';
}

export type TaskOutcome =
  | { readonly refused: string }
  | {
      /** Stored version, of a rebuild and a switch. */
      readonly version?: number;
      readonly documents?: number;
      /** The first of them are named. */
      readonly differences?: number;
      readonly named?: readonly Difference[];
      readonly said?: string;
    };

/** Work on a read model or on something parked, for the process whose projector is at work. */
export interface ModelTask {
  readonly what: TaskWord;
  /** Name of a read model, or id of something parked. */
  readonly of: string;
  readonly isTaken?: true;
  /** Documents that were compared. */
  readonly done?: number;
  readonly outcome?: TaskOutcome;
}

export const TASK_KIND = 'model-task';

export const taskKey = (id: string) => ({ tenantId: NO_TENANT, kind: TASK_KIND, id });

export const taskDue = (now: Instant): Instant => plus(now, operationalRetention[TASK_KIND].hours * HOUR);

/** Why a task is not done. */
export class TaskRefused extends Error {}
