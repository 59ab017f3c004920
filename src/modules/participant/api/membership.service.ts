import { Inject, Injectable } from '@nestjs/common';
import { conversationTypesOf } from '../../../../projections/conversation-type/reads.js';
import type { KeptUser } from '../../../../projections/user/projection.js';
import { usersOf } from '../../../../projections/user/reads.js';
import type { Exchange } from '../../../http/pipeline/request-context.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { type Fault, Rejection, reject } from '../../../kernel/rejection.js';
import { IDS, type Ids } from '../../../ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ConversationAccess, type Member, type Open } from '../../conversation/application/conversation.reader.js';
import { MessageAccess } from '../../message/application/message.reader.js';
import { AddParticipant, type Joining, type Sharing } from '../domain/participant.commands.js';
import type { CreateParticipantDto } from './participant.dto.js';

type Wanted = CreateParticipantDto;

/** Turns who is wanted in a conversation into who joins it. */
@Injectable()
export class ParticipantJoining {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(ConversationAccess) private readonly conversations: ConversationAccess,
    @Inject(MessageAccess) private readonly messages: MessageAccess,
  ) {}

  /**
   * Those of a body. With a prefix they are a list, and the path of a fault is `<prefix><n>.<field>`.
   * @throws Rejection 400 that tells every fault
   */
  async toJoining(
    here: Exchange,
    wanted: readonly Wanted[],
    fromSequence: number,
    prefix?: string,
  ): Promise<readonly Joining[]> {
    const users = await this.usersOf(here.caller.tenantId, wanted);
    const found = wanted.flatMap((each, n) => faultsOf(each, prefix === undefined ? '' : `${prefix}${n}.`, users));
    if (found.length > 0) throw new Rejection('errors.validation.failed', found);
    return wanted.map((each) => {
      const id = each.id === undefined ? { id: here.nextId(), anyId: true as const } : { id: each.id };
      return { ...joiningOf(each, users.get(each.user_id ?? '')), ...id, fromSequence };
    });
  }

  /** The one of a body. @throws Rejection 400 */
  async toJoiningOne(here: Exchange, wanted: Wanted, fromSequence: number): Promise<Joining> {
    const [joining] = await this.toJoining(here, [wanted], fromSequence);
    return joining as Joining;
  }

  /** What the first user brings along where the conversation's type says that users share a read status. */
  async sharingFor(here: Exchange, conversationTypeId: string, fromSequence: number): Promise<Sharing | undefined> {
    const kept = await conversationTypesOf(this.documents, here.caller.tenantId).get(conversationTypeId);
    if (!kept?.value.sharedReadStatus) return undefined;
    return { id: this.ids.next(), displayName: kept.value.displayNameSharedByUsers ?? 'Team', fromSequence };
  }

  /**
   * The user as a participant, made one on the spot. Draws no id from `here`: a keyed request that is made again, when
   * the user has joined already, must draw the same ones for what it does next.
   */
  async joinUser(here: Exchange, conversationId: string, open: Open, userId: string): Promise<Member> {
    const known = memberOf(open, userId);
    if (known) return known;
    const { tenantId, actor } = here.caller;
    const user = (await usersOf(this.documents, tenantId).get(userId)) ?? reject('errors.user.not_found');
    const { lastSequence: fromSequence } = await this.messages.end(tenantId, conversationId);
    const joining: Joining = { kind: 'USER', userId, displayName: nameOf(user), id: this.ids.next(), fromSequence };
    const sharing = await this.sharingFor(here, open.conversationTypeId, fromSequence);
    const meta = { tenantId, actor, at: here.at, commandId: this.ids.next(), correlationId: here.requestId };
    try {
      await this.writes.ask(here, new AddParticipant(conversationId, { joining, ...(sharing && { sharing }) }, meta));
    } catch (error) {
      const quicker = error instanceof Rejection && error.code === 'errors.participant.exists';
      if (!quicker) throw error;
    }
    const now = await this.conversations.open(here.caller, conversationId);
    return memberOf(now, userId) ?? reject('errors.participant.not_found');
  }

  private async usersOf(tenantId: string, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, KeptUser>> {
    const ids = [...new Set(wanted.flatMap(({ user_id }) => user_id ?? []))];
    if (ids.length === 0) return new Map();
    return new Map((await usersOf(this.documents, tenantId).many(ids)).map((user) => [user.id, user]));
  }
}

const memberOf = ({ members }: Open, userId: string): Member | undefined =>
  [...members.values()].find((member) => member.userId === userId);

function faultsOf(wanted: Wanted, at: string, users: ReadonlyMap<string, KeptUser>): readonly Fault[] {
  const found: Fault[] = [];
  const say = (field: keyof Wanted, code: Fault['code']) => found.push({ path: `${at}${field}`, code });
  if (wanted.kind === 'CLIENT') {
    if (wanted.display_name === undefined) say('display_name', 'errors.field.required');
    if (wanted.user_id !== undefined) say('user_id', 'errors.field.refused');
    return found;
  }
  if (wanted.user_id === undefined) say('user_id', 'errors.field.required');
  else if (!users.has(wanted.user_id)) say('user_id', 'errors.field.reference');
  for (const field of ['email', 'phone_number'] as const)
    if (wanted[field] !== undefined) say(field, 'errors.field.refused');
  return found;
}

function joiningOf(wanted: Wanted, user: KeptUser | undefined): Omit<Joining, 'id' | 'fromSequence'> {
  const { kind, display_name, preferred_language, phone_number, email, user_id } = wanted;
  return {
    kind,
    displayName: display_name ?? (user ? nameOf(user) : ''),
    ...(user_id === undefined ? {} : { userId: user_id }),
    ...(email === undefined ? {} : { email }),
    ...(phone_number === undefined ? {} : { phoneNumber: phone_number }),
    ...(preferred_language === undefined ? {} : { preferredLanguage: preferred_language }),
  };
}

/** First and last name, else what stands before the @. */
function nameOf({ value: { firstname, lastname, email } }: KeptUser): string {
  const whole = [firstname, lastname].map((name) => name?.trim()).filter((name) => name);
  const name = whole.length > 0 ? whole.join(' ') : email.slice(0, email.lastIndexOf('@'));
  return [...name].slice(0, limits.displayName).join('');
}
