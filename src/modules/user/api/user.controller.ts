import { Controller, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { KeptUser } from '../../../../projections/user/projection.js';
import { usersOf } from '../../../../projections/user/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { reject } from '../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { PASSWORDS, type Passwords } from '../../../ports/passwords.js';
import { Accounts } from '../application/accounts.service.js';
import { CreateUserDto, toUserDto, UserDto, UserListDto, UserQueryDto } from './user.dto.js';

@ApiTags('Users')
@Controller('users')
export class UserController {
  constructor(
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Call('user.list', { route: 'GET', about: 'List users', query: UserQueryDto, answers: { 200: UserListDto } })
  async list(@QueryPayload(UserQueryDto) query: UserQueryDto, @Here() here: Exchange) {
    const order = { field: 'createdAt', descending: false };
    const reader = usersOf(this.documents, here.caller.tenantId);
    const { docs, paging } = await listed(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return { users: docs.map(toUserDto), ...paging };
  }

  @Call('user.create', {
    route: 'POST',
    about: 'Create a user',
    body: CreateUserDto,
    answers: { 201: UserDto },
    single: true,
  })
  async create(
    @Payload(CreateUserDto) body: CreateUserDto,
    @Here() here: Exchange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserDto> {
    const { password, role = 'USER', ...rest } = body;
    const passwordHash = await this.passwords.hash(password);
    const kept = await this.accounts.create(here, { ...rest, role, passwordHash });
    reply.header('Location', `/api/v1/users/${kept.id}`);
    return shown(here, kept);
  }

  @Call('user.me', { route: 'GET me', about: 'Read yourself', answers: { 200: UserDto }, refuses: [404], single: true })
  async me(@Here() here: Exchange): Promise<UserDto> {
    return shown(here, await this.existing(here, here.caller.id));
  }

  @Call('user.read', {
    route: 'GET :user_id',
    about: 'Read a user',
    answers: { 200: UserDto },
    refuses: [404],
    single: true,
  })
  async read(@Param('user_id') id: string, @Here() here: Exchange): Promise<UserDto> {
    return shown(here, await this.existing(here, id));
  }

  @Call('user.delete', {
    route: 'DELETE :user_id',
    about: 'Delete a user; their access ends at once',
    answers: { 204: null },
    refuses: [404, 409],
    single: true,
  })
  async remove(@Param('user_id') id: string, @Here() here: Exchange): Promise<void> {
    await this.accounts.remove(here, id);
  }

  private async existing({ caller }: Exchange, id: string): Promise<KeptUser> {
    return (await usersOf(this.documents, caller.tenantId).get(id)) ?? reject('errors.user.not_found');
  }
}

function shown(here: Exchange, kept: KeptUser): UserDto {
  here.revision = kept.revision;
  return toUserDto(kept);
}
