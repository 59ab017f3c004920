import { Inject, Injectable } from '@nestjs/common';
import { typesNaming } from '../../../../../projections/conversation-type/reads.js';
import { tenantsNaming } from '../../../../../projections/tenant/reads.js';
import { workflowsNaming } from '../../../../../projections/workflow/reads.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { reject } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';

const SHOWN = 10;

type NamedBy = (
  documents: DocumentStore,
  tenantId: string,
  template: string,
  limit: number,
) => Promise<readonly string[]>;

type Users = Readonly<Record<string, NamedBy>>;

/** Finds the resources that name a message template. */
const users: Users = { conversation_types: typesNaming, workflows: workflowsNaming, tenants: tenantsNaming };
/** The resources that need a template of one kind. */
const fitting: Users = { conversation_types: typesNaming, tenants: tenantsNaming };

@Injectable()
export class TemplateUsage {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  /** By all that is in the log now. @throws Rejection 409 with the first that name it */
  unused(tenantId: string, template: string): Promise<void> {
    return this.notNamedBy(users, tenantId, template);
  }

  /** @throws Rejection 409 with the first resource that needs the present kind */
  kindIsFree(tenantId: string, template: string): Promise<void> {
    return this.notNamedBy(fitting, tenantId, template);
  }

  private async notNamedBy(users: Users, tenantId: string, template: string): Promise<void> {
    await this.caughtUp.mustReach(await this.log.head());
    const named = Object.entries(users).map(
      async ([users, ask]) => [users, await ask(this.documents, tenantId, template, SHOWN)] as const,
    );
    const found = (await Promise.all(named)).filter(([, ids]) => ids.length > 0);
    if (found.length > 0) reject('errors.message_template.in_use', Object.fromEntries(found));
  }
}
