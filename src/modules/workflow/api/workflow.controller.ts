import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { KeptWorkflow } from '../../../../projections/workflow/projection.js';
import { LIVE, oneWorkflow, workflowsOf } from '../../../../projections/workflow/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { matchPath } from '../../../http/fields/match-path.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { reject } from '../../../kernel/rejection.js';
import type { Kept, ResourceState } from '../../../kernel/resource.js';
import type { Condition } from '../../../ports/document-store.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
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
import { type Workflow, workflow } from '../domain/workflow.resource.js';

type State = ResourceState<Workflow>;

const ORDERS = { created_at: 'createdAt', updated_at: 'updatedAt', id: 'id' } as const;

@ApiTags('Workflows')
@Controller('workflows')
export class WorkflowController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(WorkflowChecks) private readonly checks: WorkflowChecks,
  ) {}

  @Call('workflow.list', {
    route: 'GET',
    about: 'List workflows',
    query: WorkflowQueryDto,
    answers: { 200: WorkflowListDto },
  })
  async list(@QueryPayload(WorkflowQueryDto) query: WorkflowQueryDto, @Here() here: Exchange) {
    const { conversation_type_id: type, sortBy = 'created_at', direction } = query;
    const field = ORDERS[sortBy];
    const ofType: readonly Condition[] = type ? [{ field: 'conversationTypeId', is: '=', value: type }] : [];
    const question = { where: [LIVE, ...ofType], order: { field, descending: direction === 'DESC' } };
    const reader = workflowsOf(this.documents, here.caller.tenantId);
    const { docs, paging } = await listed(reader, query, question, limits.unlimited, (kept) => kept[field]);
    return { workflows: docs.map(toWorkflowDto), ...paging };
  }

  @Call('workflow.create', {
    route: 'POST',
    about: 'Create a workflow',
    body: CreateWorkflowDto,
    answers: { 201: WorkflowDto },
    single: true,
  })
  async create(@WorkflowPayload(CreateWorkflowDto) body: CreateWorkflowDto, @Here() here: Exchange) {
    const value = toWorkflow(body);
    await this.checks.named(here.caller.tenantId, value);
    const id = body.id ?? here.nextId();
    const { state } = await this.writes.done<State>(here, new workflow.Create(id, { value }, here.meta()));
    here.created(`/api/v1/workflows/${id}`);
    return answer(here, state);
  }

  @Call('workflow.read', {
    route: 'GET :workflow_id',
    about: 'Read a workflow',
    answers: { 200: WorkflowDto },
    refuses: [404],
    single: true,
  })
  async read(@Param('workflow_id') id: string, @Here() here: Exchange) {
    return shown(here, await this.existing(here, id));
  }

  @Call('workflow.change', {
    route: 'PATCH :workflow_id',
    about: 'Switch a workflow on or off',
    body: PatchWorkflowDto,
    answers: { 200: WorkflowDto },
    refuses: [404],
    single: true,
  })
  async change(
    @Param('workflow_id') id: string,
    @Payload(PatchWorkflowDto) { enabled }: PatchWorkflowDto,
    @Here() here: Exchange,
  ) {
    await this.existing(here, id);
    const patch = enabled === undefined ? {} : { enabled };
    const command = new workflow.Change(id, { patch, ifMatch: here.ifMatch }, here.meta());
    return answer(here, (await this.writes.done<State>(here, command)).state);
  }

  @Call('workflow.replace', {
    route: 'PUT :workflow_id',
    about: 'Create or replace a workflow',
    body: ReplaceWorkflowDto,
    answers: { 200: WorkflowDto, 201: WorkflowDto },
    single: true,
  })
  async replace(
    @Param('workflow_id') id: string,
    @WorkflowPayload(ReplaceWorkflowDto) body: ReplaceWorkflowDto,
    @Here() here: Exchange,
  ) {
    matchPath('workflow_id', id, body.id);
    const value = toWorkflow(body);
    await this.checks.named(here.caller.tenantId, value);
    const command = new workflow.Replace(id, { value, ifMatch: here.ifMatch }, here.meta());
    const { state, events } = await this.writes.done<State>(here, command);
    if (events.some(({ type }) => type === 'WorkflowCreated')) here.created(`/api/v1/workflows/${id}`);
    return answer(here, state);
  }

  @Call('workflow.delete', {
    route: 'DELETE :workflow_id',
    about: 'Delete a workflow',
    answers: { 204: null },
    refuses: [404],
    single: true,
  })
  async remove(@Param('workflow_id') id: string, @Here() here: Exchange): Promise<void> {
    await this.existing(here, id);
    await this.writes.done(here, new workflow.Remove(id, { ifMatch: here.ifMatch }, here.meta()));
  }

  private async existing({ caller }: Exchange, id: string): Promise<KeptWorkflow> {
    const kept = await oneWorkflow(workflowsOf(this.documents, caller.tenantId), id);
    return kept ?? reject('errors.workflow.not_found');
  }
}

function shown(here: Exchange, kept: Kept<Workflow>): WorkflowDto {
  here.revision = kept.revision;
  return toWorkflowDto(kept);
}

const answer = (here: Exchange, { kept }: State): WorkflowDto =>
  kept ? shown(here, kept) : reject('errors.workflow.not_found');
