import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UserRecord } from '../../../../../projections/user/projection.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { RateLimiter } from '../../../../fairness/rate-limits/rate-limiter.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import { PASSWORDS, type Passwords } from '../../../../ports/identity/passwords.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { EraseQueryDto } from '../../../conversations/erasure/api/erasure.dto.js';
import { Accounts } from './accounts.service.js';
import { mayChange } from './user.access.js';
import {
  CreateUserDto,
  ErasedUserDto,
  PatchUserDto,
  toUserDto,
  UserDto,
  UserListDto,
  UserQueryDto,
} from './user.dto.js';

/** An erased resource does not change any more. */
const ERASED_REVISION = 1;
/** Bytes of a large row. */
const ROW_BYTES = 4_096;

@ApiTags('Users')
@Controller('users')
export class UserController {
  constructor(
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  @Endpoint('user.list', { route: 'GET', summary: 'List users', query: UserQueryDto, responses: { 200: UserListDto } })
  async list(@QueryPayload(UserQueryDto) query: UserQueryDto, @Ctx() ctx: RequestContext) {
    const order = { field: 'createdAt', descending: false };
    const reader = usersOf(this.documents, ctx.caller.tenantId);
    const page = await listing(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return this.answers.page(ctx, 'users', page, rowsBy(ROW_BYTES, toUserDto));
  }

  @Endpoint('user.create', {
    route: 'POST',
    summary: 'Create a user',
    description:
      'Without a password, the user gets an e-mail with a link to set one. The link is valid for 7 days. Until then the user cannot sign in.',
    body: CreateUserDto,
    responses: { 201: UserDto, 200: ErasedUserDto },
    errors: ['errors.user.exists'],
    etag: true,
    recentSignIn: ['role'],
  })
  async create(
    @Payload(CreateUserDto) body: CreateUserDto,
    @Ctx() ctx: RequestContext,
  ): Promise<UserDto | ErasedUserDto> {
    const { password, role = 'USER', ...rest } = body;
    const { tenantId } = ctx.caller;
    const requester = { tenantId, client: ctx.network };
    const known = password === undefined ? {} : { passwordHash: await this.passwords.hash(requester, password) };
    const record = await this.accounts.create(ctx, { ...rest, role, ...known });
    if ('erased' in record) {
      ctx.revision = ERASED_REVISION;
      return { id: record.id, tenant_id: tenantId, erased: true };
    }
    ctx.created(`/api/v1/users/${record.id}`);
    return shown(ctx, record);
  }

  @Endpoint('user.me', {
    route: 'GET me',
    summary: 'Read the calling user',
    responses: { 200: UserDto },
    errors: ['errors.user.not_found', 'errors.user.erased'],
    etag: true,
    asOf: true,
  })
  async me(@Ctx() ctx: RequestContext): Promise<UserDto> {
    return shown(ctx, await this.existing(ctx, ctx.caller.id));
  }

  @Endpoint('user.read', {
    route: 'GET :user_id',
    summary: 'Read a user',
    responses: { 200: UserDto },
    errors: ['errors.user.not_found', 'errors.user.erased'],
    etag: true,
    asOf: true,
  })
  async read(@Param('user_id') id: string, @Ctx() ctx: RequestContext): Promise<UserDto> {
    return shown(ctx, await this.existing(ctx, id));
  }

  @Endpoint('user.change', {
    route: 'PATCH :user_id',
    summary: 'Change a user',
    description:
      'A new role ends the sessions and sockets of the user. The last owner keeps the role. A new e-mail address gets a link, valid for 24 hours, and takes effect once the link is followed. The old address gets an e-mail about it. The same address again sends the link again.',
    body: PatchUserDto,
    responses: { 200: UserDto },
    errors: ['errors.user.not_found', 'errors.user.exists', 'errors.user.last_owner', 'errors.tenant.last_sign_in'],
    etag: true,
    recentSignIn: ['email', 'role'],
  })
  async change(
    @Param('user_id') id: string,
    @Payload(PatchUserDto) body: PatchUserDto,
    @Ctx() ctx: RequestContext,
  ): Promise<UserDto> {
    mayChange(ctx.caller, id, body);
    return shown(ctx, await this.accounts.change(ctx, id, body));
  }

  @Endpoint('user.delete', {
    route: 'DELETE :user_id',
    summary: 'Delete a user',
    description:
      'The access of the user ends immediately. With `erase=true`, the user and each of their participants are erased too, even if the user was deleted before. The e-mail address may be used again. `Tidings-Erasure` is the id of the erasure.',
    query: EraseQueryDto,
    responses: { 204: null },
    errors: [
      'errors.user.not_found',
      'errors.user.last_owner',
      'errors.tenant.last_sign_in',
      'errors.conversation.legal_hold',
    ],
    etag: true,
    erases: true,
  })
  async remove(
    @Param('user_id') id: string,
    @QueryPayload(EraseQueryDto) { erase }: EraseQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<void> {
    if (erase) await this.accounts.erase(ctx, id);
    else await this.accounts.remove(ctx, id);
  }

  @Endpoint('user.invite', {
    route: 'POST :user_id/invitation',
    summary: 'Send the invitation of a user again',
    description: `The user gets an e-mail with a new link to set a password, valid for 7 days. Earlier links end. A user gets at most ${limits.passwordMailsPerHour} e-mails an hour; further requests send none.`,
    responses: { 202: UserDto },
    errors: ['errors.user.not_found', 'errors.user.has_password'],
  })
  async invite(@Param('user_id') id: string, @Ctx() ctx: RequestContext): Promise<UserDto> {
    const { value } = await this.existing(ctx, id);
    this.rates.takeEmail(ctx.caller.tenantId, value.email, ctx.network);
    ctx.headers.Location = `/api/v1/users/${id}`;
    return toUserDto(await this.accounts.invite(ctx, id));
  }

  private async existing({ caller }: RequestContext, id: string): Promise<UserRecord> {
    const user = (await usersOf(this.documents, caller.tenantId).get(id)) ?? reject('errors.user.not_found');
    return user.erased ? reject('errors.user.erased') : user;
  }
}

function shown(ctx: RequestContext, record: UserRecord): UserDto {
  ctx.revision = record.revision;
  return toUserDto(record);
}
