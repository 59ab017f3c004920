import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import { policyOf, type RetentionPolicy } from '../../../../kernel/retention.js';
import { conversationType } from '../domain/conversation-type.resource.js';

/** Retention policies as the log has them at this moment. */
@Injectable()
export class RetentionPolicies {
  constructor(@Inject(CommandRunner) private readonly runner: CommandRunner) {}

  /** undefined: conversations of the type are kept. */
  async of(tenantId: string, conversationTypeId: string): Promise<RetentionPolicy | undefined> {
    const { record } = await this.runner.peek(conversationType.decider, tenantId, conversationTypeId);
    return record && policyOf(record.value.retentionScope, record.value.retentionDays);
  }
}
