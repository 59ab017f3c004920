import { Controller, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ApiKeyRecord } from '../../../../../projections/api-key/projection.js';
import { apiKeysOf } from '../../../../../projections/api-key/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { Instant } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceState } from '../../../../kernel/resource.js';
import { IDS, type Ids } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { keyUseOf, writeApiKey } from '../../auth/application/credentials/api-key.js';
import { type ApiKey, apiKey } from '../domain/api-key.resource.js';
import { boundsOf } from './api-key.bounds.js';
import {
  ApiKeyDto,
  ApiKeyListDto,
  ApiKeyQueryDto,
  CreateApiKeyDto,
  NewApiKeyDto,
  PatchApiKeyDto,
  toApiKeyDto,
  toNewApiKeyDto,
} from './api-key.dto.js';

type State = ResourceState<ApiKey>;

const SECRET_BYTES = 32;

/** Bytes of a large row. */
const ROW_BYTES = 4_096;

@ApiTags('API keys')
@Controller('api-keys')
export class ApiKeyController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Endpoint('api-key.list', {
    route: 'GET',
    summary: 'List API keys, including expired ones',
    query: ApiKeyQueryDto,
    responses: { 200: ApiKeyListDto },
  })
  async list(@QueryPayload(ApiKeyQueryDto) query: ApiKeyQueryDto, @Ctx() ctx: RequestContext) {
    const order = { field: 'createdAt', descending: false };
    const reader = apiKeysOf(this.documents, ctx.caller.tenantId);
    const page = await listing(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return this.answers.page(
      ctx,
      'api_keys',
      page,
      rowsBy(ROW_BYTES, (record: ApiKeyRecord) => this.shown(record)),
    );
  }

  @Endpoint('api-key.create', {
    route: 'POST',
    summary: 'Create an API key',
    description:
      'Only this response contains the value of the key. An API key creates keys within its own scopes and expiry.',
    body: CreateApiKeyDto,
    responses: { 201: NewApiKeyDto },
    redact: ['api_key'],
    recentSignIn: true,
  })
  async create(
    @Payload(CreateApiKeyDto) body: CreateApiKeyDto,
    @Ctx() ctx: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewApiKeyDto> {
    const bounds = boundsOf(body, ctx.caller, ctx.at);
    const keyId = ctx.nextId();
    const { text, digest } = writeApiKey(ctx.caller.tenantId, keyId, this.ids.secret(SECRET_BYTES));
    const value: ApiKey = { digest, ...(body.name === undefined ? {} : { name: body.name }), ...bounds };
    const { state } = await this.commands.sendAndWait<State>(ctx, new apiKey.Create(keyId, { value }, ctx.meta()));
    const record = state.record ?? reject('errors.api_key.not_found');
    reply.header('Location', `/api/v1/api-keys/${keyId}`).header('Cache-Control', 'no-store');
    // A request repeated after a crash finds the key of the first one, whose value is lost.
    return toNewApiKeyDto(record, record.value.digest === digest ? text : undefined);
  }

  @Endpoint('api-key.change', {
    route: 'PATCH :key_id',
    summary: 'Rename an API key',
    body: PatchApiKeyDto,
    responses: { 200: ApiKeyDto },
    errors: ['errors.api_key.not_found'],
    etag: true,
    recentSignIn: true,
  })
  async change(
    @Param('key_id') id: string,
    @Payload(PatchApiKeyDto) { name }: PatchApiKeyDto,
    @Ctx() ctx: RequestContext,
  ): Promise<ApiKeyDto> {
    await this.existing(ctx, id);
    const patch = name === undefined ? {} : { name };
    const command = new apiKey.Change(id, { patch, ifMatch: ctx.ifMatch }, ctx.meta());
    const { state } = await this.commands.sendAndWait<State>(ctx, command);
    const record = state.record ?? reject('errors.api_key.not_found');
    ctx.revision = record.revision;
    return this.shown(record);
  }

  @Endpoint('api-key.delete', {
    route: 'DELETE :key_id',
    summary: 'Delete an API key',
    description: 'The access of the key ends immediately.',
    responses: { 204: null },
    errors: ['errors.api_key.not_found'],
    etag: true,
    recentSignIn: true,
  })
  async remove(@Param('key_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    await this.existing(ctx, id);
    await this.commands.sendAndWait(ctx, new apiKey.Remove(id, { ifMatch: ctx.ifMatch }, ctx.meta()));
    await this.operations.remove(keyUseOf(ctx.caller.tenantId, id));
  }

  private async existing({ caller }: RequestContext, id: string): Promise<ApiKeyRecord> {
    return (await apiKeysOf(this.documents, caller.tenantId).get(id)) ?? reject('errors.api_key.not_found');
  }

  private async shown(record: ApiKeyRecord): Promise<ApiKeyDto> {
    const use = await this.operations.get<Instant>(keyUseOf(record.tenantId, record.id));
    return toApiKeyDto(record, use?.value);
  }
}
