import { Inject, Injectable } from '@nestjs/common';
import { subjectOf } from '../../../../kernel/erasure.js';
import { type Instant, MINUTE, plus, SECOND } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  type DuePlace,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';

/** Conversations are apart, because retention waits for theirs. */
const WHOLE = 'erasure';
const PART = 'erasure-of-part';
const KINDS = [WHOLE, PART] as const;
const PAGE = 200;
const PAGES = 10;
const AGAIN_MS = 5 * MINUTE;
const MOST_FAILURES = 8;

type Kind = (typeof KINDS)[number];

const keyOf = (tenantId: string, id: string): OperationalKey =>
  subjectOf(id).kind === 'conversation' ? { tenantId, kind: WHOLE, id } : { tenantId, kind: PART, id };

/** Subjects that are being erased, of all tenants, by their key. Derived from the log, so that none is forgotten. */
@Injectable()
export class ErasureBacklog {
  private readonly places = new Map<Kind, DuePlace>();

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
    const failures = (await this.operations.get<number>(keyOf(tenantId, id)))?.value ?? 1;
    const pause = Math.min(AGAIN_MS, SECOND * 4 ** Math.min(failures, MOST_FAILURES));
    await this.put(tenantId, id, plus(this.clock.now(), pause), failures + 1);
  }

  async remove(tenantId: string, id: string): Promise<void> {
    await this.operations.remove(keyOf(tenantId, id), undefined, { relaxed: true });
  }

  /** Some of those that are due. The next call goes on behind them, so that every tenant's are seen. */
  async *waiting(): AsyncGenerator<{ readonly tenantId: string; readonly id: string }> {
    for (const kind of KINDS) {
      for (let n = 0; n < PAGES; n++) {
        const page = await this.operations.due<number>(kind, this.clock.now(), PAGE, this.places.get(kind));
        for (const { key } of page) yield key;
        const last = page.at(-1);
        if (page.length === PAGE && last) this.places.set(kind, last);
        else this.places.delete(kind);
        if (page.length < PAGE) break;
      }
    }
  }

  /** Whether at least `most` of a tenant's conversations wait. */
  async holds(tenantId: string, most: number): Promise<boolean> {
    return (await this.operations.list<number>(tenantId, WHOLE, '', most)).length >= most;
  }

  private async put(tenantId: string, id: string, due: Instant, failures = 1): Promise<void> {
    await this.operations.put(keyOf(tenantId, id), failures, { due });
  }
}
