import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { DAY, FAR_FUTURE, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { PlannedRuns } from '../domain/planned-runs.js';

const WORKFLOW_PLAN = 'workflow-plan';

const KEPT_MS = operationalRetention['workflow-plan'].days * DAY;
const PAGE = 200;
/** Entries of a tenant that are read at a time. */
const NEXT = 4;

/** Planned runs in the operational store, by tenant. Runs that are not made within 7 days are dropped. */
@Injectable()
export class WorkflowBacklog {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** As durable as the checkpoint that is advanced after it: a crash of the machine loses both or the checkpoint alone. */
  async put(tenantId: string, runs: PlannedRuns): Promise<void> {
    const id = String(runs.events[0]?.position ?? 0).padStart(16, '0');
    const due = plus(this.clock.now(), KEPT_MS);
    await this.operations.put({ tenantId, kind: WORKFLOW_PLAN, id }, runs, { due, relaxed: true });
  }

  /** The oldest of a tenant behind an entry. */
  next(tenantId: string, after: string | undefined): Promise<readonly Entry<PlannedRuns>[]> {
    return this.operations.list<PlannedRuns>(tenantId, WORKFLOW_PLAN, '', NEXT, after);
  }

  /** An entry that was planned again meanwhile stays. */
  async done({ key, revision }: Entry<PlannedRuns>): Promise<void> {
    await this.operations.remove(key, revision, { relaxed: true });
  }

  /** Tenants with planned runs. It reads the whole backlog, so only the start calls it. */
  async tenants(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let last: Entry | undefined; ; ) {
      const page: readonly Entry[] = await this.operations.due(WORKFLOW_PLAN, FAR_FUTURE, PAGE, last);
      for (const { key } of page) found.add(key.tenantId);
      last = page.at(-1);
      if (page.length < PAGE) return found;
    }
  }
}
