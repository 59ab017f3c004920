import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

export const WORKFLOW_BUDGET = 'workflow-budget';

const KEPT_DAYS = operationalRetention[WORKFLOW_BUDGET].days;
const ATTEMPTS = 50;

/** The runs that a root cause has paid for. */
type Spent = readonly string[];

/** A run that wants to act. */
interface Payer {
  readonly tenantId: string;
  readonly rootId: string;
  readonly runId: string;
}

const keyOf = (tenantId: string, rootId: string) => ({ tenantId, kind: WORKFLOW_BUDGET, id: rootId });

/** Counts the effects of each root cause in the operational store; forgotten 7 days after the last one. */
@Injectable()
export class EffectBudget {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether the run has begun: it takes its part of the budget before it acts. */
  async isTaken({ tenantId, rootId, runId }: Payer): Promise<boolean> {
    return (await this.operations.get<Spent>(keyOf(tenantId, rootId)))?.value.includes(runId) === true;
  }

  /** A run that repeats, in another process or after a crash, is counted once and gets `before`. */
  async take({ tenantId, rootId, runId }: Payer): Promise<'now' | 'before' | 'spent'> {
    const key = keyOf(tenantId, rootId);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const entry = await this.operations.get<Spent>(key);
      const spent = entry?.value ?? [];
      if (spent.includes(runId)) return 'before';
      if (spent.length >= limits.workflowEffects) return 'spent';
      const options = { expected: entry?.revision ?? 0, due: plus(this.clock.now(), KEPT_DAYS * DAY) };
      if (await this.operations.put(key, [...spent, runId], options)) return 'now';
    }
    throw new Error(`The effects of root cause ${rootId} change too often to be counted.`);
  }
}
