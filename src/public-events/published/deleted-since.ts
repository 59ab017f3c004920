import type { ConversationListItem } from '../../../projections/conversation-list/projection.js';
import { erasureOf } from '../../../projections/erasure/reads.js';
import { type MessageRow, messageLog } from '../../../projections/message-log/projection.js';
import { messagesOf } from '../../../projections/message-log/reads.js';
import { subjectKey } from '../../kernel/erasure.js';
import type { Recorded } from '../../kernel/event.js';
import type { MembershipEvent } from '../../modules/conversations/conversation/domain/membership.events.js';
import type {
  AssetStatusChanged,
  MessageDeleted,
  MessageEvent,
  MessagePosted,
} from '../../modules/conversations/message/domain/message.events.js';
import { ErasedSince } from './erased-since.js';
import type { PublishedEvent } from './published-event.js';
import { type DeletionSource, RemovedConversations } from './removed-conversations.js';

const rowKey = (event: Recorded<MessageEvent>): string => messageLog.key(event) ?? '';
const idOf = (event: Recorded<MessageEvent>): string => `${event.meta.tenantId}/${rowKey(event)}`;

const showsContent = (event: Recorded): event is Recorded<MessagePosted | AssetStatusChanged> =>
  event.type === 'MessagePosted' || event.type === 'AssetStatusChanged';
const isDeletion = (event: Recorded): event is Recorded<MessageDeleted> => event.type === 'MessageDeleted';

/**
 * The deleted messages, the erased participants and the removed conversations of a page of events. A message or a
 * participant is published as it is by now; of a removed conversation nothing is published.
 */
export class DeletedSince {
  private rows = new Map<string, MessageRow>();
  private deletions = new Map<string, Recorded<MessageDeleted>>();

  private readonly removed: RemovedConversations;
  private readonly erased: ErasedSince;

  constructor(private readonly source: DeletionSource) {
    this.removed = new RemovedConversations(source);
    this.erased = new ErasedSince(source);
  }

  /**
   * Looks up the messages and the conversations that the events show; forgets the page before. Events newer than the
   * read models are skipped.
   */
  async load(events: readonly Recorded[]): Promise<void> {
    await this.removed.load(events);
    await this.erased.load(events);
    this.rows = new Map();
    this.deletions = new Map(events.filter(isDeletion).map((event) => [idOf(event), event]));
    const byTenant = new Map<string, string[]>();
    for (const event of events) {
      if (!showsContent(event) || event.meta.position > this.source.indexed) continue;
      const keys = byTenant.get(event.meta.tenantId);
      if (keys) keys.push(rowKey(event));
      else byTenant.set(event.meta.tenantId, [rowKey(event)]);
    }
    for (const [tenantId, keys] of byTenant) {
      for (const row of await messagesOf(this.source.documents, tenantId).many(keys)) {
        if (row.deletedAt !== undefined || row.erased)
          this.rows.set(`${tenantId}/${row.conversationId}.${row.id}`, row);
      }
    }
  }

  isRemoved(published: PublishedEvent): boolean {
    return this.removed.has(published);
  }

  /** Whether the participant of an event is erased by now. */
  hasErased(event: Recorded<MembershipEvent>): boolean {
    return this.erased.has(event);
  }

  /** The note of a lock is by the user who held it. */
  async withoutErased(tenantId: string, item: ConversationListItem): Promise<ConversationListItem> {
    const { lock } = item;
    if (lock?.note === undefined) return item;
    const holder = subjectKey({ kind: 'user', userId: lock.by });
    if (!(await erasureOf(this.source.documents, tenantId, holder))) return item;
    const { note: _, ...bare } = lock;
    return { ...item, lock: bare };
  }

  /** The message of an event as it is now; undefined where it is not deleted. `then`: it as it was after the event. */
  of(event: Recorded<MessageEvent>, then: MessageRow | undefined): MessageRow | undefined {
    if (!showsContent(event) || (this.rows.size === 0 && this.deletions.size === 0)) return undefined;
    const id = idOf(event);
    const deletion = this.deletions.get(id);
    return this.rows.get(id) ?? (deletion && messageLog.evolve(then, deletion));
  }
}
