import type { Event, Position, Recorded } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import type { Process, Reaction } from '../../kernel/process.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Clock, Ids } from '../../ports/clock.js';
import type { OperationalStore } from '../../ports/operational-store.js';
import type { CommandGateway } from '../commands/command-gateway.js';
import { CheckpointedSubscriber } from '../log/checkpointed-subscriber.js';
import type { EventLog } from '../log/event-log.js';

const TICK_MS = 250;
const TIMERS_PER_TICK = 100;

interface Timer extends Reaction {
  readonly tenantId: string;
  readonly commandId: string;
  readonly causationId: string;
  readonly correlationId: string;
  /** Time of the event; the command cannot have run earlier. */
  readonly since: Instant;
  readonly after?: Position;
}

/** Runs process managers: turns events into commands, at once or at their due time, each effective once despite crashes. */
export class ProcessRunner {
  private readonly subscribers: readonly CheckpointedSubscriber[];
  private ticking: NodeJS.Timeout | undefined;

  constructor(
    log: EventLog,
    private readonly commands: CommandGateway,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    processes: readonly Process<Event>[],
    private readonly failed: (name: string, error: unknown) => void,
  ) {
    this.subscribers = processes.map((process) => {
      const handle = (events: readonly Recorded[]) => this.handle(process, events);
      return new CheckpointedSubscriber(log, operations, { name: process.name, handle }, failed);
    });
  }

  start(): void {
    for (const subscriber of this.subscribers) subscriber.start();
    this.scheduleTick();
  }

  close(): void {
    clearTimeout(this.ticking);
    this.ticking = undefined;
    for (const subscriber of this.subscribers) subscriber.close();
  }

  private async handle(process: Process<Event>, events: readonly Recorded[]): Promise<boolean> {
    let reacted = false;
    for (const event of events) {
      if (!process.events.includes(event.type)) continue;
      for (const [n, reaction] of process.react(event).entries()) {
        reacted = true;
        await this.perform(process, event, n, reaction);
      }
    }
    return reacted;
  }

  /** Runs the n-th reaction to an event, or stores it as a timer until it is due. */
  private async perform(process: Process<Event>, { meta }: Recorded, n: number, reaction: Reaction): Promise<void> {
    const commandId = this.ids.derived(meta.at, process.name, meta.id, String(n));
    const { tenantId, correlationId } = meta;
    const timer: Timer = {
      ...reaction,
      tenantId,
      commandId,
      causationId: meta.id,
      correlationId,
      since: meta.at,
      after: meta.position,
    };
    if (reaction.due === undefined) return this.runCommand(timer);
    await this.operations.put({ tenantId, kind: 'timer', id: commandId }, timer, { due: reaction.due });
  }

  private async runCommand({ command, since, after, ...ids }: Timer): Promise<void> {
    const at = this.clock.now();
    const { tenantId, commandId, causationId, correlationId } = ids;
    const meta = {
      tenantId,
      actor: 'system',
      at,
      commandId,
      causationId,
      correlationId,
      since,
      ...(after === undefined ? {} : { after }),
    };
    try {
      await this.commands.send({ ...command, meta });
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }

  private scheduleTick(): void {
    this.ticking = setTimeout(async () => {
      try {
        await this.tick();
      } catch (error) {
        this.failed('timers', error);
      }
      if (this.ticking) this.scheduleTick();
    }, TICK_MS);
  }

  private async tick(): Promise<void> {
    for (const { key, value } of await this.operations.due<Timer>('timer', this.clock.now(), TIMERS_PER_TICK)) {
      await this.runCommand(value);
      await this.operations.remove(key);
    }
  }
}
