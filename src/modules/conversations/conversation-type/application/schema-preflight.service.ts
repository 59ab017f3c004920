import { Inject, Injectable } from '@nestjs/common';
import { conversationList } from '../../../../../projections/conversation-list/projection.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { QueueLengths } from '../../../../engine/effects/queue-lengths.js';
import { MAX_CLOCK_SKEW_MS } from '../../../../engine/log/position-at-time.js';
import { QueueFull } from '../../../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../../../fairness/queue/fair-runner.js';
import { type Instant, plus } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  type Condition,
  DOCUMENT_STORE,
  type DocumentStore,
  type Query,
} from '../../../../ports/stores/document-store.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';
import { ConversationDataService } from '../../conversation/application/conversation-data.service.js';

/** Conversations that are read at once, and data that are in memory at once. */
const PAGE = 200;
const AT_ONCE = 4;
/** A tenant checks one schema at a time. */
const BOUNDS = { running: { total: 4, perTenant: 1 }, waiting: { total: 64, perTenant: 4 } };

type Schema = Readonly<Record<string, unknown>>;

/** The findings of a check of one schema. */
export interface Findings {
  /** Number of the conversations that were checked. */
  checked: number;
  /** Number of those that break it. */
  conversations: number;
  isComplete: boolean;
  /** Ids of the first that break it. */
  readonly first: string[];
}

/** Checks whether the conversations of a type match a new schema, for a bounded time, in turns with other work. */
@Injectable()
export class SchemaPreflight {
  private readonly turns = new FairRunner(BOUNDS);

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationDataService) private readonly data: ConversationDataService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(QueueLengths) queues: QueueLengths,
  ) {
    queues.add('schema-preflight', () => this.turns.waiting);
  }

  /**
   * @param since only conversations that were written at this time or later
   * @throws Rejection 409 with the number and the first of those that break the schema, or because time is over
   * @throws StoreUnavailable when too many schemas of the tenant wait
   */
  async assertMatching(tenantId: string, typeId: string, schema: Schema, since?: Instant): Promise<void> {
    const { checked, conversations, first, isComplete } = await this.findings(tenantId, typeId, schema, since);
    const partly = isComplete ? {} : { checked };
    if (conversations > 0) reject('errors.conversation_type.schema_breaks', { conversations, first, ...partly });
    if (!isComplete) reject('errors.conversation_type.check_unfinished', { checked });
  }

  /** The conversations that break the schema, as far as time allows. @throws StoreUnavailable as `assertMatching` */
  async findings(tenantId: string, typeId: string, schema: Schema, since?: Instant): Promise<Findings> {
    try {
      return await this.turns.run({ tenantId }, () => this.check(tenantId, typeId, schema, since));
    } catch (error) {
      if (error instanceof QueueFull) throw new StoreUnavailable(error.message);
      throw error;
    }
  }

  private async check(tenantId: string, typeId: string, schema: Schema, since: Instant | undefined): Promise<Findings> {
    const endsMs = this.clock.monotonic() + limits.schemaPreflightMs;
    const findings: Findings = { checked: 0, conversations: 0, first: [], isComplete: true };
    for await (const id of this.conversations(tenantId, typeId, since)) {
      findings.isComplete = this.clock.monotonic() < endsMs;
      if (!findings.isComplete) break;
      await this.checkSome(tenantId, id, schema, findings);
    }
    return findings;
  }

  /** Ids in parts that are checked together. */
  private async *conversations(
    tenantId: string,
    typeId: string,
    since: Instant | undefined,
  ): AsyncGenerator<readonly string[]> {
    const ofType: Condition = { field: 'conversationTypeId', is: '=', value: typeId };
    if (since === undefined) return yield* this.keys(tenantId, { where: [ofType] });
    const written: Condition = { field: 'updatedAt', is: '>', value: plus(since, -MAX_CLOCK_SKEW_MS) };
    for (const value of [false, true]) {
      const where: readonly Condition[] = [ofType, { field: 'legalHold', is: '=', value }, written];
      yield* this.keys(tenantId, { where, order: { field: 'updatedAt', descending: false } });
    }
  }

  private async *keys(tenantId: string, query: Pick<Query, 'where' | 'order'>): AsyncGenerator<readonly string[]> {
    const list = this.documents.reader(conversationList, tenantId);
    for (let after: Query['after']; ; ) {
      const { docs, keys, hasMore } = await list.find({ ...query, limit: PAGE, ...(after ? { after } : {}) });
      for (let n = 0; n < keys.length; n += AT_ONCE) yield keys.slice(n, n + AT_ONCE);
      const [key, last] = [keys.at(-1), docs.at(-1)];
      if (!hasMore || key === undefined || last === undefined) return;
      after = query.order ? { key, value: last.updatedAt } : { key };
    }
  }

  private async checkSome(tenantId: string, ids: readonly string[], schema: Schema, findings: Findings) {
    const matching = await Promise.all(ids.map((id) => this.matches(tenantId, id, schema)));
    findings.checked += ids.length;
    for (const [n, id] of ids.entries()) {
      if (matching[n]) continue;
      findings.conversations++;
      if (findings.first.length < limits.schemaPreflightFirst) findings.first.push(id);
    }
  }

  private async matches(tenantId: string, id: string, schema: Schema): Promise<boolean> {
    return this.data.follows(tenantId, await this.data.refTo(tenantId, id), schema);
  }
}
