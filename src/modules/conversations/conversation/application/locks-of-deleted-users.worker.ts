import { Inject, Injectable } from '@nestjs/common';
import { lockedBy } from '../../../../../projections/conversation-list/reads.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Recorded } from '../../../../kernel/event.js';
import { SECOND } from '../../../../kernel/instant.js';
import { Rejection } from '../../../../kernel/rejection.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { user } from '../../../people/user/domain/user.resource.js';
import { UnlockConversation } from '../domain/conversation.commands.js';
import type { ConversationLocked } from '../domain/conversation.events.js';

const NAME = 'locks-of-deleted-users';
const READ_MODEL_WAIT_MS = 10 * SECOND;

/**
 * Ends the locks of a deleted user, also after a crash. The read model that has reached the deletion has the earlier
 * locks. A lock that was taken at the same time is found by its own event.
 */
@Injectable()
export class LocksOfDeletedUsers implements Worker {
  private readonly subscriber: CheckpointedSubscriber;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const handler = { name: NAME, types: ['UserDeleted', 'ConversationLocked'], handle };
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, WorkerHost.failed(logger));
  }

  start(): void {
    this.subscriber.start();
  }

  close(): void {
    this.subscriber.close();
  }

  /** @returns whether any lock was to end */
  private async handle(events: readonly Recorded[]): Promise<boolean> {
    let hadEffect = false;
    for (const event of events) {
      const ended = event.type === 'UserDeleted' ? await this.allLocks(event) : await this.lateLock(event);
      hadEffect = ended || hadEffect;
    }
    return hadEffect;
  }

  private async allLocks(event: Recorded): Promise<boolean> {
    const { tenantId, stream, position } = event.meta;
    const { id: userId } = parseStreamName(stream);
    await this.caughtUp.mustReach(position, READ_MODEL_WAIT_MS);
    const locked = await lockedBy(this.documents, tenantId, userId);
    for (const conversationId of locked) await this.unlock(event, conversationId, userId);
    return locked.length > 0;
  }

  private async lateLock(event: Recorded): Promise<boolean> {
    const { tenantId, stream } = event.meta;
    const { by } = event.data as ConversationLocked['data'];
    if (!(await this.runner.peek(user.decider, tenantId, by)).gone) return false;
    await this.unlock(event, parseStreamName(stream).id, by);
    return true;
  }

  /** Nothing where the lock has ended or another user holds it by now. */
  private async unlock({ meta }: Recorded, conversationId: string, by: string): Promise<void> {
    const { id, at, tenantId, correlationId, depth = 0, rootId = id } = meta;
    const command = new UnlockConversation(
      conversationId,
      { by, override: false },
      {
        tenantId,
        actor: 'system',
        at: this.clock.now(),
        commandId: this.ids.derived(at, NAME, id, conversationId),
        causationId: id,
        correlationId,
        depth: depth + 1,
        rootId,
      },
    );
    try {
      await this.commands.execute(command);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }
}
