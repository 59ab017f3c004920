import { Inject, Injectable } from '@nestjs/common';
import type { MessageRow } from '../../../../../projections/message-log/projection.js';
import { messagesOf } from '../../../../../projections/message-log/reads.js';
import { erasedParticipant } from '../../../../../projections/participation/reads.js';
import { personRecordsOf } from '../../../../../projections/person-record/reads.js';
import { removedAmong } from '../../../../../projections/removed-conversation/reads.js';
import { parseInnerId } from '../../../../kernel/stream.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationDataService } from '../../../conversations/conversation/application/conversation-data.service.js';
import type { DataRef } from '../../../conversations/conversation/domain/conversation.events.js';
import {
  ConversationNotifications,
  type NotificationEffect,
} from '../../../reach/notification/application/conversation-notifications.service.js';
import { type Person, personOf } from './person-fold.js';
import { type PersonQuestion, PersonSearch } from './person-search.js';
import { type ReadMark, ReadMarks } from './read-marks.service.js';

const MESSAGES_AT_ONCE = 500;
const BYTES_AT_ONCE = 1_048_576;
const NOTIFICATIONS_AT_ONCE = 200;

/** The data of a participant come in this order. */
const STAGES = ['participant', 'messages', 'notifications', 'data'] as const;

/** Where a walk continues: at a stage of one participant. `at` is the last place there that is done. */
export interface WalkPlace {
  readonly index: number;
  readonly owner: string;
  readonly stage: number;
  readonly at: string;
}

type Of<K extends string, T> = { readonly is: K } & T;

/** One piece of data. `step`: this many messages or notifications were looked at. `place` begins with the part itself. */
export type PersonPart = { readonly place: WalkPlace } & (
  | Of<'participant', { readonly person: Person }>
  | Of<'message', { readonly row: MessageRow }>
  | Of<'mark', { readonly mark: ReadMark }>
  | Of<'notification', { readonly effect: NotificationEffect }>
  | Of<'data', { readonly conversationId: string; readonly ref: DataRef }>
  | Of<'step', { readonly looked: number }>
);

interface Walked {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly participantId: string;
  readonly person: Person;
  readonly placeAt: (stage: (typeof STAGES)[number], at: string | number) => WalkPlace;
}

/** Goes through everything of a person, participant by participant. It looks at their conversations alone. */
@Injectable()
export class PersonWalk {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(ConversationNotifications) private readonly notified: ConversationNotifications,
    @Inject(ReadMarks) private readonly marks: ReadMarks,
  ) {}

  async users(tenantId: string, question: PersonQuestion): Promise<readonly Person[]> {
    const search = this.search(tenantId, question);
    const found: Person[] = [];
    for (const owner of await search.users()) {
      const person = personOf(await search.of(owner));
      if (person) found.push(person);
    }
    return found;
  }

  async *parts(tenantId: string, question: PersonQuestion, from?: WalkPlace): AsyncGenerator<PersonPart> {
    const search = this.search(tenantId, question);
    const indexes = await search.participants();
    for (const [index, each] of indexes.entries()) {
      if (from && index < from.index) continue;
      let resumed = from?.index === index ? from : undefined;
      let owner = resumed?.owner ?? (await search.next(each));
      for (; owner !== undefined; owner = await search.next(each, owner)) {
        yield* this.participant(tenantId, search, index, owner, resumed);
        resumed = undefined;
      }
    }
  }

  private search(tenantId: string, question: PersonQuestion): PersonSearch {
    return new PersonSearch(personRecordsOf(this.documents, tenantId), question);
  }

  private async *participant(
    tenantId: string,
    search: PersonSearch,
    index: number,
    owner: string,
    resumed: WalkPlace | undefined,
  ): AsyncGenerator<PersonPart> {
    const [conversationId, participantId] = parseInnerId(owner);
    const person = personOf(await search.of(owner));
    if (!person || (await this.isGone(tenantId, conversationId, participantId))) return;
    const placeAt: Walked['placeAt'] = (stage, at) => ({ index, owner, stage: STAGES.indexOf(stage), at: String(at) });
    const walked: Walked = { tenantId, conversationId, participantId, person, placeAt };
    const [stage, at] = [resumed?.stage ?? 0, resumed?.at ?? ''];
    if (stage <= 0) yield { is: 'participant', person, place: placeAt('participant', '') };
    if (stage <= 1) yield* this.messages(walked, stage === 1 ? at : `${person.fromSequence}:0`);
    if (stage <= 2) yield* this.notifications(walked, stage === 2 && at !== '' ? at : undefined);
    if (person.kind === 'CLIENT' && (await search.isFirstOfOnlyClient(conversationId, owner))) {
      const ref = await this.content.refTo(tenantId, conversationId);
      if (ref) yield { is: 'data', conversationId, ref, place: placeAt('data', '') };
    }
  }

  /** An erasure may still be under way. */
  private async isGone(tenantId: string, conversationId: string, participantId: string): Promise<boolean> {
    if ((await removedAmong(this.documents, tenantId, [conversationId])).length > 0) return true;
    return (await erasedParticipant(this.documents, tenantId, conversationId, participantId)) !== undefined;
  }

  /** Their messages, and how far they have read: at least as far as their last message. */
  private async *messages(walked: Walked, at: string): AsyncGenerator<PersonPart> {
    const { tenantId, conversationId, participantId, placeAt } = walked;
    let [behind = 0, last = 0] = at.split(':').map(Number);
    for (let hasMore = true; hasMore; ) {
      const page = await messagesOf(this.documents, tenantId).find({
        where: [
          { field: 'conversationId', is: '=', value: conversationId },
          { field: 'sequence', is: '>', value: behind },
        ],
        order: { field: 'sequence', descending: false },
        limit: MESSAGES_AT_ONCE,
        bytes: BYTES_AT_ONCE,
      });
      for (const row of page.docs) {
        if (row.participantId !== participantId) continue;
        yield { is: 'message', row, place: placeAt('messages', `${row.sequence - 1}:${last}`) };
        last = row.sequence;
      }
      hasMore = page.hasMore;
      behind = page.docs.at(-1)?.sequence ?? behind;
      yield { is: 'step', looked: page.docs.length, place: placeAt('messages', `${behind}:${last}`) };
    }
    const mark = await this.marks.of(tenantId, walked.person, last);
    yield { is: 'mark', mark, place: placeAt('messages', `${behind}:${last}`) };
  }

  private async *notifications(walked: Walked, at: string | undefined): AsyncGenerator<PersonPart> {
    const { tenantId, conversationId, participantId, placeAt } = walked;
    let [behind, isLast] = [at, false];
    while (!isLast) {
      const page = await this.notified.some(tenantId, conversationId, NOTIFICATIONS_AT_ONCE, behind);
      for (const { key, value } of page) {
        const place = placeAt('notifications', behind ?? '');
        if (value.about.participantId === participantId) yield { is: 'notification', effect: value, place };
        behind = key.id;
      }
      isLast = page.length < NOTIFICATIONS_AT_ONCE;
      yield { is: 'step', looked: page.length, place: placeAt('notifications', behind ?? '') };
    }
  }
}
