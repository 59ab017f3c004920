import { Inject, Injectable } from '@nestjs/common';
import { tenantOf } from '../../../../projections/tenant/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../engine/commands/command-gateway.js';
import { EventLog } from '../../../engine/log/event-log.js';
import { CaughtUp } from '../../../engine/read-models/caught-up.js';
import type { CommandMeta } from '../../../kernel/command.js';
import { Rejection, reject } from '../../../kernel/rejection.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../ports/document-store.js';
import { ConversationReader, type Open } from '../../conversation/application/conversation.reader.js';
import { WorkflowParticipant } from '../../conversation/application/workflow-participant.service.js';
import { MessageReader } from '../../message/application/message.reader.js';
import { PostMessage } from '../../message/domain/message.commands.js';
import { TemplateRendering } from '../../message-template/application/rendering.service.js';
import { Notifier } from '../../notification/application/notifier.service.js';
import type { Run } from '../domain/workflow.run.js';

const READ_MODEL_WAIT_MS = 10_000;

/** Performs the action of a workflow run. A repeated run finds its earlier effects and does not repeat them. */
@Injectable()
export class WorkflowActions {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(ConversationReader) private readonly conversations: ConversationReader,
    @Inject(WorkflowParticipant) private readonly participant: WorkflowParticipant,
    @Inject(MessageReader) private readonly messages: MessageReader,
    @Inject(TemplateRendering) private readonly templates: TemplateRendering,
    @Inject(Notifier) private readonly notifier: Notifier,
  ) {}

  /** @returns the id of the message it posted, if any. @throws Rejection, StoreUnavailable */
  async perform(run: Run): Promise<string | undefined> {
    return run.match.action.kind === 'SEND_MESSAGE' ? this.send(run) : this.notify(run);
  }

  private async send(run: Run): Promise<string> {
    const { tenantId, conversationId, match, workflowId } = run;
    const meta = this.meta(run, 'message');
    if (run.again && (await this.messages.wasPosted(conversationId, meta))) return meta.commandId;
    await this.waitForReadModels();
    const open = await this.conversations.now(tenantId, conversationId);
    if (open.archived) return reject('errors.conversation.archived');
    const { text, kind } = await this.templates.render({
      tenantId,
      name: match.action.templateName,
      conversationId,
      language: await this.language(tenantId, open),
      workflowId,
    });
    if (text === '') throw new Rejection('errors.validation.failed', [{ path: 'text', code: 'errors.field.empty' }]);
    const { lastSequence } = await this.messages.end(tenantId, conversationId);
    const { id } = await this.participant.in(conversationId, open, lastSequence, this.meta(run, 'participant'));
    const message = { content: { kind, text }, participantId: id, seenBy: id };
    await this.commands.send(new PostMessage(conversationId, message, meta));
    return meta.commandId;
  }

  /** The preferred language of the first client, else of the tenant. */
  private async language(tenantId: string, { members }: Open): Promise<string> {
    const client = [...members.values()].find(({ kind }) => kind === 'CLIENT');
    const tenant = await tenantOf(this.documents, tenantId);
    return client?.preferredLanguage ?? tenant?.value.preferredLanguage ?? 'en';
  }

  private async notify(run: Run): Promise<undefined> {
    const { tenantId, conversationId, match, workflowId, runId, event, causer } = run;
    await this.waitForReadModels();
    await this.notifier.notify({
      tenantId,
      conversationId,
      templateName: match.action.templateName,
      cause: runId,
      runId,
      workflowId,
      exceptActor: causer,
      meta: { correlationId: event.meta.correlationId, causationId: event.meta.id },
    });
    return undefined;
  }

  /** The action also needs events appended with the triggering one, such as participants of a new conversation. */
  private async waitForReadModels(): Promise<void> {
    await this.caughtUp.mustReach(await this.log.head(), READ_MODEL_WAIT_MS);
  }

  private meta({ event, runId, tenantId, again }: Run, step: string): CommandMeta {
    const { id, at, position, correlationId, depth = 0 } = event.meta;
    return {
      tenantId,
      actor: 'system',
      at: this.clock.now(),
      commandId: this.ids.derived(at, runId, step),
      correlationId,
      causationId: id,
      depth: depth + 1,
      ...(again ? { since: at, after: position } : {}),
    };
  }
}
