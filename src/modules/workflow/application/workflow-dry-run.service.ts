import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../catalogue/limits/limits.js';
import { EventLog } from '../../../engine/log/event-log.js';
import { positionsBetween } from '../../../engine/log/position-at-time.js';
import { scanTenant } from '../../../engine/log/scan.js';
import type { Recorded } from '../../../kernel/event.js';
import type { Instant } from '../../../kernel/instant.js';
import { parseStreamName } from '../../../kernel/stream.js';
import { match, mayMatch, type Triggering } from '../domain/workflow.match.js';
import type { Workflow } from '../domain/workflow.resource.js';
import type { DryRun, WouldFire } from '../domain/workflow.run.js';
import { TriggerContexts } from './trigger-context.service.js';

interface DryRunRequest {
  readonly tenantId: string;
  readonly workflow: Workflow;
  readonly from: Instant;
  readonly to: Instant;
}

/** Matches the current version of a workflow against past events. Reads only the log and has no effects. */
@Injectable()
export class WorkflowDryRun {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(TriggerContexts) private readonly contexts: TriggerContexts,
  ) {}

  async run({ tenantId, workflow, from, to }: DryRunRequest): Promise<DryRun> {
    const wouldFire: WouldFire[] = [];
    let total = 0;
    let eventsRead = 0;
    const range = await positionsBetween(this.log, from, to);
    for await (const { events } of scanTenant(this.log, tenantId, range)) {
      for (const event of events) {
        if (event.meta.at < from || event.meta.at > to) continue;
        eventsRead++;
        const found = await this.wouldFire(workflow, event);
        if (found && ++total <= limits.listMax) wouldFire.push(found);
      }
    }
    return { wouldFire, total, eventsRead };
  }

  private async wouldFire(workflow: Workflow, event: Recorded): Promise<WouldFire | undefined> {
    if (!mayMatch(workflow, event)) return undefined;
    const found = match(workflow, await this.contexts.contextOf(event as Recorded<Triggering>));
    if (!found) return undefined;
    const { id, at, stream } = event.meta;
    const branch = found.branch === undefined ? {} : { branch: found.branch };
    return { conversationId: parseStreamName(stream).id, eventId: id, at, ...branch };
  }
}
