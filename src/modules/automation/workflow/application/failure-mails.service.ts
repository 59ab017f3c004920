import { Inject, Injectable } from '@nestjs/common';
import type { RejectionCode } from '../../../../catalogue/errors/rejections.js';
import { type OperationalKind, operationalRetention } from '../../../../catalogue/retention.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { Outbox } from '../../../../engine/effects/outbox.js';
import { HOUR, type Instant, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { ownersTold } from '../../../people/user/application/owners-of.js';
import { type AboutFailure, failureMailId, WORKFLOW_FAILED } from '../domain/failure-mail.js';
import type { Run } from '../domain/workflow.run.js';

const KIND = 'workflow-failure' satisfies OperationalKind;
/** A workflow sends one mail in this time, about the first run that fails. */
const PAUSE_MS = operationalRetention[KIND].hours * HOUR;

/** The run that a workflow last mailed about. */
interface Mailed {
  readonly runId: string;
  readonly at: Instant;
}

/** Plans mails to the owners of a tenant about failed runs. */
@Injectable()
export class FailureMails {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** A run that is repeated after a crash plans nothing more. Durable once the promise resolves. */
  async plan({ tenantId, workflowId, runId, conversationId, event, trace }: Run, error: RejectionCode): Promise<void> {
    const at = await this.turn(tenantId, workflowId, runId);
    if (at === undefined) return;
    for (const ownerId of await ownersTold(this.runner, tenantId)) {
      const id = this.ids.derived(at, WORKFLOW_FAILED, runId, ownerId);
      const correlationId = event.meta.correlationId;
      const about: AboutFailure = { id, ownerId, workflowId, runId, conversationId, error, correlationId };
      const plan = { channel: WORKFLOW_FAILED, about, at, trace: trace ?? event.meta.trace };
      await this.outbox.plan(tenantId, failureMailId(runId, ownerId), plan);
    }
  }

  /** Time of the mail about this run; undefined: the workflow mailed about another one within the hour. */
  private async turn(tenantId: string, workflowId: string, runId: string): Promise<Instant | undefined> {
    const key = { tenantId, kind: KIND, id: workflowId };
    const found = await this.operations.get<Mailed>(key);
    if (found?.value.runId === runId) return found.value.at;
    const now = this.clock.now();
    if (found && plus(found.value.at, PAUSE_MS) > now) return undefined;
    const mailed: Mailed = { runId, at: now };
    const options = { expected: found?.revision ?? 0, due: plus(now, PAUSE_MS) };
    return (await this.operations.put(key, mailed, options)) ? now : undefined;
  }
}
