import { Inject, Injectable } from '@nestjs/common';
import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { conversationsOf } from '../../../../../projections/conversation-list/reads.js';
import { conversationTypesOf, typesOnce } from '../../../../../projections/conversation-type/reads.js';
import type { RosterEntry } from '../../../../../projections/participant-roster/projection.js';
import {
  everyoneIn,
  fewInEach,
  rosterKey,
  rosterOf,
  seenBy,
  sharedMarkerIn,
  sharedMarkerInEach,
  userInEach,
} from '../../../../../projections/participant-roster/reads.js';
import { erasedParticipant } from '../../../../../projections/participation/reads.js';
import { readMarksOf } from '../../../../../projections/read-mark/reads.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { principalKind, reachesConversation, reachesParticipant } from '../../../../kernel/access.js';
import type { Caller } from '../../../../kernel/caller.js';
import { reject } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore, type Reader } from '../../../../ports/stores/document-store.js';
import { ConversationReader } from '../../conversation/application/conversation.reader.js';
import { ConversationInLogService } from '../../conversation/application/conversation-in-log.service.js';
import { type ConversationType, nameByType } from '../../conversation-type/domain/conversation-type.resource.js';
import { type PresenceOf, PresenceService } from '../application/presence.service.js';
import { participantForClient } from './client-view.dto.js';
import {
  type ErasedParticipantDto,
  type ParticipantDto,
  toErasedParticipantDto,
  toParticipantDto,
} from './participant.dto.js';

/** The part of a conversation's row that its participants are shown with. */
type Conversation = Pick<ConversationListItem, 'id' | 'conversationTypeId' | 'lastSequence'>;

/** An erased resource does not change any more. */
const ERASED_REVISION = 1;

type ShowEntry = (entry: RosterEntry) => Promise<ParticipantDto>;

export interface ReadStatus {
  readonly last_message_seen: number;
  readonly unread_message_count: number;
}

