import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../catalogue/retention.js';
import { DAY, plus } from '../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../ports/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../ports/operational-store.js';

export const WORKFLOW_BUDGET = 'workflow-budget';

const ATTEMPTS = 50;

/** The runs that a root cause has paid for. */
type Spent = readonly string[];

/** Counts the effects of each root cause in the operational store; forgotten 7 days after the last one. */
@Injectable()
export class EffectBudget {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** False when the budget of the root cause is spent. A run that asks again, also after a crash, is counted once. */
  async take(tenantId: string, rootId: string, runId: string): Promise<boolean> {
    const key = { tenantId, kind: WORKFLOW_BUDGET, id: rootId };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const entry = await this.operations.get<Spent>(key);
      const spent = entry?.value ?? [];
      if (spent.includes(runId)) return true;
      if (spent.length >= limits.workflowEffects) return false;
      const options = {
        expected: entry?.revision ?? 0,
        due: plus(this.clock.now(), operationalRetention[WORKFLOW_BUDGET].days * DAY),
      };
      if (await this.operations.put(key, [...spent, runId], options)) return true;
    }
    throw new Error(`The effects of root cause ${rootId} change too often to be counted.`);
  }
}
