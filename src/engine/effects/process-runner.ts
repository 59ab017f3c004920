import type { Event, Recorded } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import type { Process, Reaction } from '../../kernel/process.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Clock, Ids } from '../../ports/clock.js';
import type { OperationalStore } from '../../ports/operational-store.js';
import type { CommandGateway } from '../commands/command-gateway.js';
import type { EventLog } from '../log/event-log.js';
import { type Subscription, subscribe } from '../log/subscription.js';
import { SubscriptionCheckpoint } from '../log/subscription-checkpoint.js';

const TICK_MS = 250;
const AT_ONCE = 100;
/** So many events that ask for nothing are read again after a start, rather than noted one by one. */
const PASSED_UNNOTED = 1_000;

interface Timer extends Reaction {
  readonly tenantId: string;
  readonly commandId: string;
  readonly causationId: string;
  readonly correlationId: string;
  /** When the event happened; the command was not run before. */
  readonly since: Instant;
}

/** Runs process managers: each event once into commands, those with a due time when it has come, also after a crash. */
export class ProcessRunner {
  private subscriptions: readonly Subscription[] = [];
  private ticking: NodeJS.Timeout | undefined;
  private readonly places = new Map<string, SubscriptionCheckpoint>();
  private readonly unnoted = new Map<Process<Event>, number>();

  constructor(
    private readonly log: EventLog,
    private readonly commands: CommandGateway,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly processes: readonly Process<Event>[],
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  start(): void {
    this.subscriptions = this.processes.map((process) =>
      subscribe(
        this.log,
        {
          name: process.name,
          from: () => this.placeOf(process).position(),
          handle: (events) => this.handle(process, events),
        },
        this.failed,
      ),
    );
    this.schedule();
  }

  close(): void {
    clearTimeout(this.ticking);
    this.ticking = undefined;
    for (const subscription of this.subscriptions) subscription.close();
  }

  private async handle(process: Process<Event>, events: readonly Recorded[]): Promise<void> {
    let reacted = false;
    for (const event of events) {
      if (!process.events.includes(event.type)) continue;
      for (const [n, reaction] of process.react(event).entries()) {
        reacted = true;
        await this.take(process, event, n, reaction);
      }
    }
    const last = events.at(-1);
    const unnoted = (this.unnoted.get(process) ?? 0) + events.length;
    const isDue = reacted || unnoted >= PASSED_UNNOTED;
    this.unnoted.set(process, isDue ? 0 : unnoted);
    if (isDue && last) await this.placeOf(process).reached(last);
  }

  private async take(process: Process<Event>, { meta }: Recorded, n: number, reaction: Reaction): Promise<void> {
    const commandId = this.ids.derived(meta.at, process.name, meta.id, String(n));
    const { tenantId, correlationId } = meta;
    const timer: Timer = { ...reaction, tenantId, commandId, causationId: meta.id, correlationId, since: meta.at };
    if (reaction.due === undefined) return this.fire(timer);
    await this.operations.put({ tenantId, kind: 'timer', id: commandId }, timer, { due: reaction.due });
  }

  private async fire({ command, since, ...ids }: Timer): Promise<void> {
    const at = this.clock.now();
    const { tenantId, commandId, causationId, correlationId } = ids;
    const meta = { tenantId, actor: 'system', at, commandId, causationId, correlationId, since };
    try {
      await this.commands.send({ ...command, meta });
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }

  private schedule(): void {
    this.ticking = setTimeout(async () => {
      try {
        await this.tick();
      } catch (error) {
        this.failed('timers', error);
      }
      if (this.ticking) this.schedule();
    }, TICK_MS);
  }

  private async tick(): Promise<void> {
    for (const { key, value } of await this.operations.due<Timer>('timer', this.clock.now(), AT_ONCE)) {
      await this.fire(value);
      await this.operations.remove(key);
    }
  }

  private placeOf({ name }: Process<Event>): SubscriptionCheckpoint {
    const known = this.places.get(name) ?? new SubscriptionCheckpoint(this.log, this.operations, name);
    this.places.set(name, known);
    return known;
  }
}
