import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { WorkflowRecord } from '../../../../../projections/workflow/projection.js';
import { oneWorkflow, workflowsOf } from '../../../../../projections/workflow/reads.js';
import type { WorkflowRun } from '../../../../../projections/workflow-run/projection.js';
import { runsQuery, workflowRunsOf } from '../../../../../projections/workflow-run/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { writePosition } from '../../../../catalogue/positions.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { Payload, QueryPayload } from '../../../../http/fields/payload.js';
import { readPosition } from '../../../../http/fields/positions.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { instant } from '../../../../kernel/instant.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { WorkflowDryRun } from '../application/workflow-dry-run.service.js';
import {
  DryRunAnswerDto,
  DryRunDto,
  toDryRunDto,
  toRunDto,
  WorkflowRunListDto,
  WorkflowRunQueryDto,
} from './workflow-run.dto.js';

/** Bytes of a large row. */
const ROW_BYTES = 262_144;

@ApiTags('Workflows')
@Controller('workflows/:workflow_id')
export class WorkflowRunsController {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(WorkflowDryRun) private readonly dryRuns: WorkflowDryRun,
  ) {}

  @Endpoint('workflow.runs', {
    route: 'GET runs',
    summary: 'List the runs of a workflow, newest first',
    query: WorkflowRunQueryDto,
    responses: { 200: WorkflowRunListDto },
    errors: ['errors.workflow.not_found'],
  })
  async runs(
    @Param('workflow_id') id: string,
    @QueryPayload(WorkflowRunQueryDto) query: WorkflowRunQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    await this.existing(ctx, id);
    const reader = workflowRunsOf(this.documents, ctx.caller.tenantId);
    const page = await listing(reader, query, runsQuery(id), limits.listDefault, ({ position }) => position);
    const show = (run: WorkflowRun) => toRunDto(run, writePosition(run.position), ctx.language);
    return this.answers.page(ctx, 'runs', page, rowsBy(ROW_BYTES, show));
  }

  @Endpoint('workflow.dry-run', {
    route: 'POST dry-run',
    reads: true,
    summary: 'Simulate a workflow on past events without acting',
    body: DryRunDto,
    responses: { 200: DryRunAnswerDto },
    errors: ['errors.workflow.not_found'],
  })
  async dryRun(
    @Param('workflow_id') id: string,
    @Payload(DryRunDto) body: DryRunDto,
    @Ctx() ctx: RequestContext,
  ): Promise<DryRunAnswerDto> {
    const [from, to] = [startOf(body), instant(body.to)];
    if (typeof from === 'string' && to < from) rejectAt('to', 'errors.field.format', { format: '>= from' });
    const { value } = await this.existing(ctx, id);
    const found = await this.dryRuns.run({ tenantId: ctx.caller.tenantId, workflow: value, from, to });
    return toDryRunDto(found, found.next === undefined ? undefined : writePosition(found.next));
  }

  private async existing({ caller }: RequestContext, id: string): Promise<WorkflowRecord> {
    const record = await oneWorkflow(workflowsOf(this.documents, caller.tenantId), id);
    return record ?? reject('errors.workflow.not_found');
  }
}

function startOf({ from, from_position }: DryRunDto) {
  if (from_position === undefined) return instant(from ?? rejectAt('from', 'errors.field.required'));
  if (from !== undefined) rejectAt('from_position', 'errors.field.together', { other: 'from' });
  return { position: readPosition(from_position, 'from_position') };
}
