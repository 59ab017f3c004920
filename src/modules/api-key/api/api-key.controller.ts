import { Controller, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { KeptApiKey } from '../../../../projections/api-key/projection.js';
import { apiKeysOf } from '../../../../projections/api-key/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { keyUseOf, writeApiKey } from '../../../http/pipeline/caller.api-key.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { type Instant, instant } from '../../../kernel/instant.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import type { ResourceState } from '../../../kernel/resource.js';
import { IDS, type Ids } from '../../../ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { LEDGER, type Ledger } from '../../../ports/operational-store.js';
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
import { type ApiKey, apiKey } from '../domain/api-key.resource.js';

type State = ResourceState<ApiKey>;

const SECRET_BYTES = 32;

@ApiTags('API keys')
@Controller('api-keys')
export class ApiKeyController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(LEDGER) private readonly ledger: Ledger,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  @Call('api-key.list', {
    route: 'GET',
    about: 'List API keys, expired ones too',
    query: ApiKeyQueryDto,
    answers: { 200: ApiKeyListDto },
  })
  async list(@QueryPayload(ApiKeyQueryDto) query: ApiKeyQueryDto, @Here() here: Exchange) {
    const order = { field: 'createdAt', descending: false };
    const reader = apiKeysOf(this.documents, here.caller.tenantId);
    const { docs, paging } = await listed(reader, query, { order }, limits.listDefault, ({ createdAt }) => createdAt);
    return { api_keys: await Promise.all(docs.map((kept) => this.shown(kept))), ...paging };
  }

  @Call('api-key.create', {
    route: 'POST',
    about: 'Create an API key; its value is shown this once',
    body: CreateApiKeyDto,
    answers: { 201: NewApiKeyDto },
    forgets: ['api_key'],
  })
  async create(
    @Payload(CreateApiKeyDto) { name, expires_at }: CreateApiKeyDto,
    @Here() here: Exchange,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewApiKeyDto> {
    const keyId = here.nextId();
    const { text, digest } = writeApiKey(here.caller.tenantId, keyId, this.ids.secret(SECRET_BYTES));
    const expiresAt = expires_at === undefined ? undefined : future(instant(expires_at), here.at);
    const value: ApiKey = { digest, ...(name === undefined ? {} : { name }), ...(expiresAt ? { expiresAt } : {}) };
    const { state } = await this.writes.done<State>(here, new apiKey.Create(keyId, { value }, here.meta()));
    const kept = state.kept ?? reject('errors.api_key.not_found');
    reply.header('Location', `/api/v1/api-keys/${keyId}`).header('Cache-Control', 'no-store');
    // A request that is made again after a crash finds the key of the first one, whose value is lost.
    return toNewApiKeyDto(kept, kept.value.digest === digest ? text : undefined);
  }

  @Call('api-key.change', {
    route: 'PATCH :key_id',
    about: 'Rename an API key',
    body: PatchApiKeyDto,
    answers: { 200: ApiKeyDto },
    refuses: [404],
    single: true,
  })
  async change(
    @Param('key_id') id: string,
    @Payload(PatchApiKeyDto) { name }: PatchApiKeyDto,
    @Here() here: Exchange,
  ): Promise<ApiKeyDto> {
    await this.existing(here, id);
    const patch = name === undefined ? {} : { name };
    const command = new apiKey.Change(id, { patch, ifMatch: here.ifMatch }, here.meta());
    const { state } = await this.writes.done<State>(here, command);
    const kept = state.kept ?? reject('errors.api_key.not_found');
    here.revision = kept.revision;
    return this.shown(kept);
  }

  @Call('api-key.delete', {
    route: 'DELETE :key_id',
    about: 'Delete an API key; its access ends at once',
    answers: { 204: null },
    refuses: [404],
    single: true,
  })
  async remove(@Param('key_id') id: string, @Here() here: Exchange): Promise<void> {
    await this.existing(here, id);
    await this.writes.done(here, new apiKey.Remove(id, { ifMatch: here.ifMatch }, here.meta()));
    await this.ledger.remove(keyUseOf(here.caller.tenantId, id));
  }

  private async existing({ caller }: Exchange, id: string): Promise<KeptApiKey> {
    return (await apiKeysOf(this.documents, caller.tenantId).get(id)) ?? reject('errors.api_key.not_found');
  }

  private async shown(kept: KeptApiKey): Promise<ApiKeyDto> {
    const use = await this.ledger.get<Instant>(keyUseOf(kept.tenantId, kept.id));
    return toApiKeyDto(kept, use?.value);
  }
}

const future = (at: Instant, now: Instant): Instant => (at > now ? at : rejectAt('expires_at', 'errors.field.past'));
