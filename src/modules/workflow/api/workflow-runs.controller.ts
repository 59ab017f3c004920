import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { KeptWorkflow } from '../../../../projections/workflow/projection.js';
import { oneWorkflow, workflowsOf } from '../../../../projections/workflow/reads.js';
import { runsQuery, workflowRunsOf } from '../../../../projections/workflow-run/reads.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { listed } from '../../../http/pipeline/paging.js';
import { Payload, QueryPayload } from '../../../http/fields/payload.js';
import { writePosition } from '../../../http/fields/positions.js';
import { instant } from '../../../kernel/instant.js';
import { limits } from '../../../catalogue/limits/limits.js';
import { reject, rejectAt } from '../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { WorkflowDryRun } from '../application/workflow-dry-run.service.js';
import { DryRunAnswerDto, DryRunDto, toRunDto, WorkflowRunListDto, WorkflowRunQueryDto } from './workflow-run.dto.js';

@ApiTags('Workflows')
@Controller('workflows/:workflow_id')
export class WorkflowRunsController {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(WorkflowDryRun) private readonly dryRuns: WorkflowDryRun,
  ) {}

  @Call('workflow.runs', {
    route: 'GET runs',
    about: 'List what a workflow did, newest first',
    query: WorkflowRunQueryDto,
    answers: { 200: WorkflowRunListDto },
    refuses: [404],
  })
  async runs(
    @Param('workflow_id') id: string,
    @QueryPayload(WorkflowRunQueryDto) query: WorkflowRunQueryDto,
    @Here() here: Exchange,
  ) {
    await this.existing(here, id);
    const reader = workflowRunsOf(this.documents, here.caller.tenantId);
    const page = await listed(reader, query, runsQuery(id), limits.listDefault, ({ position }) => position);
    const runs = page.docs.map((run) => toRunDto(run, writePosition(run.position), here.language));
    return { runs, ...page.paging };
  }

  @Call('workflow.dry-run', {
    route: 'POST dry-run',
    about: 'Tell when a workflow would have fired, in a time that has passed; does nothing',
    body: DryRunDto,
    answers: { 200: DryRunAnswerDto },
    refuses: [404],
  })
  async dryRun(
    @Param('workflow_id') id: string,
    @Payload(DryRunDto) body: DryRunDto,
    @Here() here: Exchange,
  ): Promise<DryRunAnswerDto> {
    const [from, to] = [instant(body.from), instant(body.to)];
    if (to < from) rejectAt('to', 'errors.field.format', { format: '>= from' });
    const { value } = await this.existing(here, id);
    return this.dryRuns.run({ tenantId: here.caller.tenantId, workflow: value, from, to });
  }

  private async existing({ caller }: Exchange, id: string): Promise<KeptWorkflow> {
    const kept = await oneWorkflow(workflowsOf(this.documents, caller.tenantId), id);
    return kept ?? reject('errors.workflow.not_found');
  }
}
