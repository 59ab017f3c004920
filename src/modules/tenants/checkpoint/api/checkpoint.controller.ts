import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { LOG_SIGNER, type LogSigner } from '../../../../ports/identity/log-signer.js';
import { Checkpoints } from '../application/checkpoints.service.js';
import { Evidence } from '../application/evidence.service.js';
import { CheckpointListDto, ConsistencyDto, ConsistencyQueryDto, ProofDto, ProofQueryDto } from './checkpoint.dto.js';
import { toCheckpointDto, toConsistencyDto, toProofDto } from './checkpoint.views.js';

const TEXT = 'text/plain; charset=utf-8';
/** Bytes of a large row. */
const ROW_BYTES = 1_024;

@ApiTags('Audit')
@Controller('audit')
export class CheckpointController {
  constructor(
    @Inject(Evidence) private readonly evidence: Evidence,
    @Inject(Checkpoints) private readonly checkpoints: Checkpoints,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  @Endpoint('audit.checkpoint', {
    route: 'GET checkpoint',
    summary: 'Read the latest checkpoint of the event log',
    description:
      'The checkpoint is the size and root hash of the Merkle tree over the events of the tenant, as a signed note (C2SP tlog-checkpoint). A checkpoint that you keep proves later that none of these events was changed, removed or inserted.',
    responses: { 200: null },
    errors: ['errors.audit.not_sealed_yet'],
    text: true,
  })
  async latest(@Ctx() ctx: RequestContext): Promise<string> {
    const { note } = await this.evidence.latest(ctx.caller.tenantId);
    ctx.headers['Content-Type'] = TEXT;
    return note;
  }

  @Endpoint('audit.checkpoint-list', {
    route: 'GET checkpoints',
    summary: 'List the checkpoints of the event log, oldest first',
    query: PageQueryDto,
    responses: { 200: CheckpointListDto },
  })
  async list(@QueryPayload(PageQueryDto) query: PageQueryDto, @Ctx() ctx: RequestContext) {
    const reader = this.checkpoints.reader(ctx.caller.tenantId);
    const page = await listing(reader, query, {}, limits.listDefault, ({ number }) => number);
    return this.answers.page(ctx, 'checkpoints', page, rowsBy(ROW_BYTES, toCheckpointDto));
  }

  @Endpoint('audit.proof', {
    route: 'GET proof',
    summary: 'Prove that a checkpoint covers an event',
    description: 'With the leaf hash and the hashes, a client computes the root hash of the checkpoint (RFC 9162).',
    query: ProofQueryDto,
    responses: { 200: ProofDto },
    errors: ['errors.event.not_found', 'errors.audit.not_sealed_yet'],
  })
  async proof(@QueryPayload(ProofQueryDto) query: ProofQueryDto, @Ctx() ctx: RequestContext): Promise<ProofDto> {
    return toProofDto(await this.evidence.inclusion(ctx.caller.tenantId, query.event_id, query.size));
  }

  @Endpoint('audit.consistency', {
    route: 'GET consistency',
    summary: 'Prove that a later tree begins with an earlier one',
    description:
      'The hashes connect the root hashes of both sizes (RFC 9162). They prove that nothing earlier was changed.',
    query: ConsistencyQueryDto,
    responses: { 200: ConsistencyDto },
    errors: ['errors.audit.not_sealed_yet'],
  })
  async consistency(
    @QueryPayload(ConsistencyQueryDto) { from, to }: ConsistencyQueryDto,
    @Ctx() ctx: RequestContext,
  ): Promise<ConsistencyDto> {
    return toConsistencyDto(await this.evidence.consistency(ctx.caller.tenantId, from, to));
  }
}

@ApiTags('Audit')
@Controller('.well-known/tidings-log-keys')
export class LogKeysController {
  constructor(@Inject(LOG_SIGNER) private readonly signer: LogSigner) {}

  @Endpoint('audit.keys', {
    route: 'GET',
    summary: 'Read the keys that verify checkpoints',
    description: 'Each line is a verifier key of a signed note. Retired keys stay.',
    responses: { 200: null },
    text: true,
  })
  keys(@Ctx() ctx: RequestContext): string {
    ctx.headers['Content-Type'] = TEXT;
    return `${this.signer.keys.join('\n')}\n`;
  }
}
