import { Inject, Injectable } from '@nestjs/common';
import type { PublicEventEntry } from '../../../../../projections/public-event-index/projection.js';
import {
  publicEventPage,
  publicEventsOf,
  publicPositionsBetween,
} from '../../../../../projections/public-event-index/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { eventsAt } from '../../../../engine/log/events-at.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import { type Instant, SECOND } from '../../../../kernel/instant.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationReader } from '../../../conversations/conversation/application/conversation.reader.js';
import { match, mayMatch, type Triggering, triggers } from '../domain/workflow.match.js';
import type { Workflow } from '../domain/workflow.resource.js';
import type { DryRun, WouldFire } from '../domain/workflow.run.js';
import { TriggerContexts } from './trigger-context.service.js';

const PAGE = 100;
/** A dry run stops after this time and says where to go on. */
const PATIENCE_MS = 2 * SECOND;

interface DryRunRequest {
  readonly tenantId: string;
  readonly workflow: Workflow;
  /** Start of the range: a time, or a position, both inclusive. */
  readonly from: Instant | { readonly position: Position };
  readonly to: Instant;
}

/** Matches the current version of a workflow against past events. Reads only the log and has no effects. */
@Injectable()
export class WorkflowDryRun {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(TriggerContexts) private readonly contexts: TriggerContexts,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
  ) {}

  async run({ tenantId, workflow, from, to }: DryRunRequest): Promise<DryRun> {
    const late = this.clock.monotonic() + PATIENCE_MS;
    const entries = publicEventsOf(this.documents, tenantId);
    await this.caughtUp.reached(this.log.appended, limits.caughtUpMs);
    const head = this.caughtUp.position;
    const fromTime = typeof from === 'string' ? from : undefined;
    const between = await publicPositionsBetween(entries, { from: fromTime ?? to, to, head });
    const until = Math.min(between.until ?? head, head);
    const wouldFire: WouldFire[] = [];
    let total = 0;
    let eventsRead = 0;
    let after = typeof from === 'string' ? between.after : from.position - 1;
    for (let hasMore = true; hasMore && after < until; ) {
      const page = await publicEventPage(entries, { after, until }, PAGE);
      hasMore = page.hasMore;
      const inTime = page.docs.filter(({ at }) => (fromTime === undefined || at >= fromTime) && at <= to);
      const events = new Map((await this.candidates(workflow, inTime)).map((event) => [event.meta.position, event]));
      for (const { position } of inTime) {
        const event = events.get(position);
        const found = event && (await this.wouldFire(workflow, event));
        eventsRead++;
        if (found && ++total <= limits.listMax) wouldFire.push(found);
        if (this.clock.monotonic() > late && position < until)
          return { wouldFire, total, eventsRead, next: position + 1 };
      }
      after = page.docs.at(-1)?.position ?? until;
    }
    return { wouldFire, total, eventsRead };
  }

  private candidates({ trigger }: Workflow, entries: readonly PublicEventEntry[]): Promise<readonly Recorded[]> {
    return eventsAt(
      this.log,
      entries.filter(({ type }) => triggers[type] === trigger.kind),
    );
  }

  private async wouldFire(workflow: Workflow, event: Recorded): Promise<WouldFire | undefined> {
    if (!mayMatch(workflow, event)) return undefined;
    const { id, at, stream, tenantId } = event.meta;
    const conversationId = parseStreamName(stream).id;
    if (await this.conversations.isRemoved(tenantId, conversationId)) return undefined;
    const found = match(workflow, await this.contexts.contextOf(event as Recorded<Triggering>, workflow));
    if (!found) return undefined;
    const branch = found.branch === undefined ? {} : { branch: found.branch };
    return { conversationId, eventId: id, at, ...branch };
  }
}
