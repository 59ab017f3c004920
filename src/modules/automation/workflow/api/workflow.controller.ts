import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { WorkflowRecord } from '../../../../../projections/workflow/projection.js';
import {
  enabledWorkflows as enabled,
  LIVE,
  oneWorkflow,
  workflowsOf,
} from '../../../../../projections/workflow/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import type { Outcome } from '../../../../engine/commands/command-runner.js';
import { ConditionalCommands } from '../../../../engine/commands/conditional-commands.js';
import { Quotas } from '../../../../engine/commands/quotas.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { matchPath } from '../../../../http/fields/match-path.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { Command, CommandMeta } from '../../../../kernel/command.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import type { Condition } from '../../../../ports/stores/document-store.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { enabledWorkflows, type Workflow, workflow } from '../domain/workflow.resource.js';
import { WorkflowChecks, WorkflowPayload } from './workflow.checks.js';
import {
  CreateWorkflowDto,
  PatchWorkflowDto,
  ReplaceWorkflowDto,
  toWorkflow,
  toWorkflowDto,
  WorkflowDto,
  WorkflowListDto,
  WorkflowQueryDto,
} from './workflow.dto.js';

type State = ResourceState<Workflow>;

const ORDERS = { created_at: 'createdAt', updated_at: 'updatedAt', id: 'id' } as const;

/** Bytes of a large row. */
const ROW_BYTES = 81_920;

@ApiTags('Workflows')
@Controller('workflows')
export class WorkflowController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(WorkflowChecks) private readonly checks: WorkflowChecks,
    @Inject(Quotas) private readonly quotas: Quotas,
    @Inject(ConditionalCommands) private readonly conditional: ConditionalCommands,
  ) {}

  @Endpoint('workflow.list', {
    route: 'GET',
    summary: 'List workflows',
    query: WorkflowQueryDto,
    responses: { 200: WorkflowListDto },
  })
  async list(@QueryPayload(WorkflowQueryDto) query: WorkflowQueryDto, @Ctx() ctx: RequestContext) {
    const { conversation_type_id: type, sortBy = 'created_at', direction } = query;
    const field = ORDERS[sortBy];
    const ofType: readonly Condition[] = type ? [{ field: 'conversationTypeId', is: '=', value: type }] : [];
    const question = { where: [LIVE, ...ofType], order: { field, descending: direction === 'DESC' } };
    const reader = workflowsOf(this.documents, ctx.caller.tenantId);
    const page = await listing(reader, query, question, limits.unlimited, (record) => record[field]);
    return this.answers.page(ctx, 'workflows', page, rowsBy(ROW_BYTES, toWorkflowDto));
  }

  @Endpoint('workflow.create', {
    route: 'POST',
    summary: 'Create a workflow',
    body: CreateWorkflowDto,
    responses: { 201: WorkflowDto },
    errors: ['errors.workflow.exists', 'errors.workflow.too_many'],
    etag: true,
  })
  async create(@WorkflowPayload(CreateWorkflowDto) body: CreateWorkflowDto, @Ctx() ctx: RequestContext) {
    const value = toWorkflow(body);
    const id = body.id ?? ctx.nextId();
    const { state } = await this.saveNaming(ctx, value, (meta) => new workflow.Create(id, { value }, meta));
    ctx.created(`/api/v1/workflows/${id}`);
    return answer(ctx, state);
  }

  @Endpoint('workflow.read', {
    route: 'GET :workflow_id',
    summary: 'Read a workflow',
    responses: { 200: WorkflowDto },
    errors: ['errors.workflow.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Param('workflow_id') id: string, @Ctx() ctx: RequestContext) {
    return shown(ctx, await this.existing(ctx, id));
  }

  @Endpoint('workflow.change', {
    route: 'PATCH :workflow_id',
    summary: 'Switch a workflow on or off',
    body: PatchWorkflowDto,
    responses: { 200: WorkflowDto },
    errors: ['errors.workflow.not_found', 'errors.workflow.too_many'],
    etag: true,
  })
  async change(
    @Param('workflow_id') id: string,
    @Payload(PatchWorkflowDto) { enabled }: PatchWorkflowDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.existing(ctx, id);
    const patch = enabled === undefined ? {} : { enabled };
    const command = new workflow.Change(id, { patch, ifMatch: ctx.ifMatch }, ctx.meta());
    return answer(ctx, (await this.save(ctx, command, enabled)).state);
  }

  @Endpoint('workflow.replace', {
    route: 'PUT :workflow_id',
    summary: 'Create or replace a workflow',
    body: ReplaceWorkflowDto,
    responses: { 200: WorkflowDto, 201: WorkflowDto },
    errors: ['errors.workflow.too_many'],
    etag: true,
  })
  async replace(
    @Param('workflow_id') id: string,
    @WorkflowPayload(ReplaceWorkflowDto) body: ReplaceWorkflowDto,
    @Ctx() ctx: RequestContext,
  ) {
    matchPath('workflow_id', id, body.id);
    const value = toWorkflow(body);
    const { ifMatch } = ctx;
    const replacing = (meta: CommandMeta) => new workflow.Replace(id, { value, ifMatch }, meta);
    const { state, events } = await this.saveNaming(ctx, value, replacing);
    if (events.some(({ type }) => type === 'WorkflowCreated')) ctx.created(`/api/v1/workflows/${id}`);
    return answer(ctx, state);
  }

  @Endpoint('workflow.delete', {
    route: 'DELETE :workflow_id',
    summary: 'Delete a workflow',
    responses: { 204: null },
    errors: ['errors.workflow.not_found'],
    etag: true,
  })
  async remove(@Param('workflow_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    await this.existing(ctx, id);
    await this.commands.sendAndWait(ctx, new workflow.Remove(id, { ifMatch: ctx.ifMatch }, ctx.meta()));
  }

  /** A workflow rests on the type and the templates that it names. */
  private saveNaming(
    ctx: RequestContext,
    value: Workflow,
    command: (meta: CommandMeta) => Command,
  ): Promise<Outcome<State>> {
    const meta = ctx.meta();
    return this.conditional.send(ctx.caller.tenantId, {
      judge: (basis) => this.checks.named(basis, value),
      send: (_, given) => this.save(ctx, command({ ...meta, given }), value.enabled),
      undo: (outcome) => this.conditional.undoResource(workflow, meta, outcome),
    });
  }

  private async save(ctx: RequestContext, command: Command, enables = false): Promise<Outcome<State>> {
    const shown = () => enabled(workflowsOf(this.documents, ctx.caller.tenantId), limits.workflowsEnabled);
    if (enables) await this.quotas.take(enabledWorkflows, command.target, command.meta, shown);
    return this.commands.sendAndWait<State>(ctx, command);
  }

  private async existing({ caller }: RequestContext, id: string): Promise<WorkflowRecord> {
    const record = await oneWorkflow(workflowsOf(this.documents, caller.tenantId), id);
    return record ?? reject('errors.workflow.not_found');
  }
}

function shown(ctx: RequestContext, record: ResourceRecord<Workflow>): WorkflowDto {
  ctx.revision = record.revision;
  return toWorkflowDto(record);
}

const answer = (ctx: RequestContext, { record }: State): WorkflowDto =>
  record ? shown(ctx, record) : reject('errors.workflow.not_found');
