import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import type { Worker } from '../../../../engine/effects/lease.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CHECKPOINT_MS, TreeFollower, type TreeHead } from '../../../../engine/evidence/tree-follower.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { checkpointText, readCheckpoint } from '../../../../lib/notes/tree-checkpoint.js';
import { LOG_SIGNER, type LogSigner, originOf } from '../../../../ports/identity/log-signer.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { EVENT_STORE, type EventStore, type Stored } from '../../../../ports/stores/event-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { KeepCheckpoint } from '../domain/checkpoint.commands.js';
import { checkpointDecider } from '../domain/checkpoint.decider.js';
import { Checkpoints } from './checkpoints.service.js';

const CHECKPOINTS = `${checkpointDecider.category}-`;

/** Builds the Merkle trees of tenants, and signs their heads while tenants have new events. */
@Injectable()
export class CheckpointWriter implements Worker {
  private readonly follower: TreeFollower;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(Checkpoints) checkpoints: Checkpoints,
    @Inject(CHECKPOINT_MS) everyMs: number,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(LOG_SIGNER) private readonly signer: LogSigner,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {
    this.follower = new TreeFollower(
      { log, store, operations, failed: WorkerHost.failed(logger) },
      {
        everyMs,
        sealedBy: checkpointSize,
        isSealed: async (tenantId) => (await checkpoints.latest(tenantId)) !== undefined,
        seal: (tenantId, head) => this.seal(tenantId, head),
      },
    );
  }

  start(): void {
    this.follower.start();
  }

  close(): void {
    this.follower.close();
  }

  private async seal(tenantId: string, head: TreeHead): Promise<void> {
    const note = this.signer.sign(checkpointText({ origin: originOf(this.signer.name, tenantId), ...head }));
    const commandId = this.ids.next();
    const meta = { tenantId, actor: 'system', at: this.clock.now(), commandId, correlationId: commandId };
    await this.commands.execute(new KeepCheckpoint(tenantId, { note }, meta));
  }
}

/** The size that a stored event is a checkpoint of; undefined for other events and for damaged ones. */
export function checkpointSize({ stream, body }: Pick<Stored, 'stream' | 'body'>): number | undefined {
  if (!stream.startsWith(CHECKPOINTS)) return undefined;
  try {
    return readCheckpoint(String((JSON.parse(body) as { data: { note?: unknown } }).data.note))?.size;
  } catch {
    return undefined;
  }
}
