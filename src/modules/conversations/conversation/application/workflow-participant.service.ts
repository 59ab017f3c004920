import { Inject, Injectable } from '@nestjs/common';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { reject } from '../../../../kernel/rejection.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { workflowName } from '../../conversation-type/domain/conversation-type.resource.js';
import { conversationDecider } from '../domain/conversation.decider.js';
import { existing, type Open, workflowMember } from '../domain/conversation.state.js';
import type { Member } from '../domain/members.js';
import { AddParticipant } from '../domain/membership.commands.js';

/** The one participant that all workflows of a conversation speak as; it joins when the first of them does. */
@Injectable()
export class WorkflowParticipant {
  constructor(
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  async in(conversationId: string, open: Open, lastSequence: number, meta: CommandMeta): Promise<Member> {
    const known = workflowMember(open.members);
    if (known) return known;
    const type = await conversationTypesOf(this.documents, meta.tenantId).get(open.conversationTypeId);
    const displayName = workflowName(type?.value);
    const newMember = { id: meta.commandId, kind: 'WORKFLOW' as const, displayName, fromSequence: lastSequence };
    await this.commands.execute(new AddParticipant(conversationId, { newMember }, meta));
    const now = existing(await this.runner.peek(conversationDecider, meta.tenantId, conversationId));
    return workflowMember(now.members) ?? reject('errors.participant.not_found');
  }
}
