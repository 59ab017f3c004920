import { Inject, Injectable } from '@nestjs/common';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { oneWorkflow, workflowsOf } from '../../../../../projections/workflow/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { workflowActor } from '../../../../kernel/caller.js';
import type { CommandMeta } from '../../../../kernel/command.js';
import { reject } from '../../../../kernel/rejection.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { ConversationReader, type Open } from '../../../conversations/conversation/application/conversation.reader.js';
import { WorkflowParticipant } from '../../../conversations/conversation/application/workflow-participant.service.js';
import { MessageReader } from '../../../conversations/message/application/message.reader.js';
import { lookingAgain, pastGates } from '../../../conversations/message/application/met-gates.js';
import { PostMessage } from '../../../conversations/message/domain/message.commands.js';
import { TemplateRendering } from '../../../reach/message-template/application/rendering.service.js';
import { Notifier } from '../../../reach/notification/application/notifier.service.js';
import { EMPTY_TEXT } from '../../../reach/notification/application/writing.service.js';
import type { Performed, Run } from '../domain/workflow.run.js';
import { EffectBudget } from './effect-budget.service.js';

import { TriggerContexts } from './trigger-context.service.js';

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
    @Inject(EffectBudget) private readonly budget: EffectBudget,
    @Inject(TriggerContexts) private readonly contexts: TriggerContexts,
  ) {}

  /** @returns what it did; undefined when the workflow may no longer act. @throws Rejection, StoreUnavailable */
  async perform(asked: Run): Promise<Performed | undefined> {
    const isBegun = asked.again && (await this.budget.isTaken(asked));
    const before = isBegun ? await this.effectOf(asked) : 'none';
    if (before === 'message') return { effectId: this.meta(asked, 'message').commandId };
    await this.waitForReadModels();
    if (before === 'none' && !(await this.mayAct(asked))) return undefined;
    const taken = await this.budget.take(asked);
    if (taken === 'spent') return reject('errors.workflow.budget_spent');
    const run = { ...asked, again: taken === 'before' };
    return run.match.action.kind === 'SEND_MESSAGE' ? this.send(run) : this.notify(run);
  }

  /** Result of an earlier attempt: its message, or notifications of which some may still be planned. */
  private async effectOf(run: Run): Promise<'message' | 'notifications' | 'none'> {
    const { tenantId, conversationId, runId, match } = run;
    if (match.action.kind === 'SEND_MESSAGE')
      return (await this.messages.wasPosted(conversationId, this.meta(run, 'message'))) ? 'message' : 'none';
    return (await this.notifier.isDecided(tenantId, conversationId, runId)) ? 'notifications' : 'none';
  }

  /** By the read models of this moment. */
  private async mayAct({ tenantId, workflowId, revision }: Run): Promise<boolean> {
    const record = await oneWorkflow(workflowsOf(this.documents, tenantId), workflowId);
    if (record?.revision !== revision) return false;
    return !(await tenantOf(this.documents, tenantId))?.value.workflowsPaused;
  }

  private send(run: Run): Promise<Performed> {
    return lookingAgain(() => this.sendOnce(run));
  }

  private async sendOnce(run: Run): Promise<Performed> {
    const { tenantId, conversationId, match, workflowId } = run;
    const meta = this.meta(run, 'message');
    const open = await this.conversations.now(tenantId, conversationId);
    if (open.archived) return reject('errors.conversation.archived');
    const { text, kind, missing } = await this.templates.render({
      tenantId,
      name: match.action.templateName,
      conversationId,
      language: await this.language(tenantId, open),
      workflowId,
      data: (paths) => this.contexts.dataAfter(run.event, paths),
    });
    if (text.trim() === '') return { error: 'errors.message_template.blank', ...named(missing) };
    const { lastSequence } = await this.messages.end(tenantId, conversationId);
    const { id } = await this.participant.in(conversationId, open, lastSequence, this.meta(run, 'participant'));
    const message = { content: { kind, text }, participantId: id, seenBy: id };
    await pastGates(() => this.commands.execute(new PostMessage(conversationId, message, meta)));
    return { effectId: meta.commandId, ...named(missing) };
  }

  /** The preferred language of the first client, else of the tenant. */
  private async language(tenantId: string, { members }: Open): Promise<string> {
    const client = [...members.values()].find(({ kind }) => kind === 'CLIENT');
    const tenant = await tenantOf(this.documents, tenantId);
    return client?.preferredLanguage ?? tenant?.value.preferredLanguage ?? 'en';
  }

  private async notify(run: Run): Promise<Performed> {
    const { tenantId, conversationId, match, workflowId, runId, event, causer } = run;
    const { planned } = await this.notifier.notify({
      tenantId,
      conversationId,
      templateName: match.action.templateName,
      cause: runId,
      runId,
      workflowId,
      exceptActor: causer,
      data: (paths) => this.contexts.dataAfter(event, paths),
      dataAt: event.meta.position,
      meta: this.meta(run, 'notification'),
    });
    const missing = named(planned.flatMap(({ about }) => about.missing ?? []));
    const isBlank = planned.some(({ reason }) => reason === EMPTY_TEXT);
    return { ...missing, ...(isBlank ? { error: 'errors.message_template.blank' } : {}) };
  }

  /** The action also needs events appended with the triggering one, such as participants of a new conversation. */
  private async waitForReadModels(): Promise<void> {
    await this.caughtUp.mustReach(await this.log.head(), READ_MODEL_WAIT_MS);
  }

  private meta({ event, runId, rootId, tenantId, workflowId, again, trace }: Run, step: string): CommandMeta {
    const { id, at, position, correlationId, depth = 0 } = event.meta;
    return {
      tenantId,
      actor: workflowActor(workflowId),
      at: this.clock.now(),
      commandId: this.ids.derived(at, runId, step),
      correlationId,
      causationId: id,
      depth: depth + 1,
      rootId,
      ...(trace && { trace }),
      ...(again ? { since: at, after: position } : {}),
    };
  }
}

const named = (missing: readonly string[]): Pick<Performed, 'missing'> =>
  missing.length === 0 ? {} : { missing: [...new Set(missing)] };
