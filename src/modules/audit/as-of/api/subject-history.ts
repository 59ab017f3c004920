import { Inject, Injectable } from '@nestjs/common';
import {
  type AuditEntries,
  type AuditFilters,
  auditEntriesOf,
  auditWalk,
  lastUpTo,
} from '../../../../../projections/audit-event/reads.js';
import { isErased } from '../../../../../projections/removed-conversation/reads.js';
import type { ShownKind } from '../../../../catalogue/audit/subjects.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { inPast, type Past } from '../../../../engine/read-models/past/past.js';
import { Pasts } from '../../../../engine/read-models/past/pasts.js';
import type { Moment, Position } from '../../../../kernel/event.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { Attribution } from '../application/attribution.js';
import { type Difference, differences } from '../application/differences.js';
import { type ShownSubject, SubjectViews } from './subject-views.js';

/** Events of a conversation that are looked at one by one for what events of its subject do not explain. */
const LOOKS_AT_CONVERSATION = 32;

export interface NamedSubject {
  readonly tenantId: string;
  readonly kind: ShownKind;
  readonly id: string;
  readonly conversationId?: string | undefined;
}

export interface AttributedChange extends Difference {
  /** The last event that made it. */
  readonly eventId: string | undefined;
}

export interface SubjectDiff {
  readonly from: Position;
  readonly to: Position;
  readonly before: object | undefined;
  readonly after: object | undefined;
  readonly changes: readonly AttributedChange[];
}

/** A subject of events as of moments, and what changed between two of them. */
@Injectable()
export class SubjectHistory {
  constructor(
    @Inject(Pasts) private readonly pasts: Pasts,
    @Inject(SubjectViews) private readonly views: SubjectViews,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  /** @throws Rejection 400 at `at`; 404; 410 */
  async at(
    named: NamedSubject,
    moment: Moment,
    path: string,
  ): Promise<{ readonly position: Position; readonly shown: object }> {
    const subject = await this.subject(named);
    const past = await this.pasts.of(named.tenantId, moment, path);
    const shown = await this.show(named.kind, subject, past);
    return { position: past.position, shown: shown ?? reject('errors.audit.subject_not_found') };
  }

  /** @throws Rejection 400 at `from` or `to`; 404 where it existed at neither end; 410 */
  async between(named: NamedSubject, from: Moment, to: Moment): Promise<SubjectDiff> {
    const { tenantId, kind } = named;
    const subject = await this.subject(named);
    const [first, last] = [await this.pasts.of(tenantId, from, 'from'), await this.pasts.of(tenantId, to, 'to')];
    if (first.position > last.position) rejectAt('from', 'errors.field.format', { format: '<= to' });
    const [before, after] = [await this.show(kind, subject, first), await this.show(kind, subject, last)];
    if (!before && !after) return reject('errors.audit.subject_not_found');
    const found = differences(before, after);
    const ends = { from: first.position, to: last.position };
    const events = await this.eventsOf(found, named, subject, ends);
    const changes = found.map((each) => ({ ...each, eventId: events.get(each) }));
    return { ...ends, before, after, changes };
  }

  /** Whether a tenant has, or had, the subject. */
  async isOf(tenantId: string, kind: ShownKind, id: string): Promise<boolean> {
    const { position } = this.caughtUp;
    for await (const { isWanted } of this.newest(
      auditEntriesOf(this.documents, tenantId),
      { subjectKind: kind, subjectId: id },
      position,
    )) {
      if (isWanted) return true;
    }
    return false;
  }

  private async eventsOf(
    found: readonly Difference[],
    { tenantId, kind }: NamedSubject,
    subject: ShownSubject,
    { from, to }: { readonly from: Position; readonly to: Position },
  ): Promise<ReadonlyMap<Difference, string>> {
    const entries = auditEntriesOf(this.documents, tenantId);
    const attribution = new Attribution(found, async (position) =>
      this.show(kind, subject, await this.pasts.of(tenantId, position, 'from')),
    );
    const range = { after: from, before: to + 1 };
    const { id: subjectId, conversationId } = subject;
    const inOne = conversationId === '' ? {} : { conversationId };
    const max = limits.auditDiffEvents;
    const own = this.newest(entries, { subjectKind: kind, subjectId, ...inOne, ...range }, to);
    if (!(await attribution.walk(own, max))) rejectAt('from', 'errors.field.too_many', { max });
    const room = kind === 'CONVERSATION' ? subjectId : conversationId;
    if (!attribution.isDone && room !== '') {
      await attribution.walk(this.newest(entries, { conversationId: room, ...range }, to), LOOKS_AT_CONVERSATION);
    }
    await attribution.halve(from, to, (position) => lastUpTo(entries, position));
    return attribution.events;
  }

  private newest(entries: AuditEntries, filters: AuditFilters, head: Position) {
    return auditWalk(entries, filters, { descending: true }, head);
  }

  private show(kind: ShownKind, subject: ShownSubject, past: Past): Promise<object | undefined> {
    return inPast(past, () => this.views.show(kind, subject, past.at));
  }

  /** @throws Rejection 400 at `conversation_id`; 410 */
  private async subject({ tenantId, kind, id, conversationId }: NamedSubject): Promise<ShownSubject> {
    const room = kind === 'MESSAGE' ? (conversationId ?? (await this.conversationOf(tenantId, id))) : conversationId;
    if (kind === 'PARTICIPANT' && room === undefined) rejectAt('conversation_id', 'errors.field.required');
    const conversation = kind === 'CONVERSATION' ? id : room;
    if (conversation !== undefined && (await isErased(this.documents, tenantId, conversation))) {
      reject('errors.conversation.erased');
    }
    return { tenantId, id, conversationId: kind === 'MESSAGE' || kind === 'PARTICIPANT' ? (room ?? '') : '' };
  }

  private async conversationOf(tenantId: string, messageId: string): Promise<string | undefined> {
    const where = [{ field: 'subjectId', is: '=', value: messageId }] as const;
    const { docs } = await auditEntriesOf(this.documents, tenantId).find({ where, limit: 1 });
    return docs[0]?.conversationId;
  }
}
