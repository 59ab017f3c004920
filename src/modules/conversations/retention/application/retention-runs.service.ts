import { Inject, Injectable } from '@nestjs/common';
import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { DamagedEvent } from '../../../../engine/log/damaged-events.js';
import type { Instant } from '../../../../kernel/instant.js';
import type { RetentionPolicy } from '../../../../kernel/retention.js';
import { ErasureBacklog } from '../../erasure/application/erasure-backlog.service.js';
import { SystemCommands } from '../../erasure/application/system-commands.service.js';
import { EndMessages } from '../../message/domain/message.commands.js';
import { FinishRetentionRun, StartRetentionRun } from '../domain/retention-run.decider.js';

const AT_ONCE = 8;
/** Conversations of a tenant that wait for their removal; a run goes on when they are fewer. */
const MOST_WAITING = 400;

/** A run of one type under way. */
export interface Run {
  readonly tenantId: string;
  readonly runId: string;
  readonly conversationTypeId: string;
  readonly policy: RetentionPolicy;
}

/** Requests the removal of due conversations: it ends their messages, after which the erasure decides and continues. */
@Injectable()
export class RetentionRuns {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(ErasureBacklog) private readonly backlog: ErasureBacklog,
    @Inject(SystemCommands) private readonly system: SystemCommands,
  ) {}

  async start({ tenantId, runId, conversationTypeId, policy }: Run): Promise<void> {
    const { scope, days } = policy;
    const data = { conversationTypeId, scope, days };
    await this.commands.execute(new StartRetentionRun(runId, data, this.system.meta(tenantId)));
  }

  async finish(tenantId: string, runId: string): Promise<void> {
    await this.commands.execute(new FinishRetentionRun(runId, {}, this.system.meta(tenantId)));
  }

  /** Too many of the tenant's conversations wait for their removal. */
  isHeldUp(tenantId: string): Promise<boolean> {
    return this.backlog.holds(tenantId, MOST_WAITING);
  }

  /** Conversations of the tenant are being removed. */
  isRemoving(tenantId: string): Promise<boolean> {
    return this.backlog.holds(tenantId, 1);
  }

  async remove(run: Run, conversations: readonly ConversationListItem[], at: Instant): Promise<void> {
    for (let from = 0; from < conversations.length; from += AT_ONCE) {
      await Promise.all(conversations.slice(from, from + AT_ONCE).map(({ id }) => this.end(run, id, at)));
    }
  }

  private async end({ tenantId, runId, conversationTypeId, policy }: Run, id: string, at: Instant): Promise<void> {
    const { scope, days } = policy;
    const data = { runId, conversationTypeId, scope, days, at };
    try {
      await this.commands.execute(new EndMessages(id, data, this.system.meta(tenantId)));
    } catch (error) {
      // It stays, because an event of it is damaged.
      if (!(error instanceof DamagedEvent)) throw error;
    }
  }
}
