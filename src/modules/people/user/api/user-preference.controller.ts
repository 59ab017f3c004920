import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { usersOf } from '../../../../../projections/user/reads.js';
import { userPreferencesOf } from '../../../../../projections/user-preference/reads.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { type UserPreference, userPreference } from '../domain/user-preference.resource.js';
import { mayReach } from './user.access.js';
import {
  PutUserPreferenceDto,
  toUserPreference,
  toUserPreferenceDto,
  UserPreferenceDto,
} from './user-preference.dto.js';

type State = ResourceState<UserPreference>;

const pathOf = (userId: string) => `/api/v1/users/${userId}/preferences`;

@ApiTags('Users')
@Controller('users/:user_id/preferences')
export class UserPreferenceController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  @Endpoint('user-preference.read', {
    route: 'GET',
    summary: 'Read the preferences of a user',
    responses: { 200: UserPreferenceDto },
    errors: ['errors.user.not_found', 'errors.user.erased', 'errors.user_preference.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Param('user_id') id: string, @Ctx() ctx: RequestContext): Promise<UserPreferenceDto> {
    await this.user(ctx, id);
    return shown(ctx, await userPreferencesOf(this.documents, ctx.caller.tenantId).get(id));
  }

  @Endpoint('user-preference.create', {
    route: 'POST',
    summary: 'Create the preferences of a user',
    body: PutUserPreferenceDto,
    responses: { 201: UserPreferenceDto },
    errors: ['errors.user.not_found', 'errors.user_preference.exists'],
    etag: true,
  })
  async create(
    @Param('user_id') id: string,
    @Payload(PutUserPreferenceDto) body: PutUserPreferenceDto,
    @Ctx() ctx: RequestContext,
  ): Promise<UserPreferenceDto> {
    const value = await this.wanted(ctx, id, body);
    const command = new userPreference.Create(id, { value }, ctx.meta());
    const { state } = await this.commands.sendAndWait<State>(ctx, command);
    ctx.created(pathOf(id));
    return shown(ctx, state.record);
  }

  @Endpoint('user-preference.replace', {
    route: 'PUT',
    summary: 'Create or replace the preferences of a user',
    body: PutUserPreferenceDto,
    responses: { 200: UserPreferenceDto, 201: UserPreferenceDto },
    errors: ['errors.user.not_found'],
    etag: true,
  })
  async replace(
    @Param('user_id') id: string,
    @Payload(PutUserPreferenceDto) body: PutUserPreferenceDto,
    @Ctx() ctx: RequestContext,
  ): Promise<UserPreferenceDto> {
    const value = await this.wanted(ctx, id, body);
    const command = new userPreference.Replace(id, { value, ifMatch: ctx.ifMatch }, ctx.meta());
    const { state, events } = await this.commands.sendAndWait<State>(ctx, command);
    if (events.some(({ type }) => type === 'UserPreferenceCreated')) ctx.created(pathOf(id));
    return shown(ctx, state.record);
  }

  /** @throws Rejection `errors.forbidden`, `errors.user.not_found` */
  private async user({ caller }: RequestContext, id: string): Promise<void> {
    mayReach(caller, id, 'user-preference.of-another');
    const user = await usersOf(this.documents, caller.tenantId).get(id);
    if (!user) reject('errors.user.not_found');
    if (user?.erased) reject('errors.user.erased');
  }

  /** @throws Rejection as `user`; 400 where the conversation type does not exist */
  private async wanted(ctx: RequestContext, id: string, body: PutUserPreferenceDto): Promise<UserPreference> {
    await this.user(ctx, id);
    const { preferred_conversation_type_id: type } = body;
    const types = conversationTypesOf(this.documents, ctx.caller.tenantId);
    if (type !== undefined && !(await types.get(type)))
      rejectAt('preferred_conversation_type_id', 'errors.field.reference');
    return toUserPreference(body);
  }
}

function shown(ctx: RequestContext, record: ResourceRecord<UserPreference> | undefined): UserPreferenceDto {
  if (!record) return reject('errors.user_preference.not_found');
  ctx.revision = record.revision;
  return toUserPreferenceDto(record);
}
