import { Inject, Injectable } from '@nestjs/common';
import { type Instant, MINUTE, plus, SECOND } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { type DuePlace, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

const KIND = 'erasure';
const PAGE = 200;
const PAGES = 10;
const AGAIN_MS = 5 * MINUTE;
const MOST_FAILURES = 8;

/** Subjects that are being erased, of all tenants, by their key. Derived from the log, so that none is forgotten. */
@Injectable()
export class ErasureBacklog {
  private place: DuePlace | undefined;

  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async add(tenantId: string, id: string): Promise<void> {
    await this.put(tenantId, id, this.clock.now());
  }

  /** After a failure, each time for longer; `ms`: while others are waited for. */
  async postpone(tenantId: string, id: string, ms?: number): Promise<void> {
    if (ms !== undefined) return this.put(tenantId, id, plus(this.clock.now(), ms));
    const failures = (await this.operations.get<number>({ tenantId, kind: KIND, id }))?.value ?? 1;
    const pause = Math.min(AGAIN_MS, SECOND * 4 ** Math.min(failures, MOST_FAILURES));
    await this.put(tenantId, id, plus(this.clock.now(), pause), failures + 1);
  }

  async remove(tenantId: string, id: string): Promise<void> {
    await this.operations.remove({ tenantId, kind: KIND, id }, undefined, { relaxed: true });
  }

  /** Some of those that are due. The next call goes on behind them, so that every tenant's are seen. */
  async *waiting(): AsyncGenerator<{ readonly tenantId: string; readonly id: string }> {
    for (let n = 0; n < PAGES; n++) {
      const page = await this.operations.due<1>(KIND, this.clock.now(), PAGE, this.place);
      for (const { key } of page) yield key;
      this.place = page.length < PAGE ? undefined : page.at(-1);
      if (!this.place) return;
    }
  }

  /** Whether at least `most` of a tenant's subjects wait. */
  async holds(tenantId: string, most: number): Promise<boolean> {
    return (await this.operations.list<1>(tenantId, KIND, '', most)).length >= most;
  }

  private async put(tenantId: string, id: string, due: Instant, failures = 1): Promise<void> {
    await this.operations.put({ tenantId, kind: KIND, id }, failures, { due });
  }
}