/** Participants in the form of a response: their data, how far they have read, when they were last there. */
@Injectable()
export class ParticipantViews {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationInLogService) private readonly inLog: ConversationInLogService,
    @Inject(PresenceService) private readonly presence: PresenceService,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
  ) {}

  /** The row of the conversation. @throws Rejection 404, also when a client requests another than their own */
  async conversation(caller: Caller, id: string): Promise<ConversationListItem> {
    const isReached = reachesConversation(caller, id);
    const item = isReached ? await conversationsOf(this.documents, caller.tenantId).get(id) : undefined;
    return item ?? this.conversations.refuseAbsent(caller, id);
  }

  /** @throws Rejection 404, also when a client requests another participant than themself */
  async one(
    ctx: RequestContext,
    conversationId: string,
    participantId: string,
  ): Promise<ParticipantDto | ErasedParticipantDto> {
    const { caller } = ctx;
    const inLog = ctx.isLagging ? await this.inLog.of(caller.tenantId, conversationId) : undefined;
    const item = inLog?.item ?? (await this.conversation(caller, conversationId));
    const isReached = reachesParticipant(caller, participantId);
    const roster = rosterOf(this.documents, caller.tenantId);
    const known = inLog?.roster.find(({ id }) => id === participantId);
    const entry = isReached ? (known ?? (await roster.get(rosterKey(conversationId, participantId)))) : undefined;
    if (!entry) {
      const { tenantId } = caller;
      const erased = isReached && (await erasedParticipant(this.documents, tenantId, conversationId, participantId));
      if (!erased) return reject('errors.participant.not_found');
      ctx.revision = ERASED_REVISION;
      return toErasedParticipantDto(participantId, erased.kind);
    }
    ctx.revision = entry.revision;
    if (entry.erased) return toErasedParticipantDto(participantId, entry.kind);
    const shared = entry.kind === 'USER' ? await sharedMarkerIn(roster, conversationId) : undefined;
    const presence = await this.presence.of(caller.tenantId, conversationId, participantId);
    const type = await this.typeOf(caller.tenantId, item);
    return toParticipantDto(named(entry, type), { ...readMarkerOf(entry, shared, item), ...presence });
  }

  /** How participants of a conversation are shown. */
  async showing(tenantId: string, item: Conversation): Promise<ShowEntry> {
    const shared = await sharedMarkerIn(rosterOf(this.documents, tenantId), item.id);
    const type = await this.typeOf(tenantId, item);
    return shownBy(item, { shared, type }, await this.presence.inConversation(tenantId, item.id));
  }

  private async typeOf(tenantId: string, { conversationTypeId }: Conversation): Promise<ConversationType | undefined> {
    return (await conversationTypesOf(this.documents, tenantId).get(conversationTypeId))?.value;
  }

  /**
   * Participants of the conversations of a list, with few reads for all of them. `shown` has them as `inOrder` shows
   * them; `entries` are those of conversations with few participants.
   */
  forList(tenantId: string) {
    const roster = rosterOf(this.documents, tenantId);
    const typeOf = typesOnce(this.documents, tenantId);
    let present: ReturnType<PresenceService['inAny']> | undefined;
    return async (items: readonly Conversation[]) => {
      const ids = items.map(({ id }) => id);
      present ??= this.presence.inAny(tenantId);
      const [shared, few, presence] = [
        await sharedMarkerInEach(roster, ids),
        await fewInEach(roster, ids),
        await present,
      ];
      const showing = async (item: Conversation) =>
        shownBy(
          item,
          { shared: shared.get(item.id), type: (await typeOf(item.conversationTypeId))?.value },
          await presence(item.id),
        );
      return {
        entries: ({ id }: Conversation) => few.get(id),
        shown: (item: Conversation) => this.shown(tenantId, item, showing, few.get(item.id)),
      };
    };
  }

  /** Everyone in the order they joined, some at a time. */
  async *inOrder(tenantId: string, item: Conversation, entries?: readonly RosterEntry[]) {
    yield* this.shown(tenantId, item, () => this.showing(tenantId, item), entries);
  }

  private async *shown(
    tenantId: string,
    item: Conversation,
    showing: (item: Conversation) => Promise<ShowEntry>,
    entries: readonly RosterEntry[] | undefined,
  ) {
    const show = await showing(item);
    for await (const some of entries ? [entries] : everyoneIn(this.documents, tenantId, item.id)) {
      yield await Promise.all(some.map(show));
    }
  }

  /** Everyone as a client is shown them, some at a time: themself whole, the others by name. */
  async *inOrderForClient({ tenantId, id }: Caller, item: Conversation) {
    const own = await rosterOf(this.documents, tenantId).get(rosterKey(item.id, id));
    const whole = own && (await (await this.showing(tenantId, item))(own));
    const type = await this.typeOf(tenantId, item);
    const usersName = type?.displayNameSharedByUsers;
    for await (const some of everyoneIn(this.documents, tenantId, item.id)) {
      yield some.map((entry) => {
        const { kind, displayName, unnamed } = named(entry, type);
        if (entry.id === id && whole) return whole;
        return participantForClient({ id: entry.id, kind, display_name: displayName }, { unnamed, usersName });
      });
    }
  }

  /**
   * How far the caller has read in each. A user who takes no part has read nothing, unless they reported it. An API key
   * has no read status.
   */
  async readStatuses(caller: Caller, items: readonly Conversation[]): Promise<ReadonlyMap<string, ReadStatus>> {
    if (principalKind(caller) === 'key') return new Map();
    const roster = rosterOf(this.documents, caller.tenantId);
    const entries = await ownEntries(roster, caller, items);
    const users = [...entries.values()].filter(({ kind }) => kind === 'USER').map(({ conversationId: id }) => id);
    const shared = users.length > 0 ? await sharedMarkerInEach(roster, users) : undefined;
    const absent = principalKind(caller) === 'user' ? items.filter(({ id }) => !entries.has(id)) : [];
    const marks = await this.marksOf(caller, absent);
    const statusOf = (item: Conversation): ReadStatus => {
      const entry = entries.get(item.id);
      const { seen, unread } = entry
        ? readMarkerOf(entry, shared?.get(item.id), item)
        : withSeen(item, marks.get(item.id) ?? 0);
      return { last_message_seen: seen, unread_message_count: unread };
    };
    return new Map(items.map((item) => [item.id, statusOf(item)]));
  }

  /** Marks of a user who takes no part, by conversation. A shared marker that is further counts. */
  private async marksOf(
    { tenantId, id }: Caller,
    items: readonly Conversation[],
  ): Promise<ReadonlyMap<string, number>> {
    const ids = items.map((item) => item.id);
    const marks = await readMarksOf(this.documents, tenantId, id, ids);
    if (marks.size === 0) return new Map();
    const shared = await sharedMarkerInEach(rosterOf(this.documents, tenantId), [...marks.keys()]);
    return new Map([...marks].map(([key, { seen }]) => [key, Math.max(seen, shared.get(key)?.seen ?? 0)]));
  }
}

interface Surroundings {
  readonly shared: RosterEntry | undefined;
  readonly type: ConversationType | undefined;
}

const shownBy =
  (item: Conversation, { shared, type }: Surroundings, presence: PresenceOf): ShowEntry =>
  async (entry) =>
    toParticipantDto(named(entry, type), { ...readMarkerOf(entry, shared, item), ...(await presence(entry.id)) });

/** The participant under the name that its type gives it now. */
function named(entry: RosterEntry, type: ConversationType | undefined): RosterEntry {
  const displayName = nameByType(entry.kind, type);
  return displayName === undefined || entry.erased ? entry : { ...entry, displayName };
}

async function ownEntries(roster: Reader<RosterEntry>, caller: Caller, items: readonly Conversation[]) {
  const ids = items.map(({ id }) => id);
  if (principalKind(caller) === 'user') return userInEach(roster, ids, caller.id);
  const own = await roster.many(ids.map((id) => rosterKey(id, caller.id)));
  return new Map(own.map((entry) => [entry.conversationId, entry]));
}

const withSeen = ({ lastSequence }: Conversation, seen: number) => ({ seen, unread: Math.max(0, lastSequence - seen) });

const readMarkerOf = (entry: RosterEntry, shared: RosterEntry | undefined, item: Conversation) =>
  withSeen(item, seenBy(entry, shared));
