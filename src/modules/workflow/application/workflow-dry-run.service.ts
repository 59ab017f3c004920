import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../catalogue/limits/limits.js';
import { EventLog } from '../../../engine/log/event-log.js';
import { MAX_CLOCK_SKEW_MS, positionBefore } from '../../../engine/log/position-at-time.js';
import type { Recorded } from '../../../kernel/event.js';
import { type Instant, plus } from '../../../kernel/instant.js';
import { parseStreamName } from '../../../kernel/stream.js';
import { match, mayMatch, type Triggering } from '../domain/workflow.match.js';
import type { Workflow } from '../domain/workflow.resource.js';
import type { DryRun, WouldFire } from '../domain/workflow.run.js';
import { TriggerContexts } from './trigger-context.service.js';

const PAGE = 1_000;

/** Others are served in between. */
const nextTurn = () => new Promise<void>((go) => setImmediate(go));

interface Asked {
  readonly tenantId: string;
  readonly workflow: Workflow;
  readonly from: Instant;
  readonly to: Instant;
}

/** What a workflow as it is now would have done about what has happened. Reads the log and nothing else; does nothing. */
@Injectable()
export class WorkflowDryRun {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(TriggerContexts) private readonly contexts: TriggerContexts,
  ) {}

  async run({ tenantId, workflow, from, to }: Asked): Promise<DryRun> {
    const wouldFire: WouldFire[] = [];
    let total = 0;
    let eventsRead = 0;
    for await (const event of this.between(from, to)) {
      if (event.meta.tenantId !== tenantId) continue;
      eventsRead++;
      const found = await this.wouldFire(workflow, event);
      if (!found) continue;
      if (++total <= limits.listMax) wouldFire.push(found);
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

  private async *between(from: Instant, to: Instant): AsyncGenerator<Recorded> {
    const end = await this.log.head();
    const beyond = plus(to, MAX_CLOCK_SKEW_MS);
    for (let after = await positionBefore(this.log, from); ; ) {
      const page = await this.log.readAll(after, PAGE);
      for (const event of page) {
        const { at, position } = event.meta;
        if (position > end || at > beyond) return;
        if (at >= from && at <= to) yield event;
        after = position;
      }
      if (page.length === 0) return;
      await nextTurn();
    }
  }
}
