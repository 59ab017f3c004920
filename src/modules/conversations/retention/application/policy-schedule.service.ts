import { Inject, Injectable } from '@nestjs/common';
import { FAR_FUTURE, type Instant } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

const KIND = 'retention-policy';
const PAGE = 200;

/** A type with a policy; `runId` is the run that is under way. */
export interface Scheduled {
  readonly runId?: string;
}

/** When the conversations of each type with a policy are looked at next. */
@Injectable()
export class PolicySchedule {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The type changed: it is looked at now, and a run under way goes on. */
  async changed(tenantId: string, conversationTypeId: string): Promise<void> {
    const key = { tenantId, kind: KIND, id: conversationTypeId };
    for (;;) {
      const known = await this.operations.get<Scheduled>(key);
      const options = { expected: known?.revision ?? 0, due: this.clock.now() };
      if (await this.operations.put(key, known?.value ?? {}, options)) return;
    }
  }

  /** Types that a clock which was ahead put off for too long are looked at now. */
  async wake(latest: Instant, goesOn: () => boolean): Promise<void> {
    for (let after: Entry<Scheduled> | undefined; ; ) {
      const page: readonly Entry<Scheduled>[] = await this.operations.due<Scheduled>(KIND, FAR_FUTURE, PAGE, after);
      for (const entry of page) {
        if (!goesOn()) return;
        if (entry.due !== undefined && entry.due > latest) await this.put(entry, entry.value, this.clock.now());
      }
      after = page.at(-1);
      if (page.length < PAGE) return;
    }
  }

  due(limit: number): Promise<readonly Entry<Scheduled>[]> {
    return this.operations.due<Scheduled>(KIND, this.clock.now(), limit);
  }

  get(tenantId: string, conversationTypeId: string): Promise<Entry<Scheduled> | undefined> {
    return this.operations.get<Scheduled>({ tenantId, kind: KIND, id: conversationTypeId });
  }

  /** False: someone else changed it meanwhile. */
  put({ key, revision }: Entry<Scheduled>, value: Scheduled, due: Instant): Promise<boolean> {
    return this.operations.put(key, value, { expected: revision, due });
  }

  async remove({ key, revision }: Entry<Scheduled>): Promise<void> {
    await this.operations.remove(key, revision);
  }
}
