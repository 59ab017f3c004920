import { Inject, Injectable } from '@nestjs/common';
import { countEnabled, oneWorkflow, workflowsOf } from '../../../../../projections/workflow/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { reject } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';

/** Bounds the enabled workflows of a tenant. */
@Injectable()
export class WorkflowQuota {
  /** The last enabling of each tenant that is under way: they are counted one after the other. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  /**
   * Runs `enable`, which resolves when the read model has the workflow.
   * @throws Rejection 409 when the tenant would have too many enabled workflows
   */
  async enabling<T>(tenantId: string, id: string, enable: () => Promise<T>): Promise<T> {
    const before = this.underWay.get(tenantId) ?? Promise.resolve();
    const turn = before.then(async () => {
      await this.hasRoom(tenantId, id);
      return enable();
    });
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.underWay.set(tenantId, over);
    try {
      return await turn;
    } finally {
      if (this.underWay.get(tenantId) === over) this.underWay.delete(tenantId);
    }
  }

  private async hasRoom(tenantId: string, id: string): Promise<void> {
    await this.caughtUp.mustReach(await this.log.head());
    const reader = workflowsOf(this.documents, tenantId);
    if ((await oneWorkflow(reader, id))?.value.enabled) return;
    const max = limits.workflowsEnabled;
    if ((await countEnabled(reader)) >= max) reject('errors.workflow.too_many', { max });
  }
}
