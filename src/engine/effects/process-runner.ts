import type { CommandClass } from '../../kernel/command.js';
import type { Event, Position, Recorded, TraceContext } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import type { Process, Reaction } from '../../kernel/process.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import { NO_TELEMETRY, type Tracing } from '../../ports/process/tracing.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { CommandGateway } from '../commands/command-gateway.js';
import { CheckpointedSubscriber } from '../log/checkpointed-subscriber.js';
import type { EventLog } from '../log/event-log.js';
import { inOwnTrace } from '../spans/own-trace.js';
import { DueTimers } from './due-timers.js';

interface Timer extends Reaction {
  readonly tenantId: string;
  readonly commandId: string;
  readonly causationId: string;
  readonly correlationId: string;
  /** Time of the event; the command cannot have run earlier. */
  readonly since: Instant;
  readonly after?: Position;
  /** Place of its event in the stream; left out by earlier versions. */
  readonly stream?: string;
  readonly version?: number;
  /** Place of its events in the causation chain; left out by earlier versions. */
  readonly depth?: number;
  readonly rootId?: string;
  /** The span of its event. */
  readonly trace?: TraceContext;
}

export interface ManagedProcesses {
  readonly processes: readonly Process<Event>[];
  /** Classes of the commands that they send. */
  readonly commands: readonly CommandClass[];
}

/** Runs process managers: turns events into commands, at once or at their due time, each effective once despite crashes. */
export class ProcessRunner {
  private readonly subscribers: readonly CheckpointedSubscriber[];
  private readonly timers: DueTimers<Timer>;
  private readonly classes: ReadonlyMap<string, CommandClass>;

  constructor(
    private readonly log: EventLog,
    private readonly commands: CommandGateway,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    { processes, commands: classes }: ManagedProcesses,
    failed: (name: string, error: unknown) => void,
    private readonly tracing: Tracing = NO_TELEMETRY,
  ) {
    this.classes = new Map(classes.map((each) => [each.type, each]));
    this.timers = new DueTimers(operations, clock, (timer) => this.fire(timer), failed);
    this.subscribers = processes.map((process) => {
      const handle = (events: readonly Recorded[]) => this.handle(process, events);
      const { name, events: types } = process;
      return new CheckpointedSubscriber(log, operations, { name, types, handle, isRepeatable: true }, failed);
    });
  }

  /** Due timers that wait for a place. */
  get waiting(): number {
    return this.timers.waiting;
  }

  start(): void {
    for (const subscriber of this.subscribers) subscriber.start();
    this.timers.start();
  }

  close(): void {
    this.timers.close();
    for (const subscriber of this.subscribers) subscriber.close();
  }

  private async handle(process: Process<Event>, events: readonly Recorded[]): Promise<boolean> {
    let reacted = false;
    for (const event of events) {
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
    const { tenantId, correlationId, depth = 0, rootId = meta.id } = meta;
    const timer: Timer = {
      ...reaction,
      tenantId,
      commandId,
      causationId: meta.id,
      correlationId,
      since: meta.at,
      after: meta.position,
      depth: depth + 1,
      rootId,
      ...(meta.trace && { trace: meta.trace }),
    };
    if (reaction.due === undefined) return this.runCommand(timer);
    const { stream, version } = meta;
    const kept: Timer = { ...timer, stream, version };
    await this.operations.put({ tenantId, kind: 'timer', id: commandId }, kept, { due: reaction.due });
  }

  /** A timer of an event that the log has lost does nothing. */
  private async fire({ stream, version, ...timer }: Timer): Promise<void> {
    const id = timer.causationId;
    if (stream !== undefined && version !== undefined && !(await this.log.find({ id, stream, version }))) return;
    await this.runCommand(timer);
  }

  private async runCommand({ command, due: _, depth = 1, rootId, trace: cause, ...ids }: Timer): Promise<void> {
    const { type, target, data } = command;
    const Class = this.classes.get(type);
    if (!Class) throw new Error(`No decider decides the command ${type}.`);
    const chain = { depth, rootId: rootId ?? ids.causationId };
    const meta = { ...ids, ...chain, actor: 'system', at: this.clock.now() };
    const start = { kind: 'internal', cause, attributes: { 'tidings.tenant_id': ids.tenantId } } as const;
    try {
      await inOwnTrace(this.tracing, 'process manager', start, (span) =>
        this.commands.execute(new Class(target, data as never, { ...meta, ...(span && { trace: span.context }) })),
      );
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }
}
