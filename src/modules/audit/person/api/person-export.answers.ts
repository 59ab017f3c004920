import { Inject, Injectable } from '@nestjs/common';
import type { AnswerRow } from '../../../../http/answer/answer-row.js';
import { BoundedAnswers } from '../../../../http/answer/bounded-answers.js';
import { readCursor, writeCursor } from '../../../../http/answer/paging.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ChunkBuffers } from '../../../../lib/chunk-buffers.js';
import { ASSET_LINKS, type SignedAssetLinks } from '../../../../ports/media/signed-asset-links.js';
import { ConversationDataService } from '../../../conversations/conversation/application/conversation-data.service.js';
import type { DataRef } from '../../../conversations/conversation/domain/conversation.events.js';
import { toMessageDto, withoutUploadUrl } from '../../../conversations/message/api/message.dto.js';
import { toNotificationDto } from '../../../reach/notification/api/notification.views.js';
import type { PersonQuestion } from '../application/person-search.js';
import { type PersonPart, PersonWalk, type WalkPlace } from '../application/person-walk.service.js';
import { toExportedParticipantDto, toExportedUserDto, toReadMarkDto } from './person-export.views.js';

const LISTS = ['users', 'participants', 'messages', 'notifications', 'read_marks', 'conversation_data'] as const;

type List = (typeof LISTS)[number];

/** Messages and notifications that one request looks at, those of others included. */
const MOST_LOOKED = 10_000;
/** Parts between which other requests are served. */
const BATCH = 16;
/** Finding a participant counts as this many messages. */
const PARTICIPANT_LOOKS = 10;

const rowOf = (shown: object): AnswerRow => ({ json: JSON.stringify(shown) });

/** The data of a person in pages that are bounded in bytes and in work. */
@Injectable()
export class PersonExports {
  constructor(
    @Inject(PersonWalk) private readonly walk: PersonWalk,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(ConversationDataService) private readonly content: ConversationDataService,
    @Inject(ASSET_LINKS) private readonly links: SignedAssetLinks,
  ) {}

  /** @throws Rejection 400 at `cursor`, 404 for a user that the tenant never had */
  async answer(ctx: RequestContext, question: PersonQuestion, cursor: string | undefined) {
    const { tenantId } = ctx.caller;
    const answer = this.answers.lists(ctx, LISTS);
    ctx.headers['Content-Type'] = 'application/json; charset=utf-8';
    const from = cursor === undefined ? undefined : placeIn(cursor, question);
    const users = from ? [] : await this.walk.users(tenantId, question);
    if (!from && 'userId' in question && users.length === 0) reject('errors.user.not_found');
    for (const user of users) await answer.add('users', rowOf(toExportedUserDto(user)));
    let [looked, parts] = [0, 0];
    for await (const part of this.walk.parts(tenantId, question, from)) {
      if (part.is === 'step') looked += part.looked;
      if (part.is === 'participant') looked += PARTICIPANT_LOOKS;
      const isFull = looked > MOST_LOOKED || !(await this.add(tenantId, answer, part));
      if (isFull) return answer.build({ has_more: true, next_cursor: cursorOf(part.place, question) });
      if (++parts % BATCH === 0) await answer.pause();
    }
    return answer.build({ has_more: false });
  }

  private async add(
    tenantId: string,
    answer: { add(list: List, row: AnswerRow): Promise<boolean> },
    part: PersonPart,
  ): Promise<boolean> {
    switch (part.is) {
      case 'step':
        return true;
      case 'participant':
        return answer.add('participants', rowOf(toExportedParticipantDto(part.person)));
      case 'message':
        return answer.add('messages', rowOf(withoutUploadUrl(toMessageDto(part.row, this.links))));
      case 'notification':
        return answer.add('notifications', rowOf(toNotificationDto(part.effect)));
      case 'mark':
        return answer.add('read_marks', rowOf(toReadMarkDto(part.mark)));
      case 'data':
        return answer.add('conversation_data', await this.dataRow(tenantId, part.conversationId, part.ref));
    }
  }

  private async dataRow(tenantId: string, conversationId: string, ref: DataRef): Promise<AnswerRow> {
    const id = { conversation_id: conversationId };
    if (ref.value !== undefined) return rowOf({ ...id, conversation_data: ref.value });
    const bytes = await this.content.sizeOf(tenantId, ref);
    const read = (buffers?: ChunkBuffers) => this.content.read(tenantId, ref, buffers);
    return { ...rowOf(id), large: { member: 'conversation_data', bytes, read } };
  }
}

const cursorOf = ({ owner, index, stage, at }: WalkPlace, question: PersonQuestion): string =>
  writeCursor(question, { k: owner, v: `${stage} ${at}`, o: index });

const PLACE = /^(\d) (.*)$/;

function placeIn(cursor: string, question: PersonQuestion): WalkPlace {
  const { k: owner, v, o: index } = readCursor(cursor, question);
  const [, stage, at] = PLACE.exec(String(v)) ?? [];
  if (stage === undefined || at === undefined) {
    return rejectAt('cursor', 'errors.field.format', { format: 'a cursor of this list' });
  }
  return { index, owner, stage: Number(stage), at };
}
