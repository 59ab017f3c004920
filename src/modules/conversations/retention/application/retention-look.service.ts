import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { epochMs, HOUR, type Instant, MINUTE, plus, SECOND } from '../../../../kernel/instant.js';
import type { RetentionPolicy } from '../../../../kernel/retention.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import type { Query } from '../../../../ports/stores/document-store.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import { RetentionPolicies } from '../../conversation-type/application/retention-policies.service.js';
import { DueConversations, placeBehind } from './due-conversations.service.js';
import { PolicySchedule, type Scheduled } from './policy-schedule.service.js';
import { RetentionRuns } from './retention-runs.service.js';

/** Bounds of the time until a type is looked at again. */
const PAUSE_MS = { least: MINUTE, most: HOUR };
const HELD_UP_MS = 2 * SECOND;
const MOST_PAUSE_MS = 1_000;
const PATIENCE_MS = 10_000;

/** One look at the conversations of a type. It requests the removal of a page of those that are due. */
@Injectable()
export class RetentionLook {
  /** Where the runs of this process are. After a start a run begins at the oldest conversation again. */
  private readonly places = new Map<string, Query['after']>();

  constructor(
    @Inject(PolicySchedule) private readonly schedule: PolicySchedule,
    @Inject(RetentionPolicies) private readonly policies: RetentionPolicies,
    @Inject(DueConversations) private readonly conversations: DueConversations,
    @Inject(RetentionRuns) private readonly runs: RetentionRuns,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  wake(goesOn: () => boolean): Promise<void> {
    return this.schedule.wake(plus(this.clock.now(), PAUSE_MS.most), goesOn);
  }

  /** True: the run goes on at once. */
  async look(tenantId: string, conversationTypeId: string): Promise<boolean> {
    const entry = await this.schedule.get(tenantId, conversationTypeId);
    if (!entry) return false;
    const policy = await this.policies.of(tenantId, conversationTypeId);
    if (!policy) return this.end(entry);
    if (await this.runs.isHeldUp(tenantId)) return this.later(entry, entry.value, HELD_UP_MS);
    await this.caughtUp.reached(await this.log.head(), PATIENCE_MS);
    const started = this.clock.monotonic();
    const goesOn = await this.page(entry, policy);
    // Half of the time belongs to others.
    const pauseMs = Math.min(MOST_PAUSE_MS, this.clock.monotonic() - started);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return goesOn;
  }

  private async page(entry: Entry<Scheduled>, policy: RetentionPolicy): Promise<boolean> {
    const { tenantId, id: conversationTypeId } = entry.key;
    const at = this.clock.now();
    const after = this.places.get(entry.value.runId ?? '');
    const page = await this.conversations.removable(tenantId, conversationTypeId, policy, at, after);
    if (page.docs.length === 0) return this.finish(entry, policy);
    const started = await this.started(entry, at);
    const runId = started?.value.runId;
    if (!started || runId === undefined) return true;
    const run = { tenantId, runId, conversationTypeId, policy };
    await this.runs.start(run);
    await this.runs.remove(run, page.docs, at);
    const place = placeBehind(policy, page);
    if (place) this.places.set(runId, place);
    else this.places.delete(runId);
    return this.later(started, started.value, place ? 0 : HELD_UP_MS);
  }

  /** The run is kept before it begins, so that a process that goes on after a kill goes on with the same one. */
  private async started(entry: Entry<Scheduled>, at: Instant): Promise<Entry<Scheduled> | undefined> {
    if (entry.value.runId !== undefined) return entry;
    if (!(await this.schedule.put(entry, { runId: this.ids.next() }, at))) return undefined;
    return this.schedule.get(entry.key.tenantId, entry.key.id);
  }

  /** A run ends when nothing is due any more and everything it removed is gone. */
  private async finish(entry: Entry<Scheduled>, policy: RetentionPolicy): Promise<boolean> {
    const { tenantId, id: conversationTypeId } = entry.key;
    const { runId } = entry.value;
    if (runId !== undefined) {
      this.places.delete(runId);
      if (await this.runs.isRemoving(tenantId)) return this.later(entry, entry.value, HELD_UP_MS);
      await this.runs.finish(tenantId, runId);
    }
    const next = await this.conversations.nextRemovable(tenantId, conversationTypeId, policy);
    return this.later(entry, {}, this.until(next));
  }

  private until(next: Instant | undefined): number {
    const ms = next === undefined ? PAUSE_MS.most : epochMs(next) - epochMs(this.clock.now());
    return Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, ms));
  }

  private async later(entry: Entry<Scheduled>, value: Scheduled, ms: number): Promise<boolean> {
    await this.schedule.put(entry, value, plus(this.clock.now(), ms));
    return ms === 0;
  }

  /** The type has no policy any more. */
  private async end(entry: Entry<Scheduled>): Promise<boolean> {
    const { runId } = entry.value;
    if (runId !== undefined) await this.runs.finish(entry.key.tenantId, runId);
    await this.schedule.remove(entry);
    return false;
  }
}
