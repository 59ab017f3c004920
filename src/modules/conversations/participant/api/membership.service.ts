import { Inject, Injectable } from '@nestjs/common';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import type { UserRecord } from '../../../../../projections/user/projection.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import { type FieldError, Rejection, reject } from '../../../../kernel/rejection.js';
import { IDS, type Ids } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationReader, type Member, type Open } from '../../conversation/application/conversation.reader.js';
import { AddParticipant, type NewMember, type Sharing } from '../../conversation/domain/membership.commands.js';
import { CHOSEN_KINDS, type ParticipantKind } from '../../conversation/domain/membership.events.js';
import { type ConversationType, sharedName } from '../../conversation-type/domain/conversation-type.resource.js';
import { MessageReader } from '../../message/application/message.reader.js';
import type { CreateParticipantDto } from './participant.dto.js';

type Wanted = CreateParticipantDto<ParticipantKind>;

/** Turns who is wanted in a conversation into who joins it. */
@Injectable()
export class MembershipService {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(MessageReader) private readonly messages: MessageReader,
  ) {}

  /**
   * The members of a body. With a prefix they are a list, and the path of a fault is `<prefix><n>.<field>`. A participant
   * of the conversation may be listed as it is: also a user who was deleted, and those that the service keeps.
   * @throws Rejection 400 that names every fault
   */
  async toNewMembers(
    ctx: RequestContext,
    wanted: readonly Wanted[],
    fromSequence: number,
    { prefix, open }: { readonly prefix?: string; readonly open?: Open | undefined } = {},
  ): Promise<readonly NewMember[]> {
    const users = await this.usersOf(ctx.caller.tenantId, wanted);
    const known = wanted.map((each) => open && knownAs(each, open));
    const found = wanted.flatMap((each, n) =>
      errorsOf(each, prefix === undefined ? '' : `${prefix}${n}.`, users, known[n]),
    );
    if (found.length > 0) throw new Rejection('errors.validation.failed', found);
    return wanted.map((each, n) => {
      const id = each.id === undefined ? { id: ctx.nextId(), generatedId: true as const } : { id: each.id };
      return { ...newMemberOf(each, users.get(each.user_id ?? ''), known[n]), ...id, fromSequence };
    });
  }

  /** The one of a body. @throws Rejection 400 */
  async toNewMember(ctx: RequestContext, wanted: Wanted, fromSequence: number, open: Open): Promise<NewMember> {
    const [newMember] = await this.toNewMembers(ctx, [wanted], fromSequence, { open });
    return newMember as NewMember;
  }

  /** The read marker that the users of a conversation may share. */
  sharingOf(type: ConversationType | undefined, fromSequence: number): Sharing {
    const byType = type?.sharedReadStatus ?? false;
    return { byType, id: this.ids.next(), displayName: sharedName(type), fromSequence };
  }

  /** The same, by the id of the type. */
  async sharingFor(ctx: RequestContext, conversationTypeId: string, fromSequence: number): Promise<Sharing> {
    const type = await conversationTypesOf(this.documents, ctx.caller.tenantId).get(conversationTypeId);
    return this.sharingOf(type?.value, fromSequence);
  }

  /**
   * The user as a participant, who joins if necessary. It draws no id from `ctx`: a repeat of a keyed request, when the
   * user has joined already, must draw the same ids afterwards.
   */
  async joinUser(ctx: RequestContext, conversationId: string, open: Open, userId: string): Promise<Member> {
    const known = memberOf(open, userId);
    if (known) return known;
    const { tenantId, actor } = ctx.caller;
    const user = (await usersOf(this.documents, tenantId).get(userId)) ?? reject('errors.user.not_found');
    const { lastSequence: fromSequence } = await this.messages.end(tenantId, conversationId);
    const newMember: NewMember = { kind: 'USER', userId, ...nameOf(user), id: this.ids.next(), fromSequence };
    const sharing = await this.sharingFor(ctx, open.conversationTypeId, fromSequence);
    const meta = { tenantId, actor, at: ctx.at, commandId: this.ids.next(), ...ctx.cause };
    try {
      await this.commands.send(ctx, new AddParticipant(conversationId, { newMember, sharing }, meta));
    } catch (error) {
      const quicker = error instanceof Rejection && error.code === 'errors.participant.exists';
      if (!quicker) throw error;
    }
    const now = await this.conversations.open(ctx.caller, conversationId);
    return memberOf(now, userId) ?? reject('errors.participant.not_found');
  }

  private async usersOf(tenantId: string, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, UserRecord>> {
    const ids = [...new Set(wanted.flatMap(({ user_id }) => user_id ?? []))];
    if (ids.length === 0) return new Map();
    return new Map((await usersOf(this.documents, tenantId).many(ids)).map((user) => [user.id, user]));
  }
}

const memberOf = ({ members }: Open, userId: string): Member | undefined => members.ofUser(userId);

const isChosen = (kind: ParticipantKind): boolean => (CHOSEN_KINDS as readonly ParticipantKind[]).includes(kind);

/** The participant that the conversation has in this place. */
function knownAs({ id, user_id, kind }: Wanted, { members }: Open): Member | undefined {
  const known = id === undefined ? members.ofUser(user_id ?? '') : members.get(id);
  return known?.kind === kind && known.userId === user_id ? known : undefined;
}

function errorsOf(
  wanted: Wanted,
  at: string,
  users: ReadonlyMap<string, UserRecord>,
  known: Member | undefined,
): readonly FieldError[] {
  const found: FieldError[] = [];
  const say = (field: keyof Wanted, code: FieldError['code']) => found.push({ path: `${at}${field}`, code });
  if (!isChosen(wanted.kind)) {
    if (!known) say('kind', 'errors.field.refused');
    return found;
  }
  if (wanted.kind === 'CLIENT') {
    if (wanted.display_name === undefined) say('display_name', 'errors.field.required');
    if (wanted.user_id !== undefined) say('user_id', 'errors.field.refused');
    return found;
  }
  if (wanted.user_id === undefined) say('user_id', 'errors.field.required');
  else if (!users.has(wanted.user_id) && !known) say('user_id', 'errors.field.reference');
  for (const field of ['email', 'phone_number'] as const)
    if (wanted[field] !== undefined) say(field, 'errors.field.refused');
  return found;
}

function newMemberOf(
  wanted: Wanted,
  user: UserRecord | undefined,
  known: Member | undefined,
): Omit<NewMember, 'id' | 'fromSequence'> {
  const { kind, display_name, preferred_language, phone_number, email, user_id } = wanted;
  return {
    kind,
    ...(display_name !== undefined || !user ? { displayName: display_name ?? known?.displayName ?? '' } : nameOf(user)),
    ...(user_id === undefined ? {} : { userId: user_id }),
    ...(email === undefined ? {} : { email }),
    ...(phone_number === undefined ? {} : { phoneNumber: phone_number }),
    ...(preferred_language === undefined ? {} : { preferredLanguage: preferred_language }),
  };
}

/** First and last name, else the part of the e-mail address before the @. */
function nameOf({ value: { firstname, lastname, email } }: UserRecord): Pick<NewMember, 'displayName' | 'unnamed'> {
  const names = [firstname, lastname].map((name) => name?.trim()).filter((name) => name);
  const cut = (name: string) => [...name].slice(0, limits.displayName).join('');
  if (names.length > 0) return { displayName: cut(names.join(' ')) };
  return { displayName: cut(email.slice(0, email.lastIndexOf('@'))), unnamed: true };
}
