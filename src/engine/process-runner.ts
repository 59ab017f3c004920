import type { Command } from '../kernel/command.js';
import type { Decider } from '../kernel/decider.js';
import type { Event, Position, Recorded } from '../kernel/event.js';
import type { Instant } from '../kernel/instant.js';
import type { Process, Reaction } from '../kernel/process.js';
import { Rejection } from '../kernel/rejection.js';
import { NO_TENANT } from '../kernel/stream.js';
import type { Clock, Ids } from '../ports/clock.js';
import type { Ledger } from '../ports/ledger.js';
import type { CommandRunner } from './command-runner.js';
import type { EventLog } from './event-log.js';
import { type Subscription, subscribe } from './subscription.js';

const TICK_MS = 250;
const AT_ONCE = 100;
/** So many events that ask for nothing are read again after a start, rather than noted one by one. */
const PASSED_UNNOTED = 1_000;

/** How far a process has come; in a copy of the log the same event stands at another position. */
interface Reached {
  readonly log: number | undefined;
  readonly position: Position;
  readonly stream: string;
  readonly version: number;
}

// biome-ignore lint/suspicious/noExplicitAny: reactions reach any decider; each decides on its own commands.
type AnyDecider = Decider<any, any, any>;

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
  private known: number | undefined;
  private readonly unnoted = new Map<Process<Event>, number>();
  private readonly deciders: ReadonlyMap<string, AnyDecider>;

  constructor(
    private readonly log: EventLog,
    private readonly runner: CommandRunner,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly processes: readonly Process<Event>[],
    deciders: readonly AnyDecider[],
    private readonly failed: (name: string, error: unknown) => void,
  ) {
    this.deciders = new Map(deciders.map((decider) => [decider.category, decider]));
  }

  start(): void {
    this.subscriptions = this.processes.map((process) =>
      subscribe(
        this.log,
        { name: process.name, from: () => this.checkpoint(process), handle: (events) => this.handle(process, events) },
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
    const last = events.at(-1)?.meta;
    const unnoted = (this.unnoted.get(process) ?? 0) + events.length;
    const isDue = reacted || unnoted >= PASSED_UNNOTED;
    this.unnoted.set(process, isDue ? 0 : unnoted);
    if (!isDue || !last) return;
    const { position, stream, version } = last;
    const reached: Reached = { log: await this.identity(), position, stream, version };
    await this.ledger.put(checkpointKey(process), reached, { relaxed: true });
  }

  private async take(process: Process<Event>, { meta }: Recorded, n: number, reaction: Reaction): Promise<void> {
    const commandId = this.ids.derived(meta.at, process.name, meta.id, String(n));
    const { tenantId, correlationId } = meta;
    const timer: Timer = { ...reaction, tenantId, commandId, causationId: meta.id, correlationId, since: meta.at };
    if (reaction.due === undefined) return this.fire(timer);
    await this.ledger.put({ tenantId, kind: 'timer', id: commandId }, timer, { due: reaction.due });
  }

  private async fire({ category, command, since, ...ids }: Timer): Promise<void> {
    const decider = this.deciders.get(category);
    if (!decider) throw new Error(`no decider for ${category}`);
    const at = this.clock.now();
    const { tenantId, commandId, causationId, correlationId } = ids;
    const meta = { tenantId, actor: 'system', at, commandId, causationId, correlationId, since };
    try {
      await this.runner.run(decider, { ...command, meta } as Command);
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
    for (const { key, value } of await this.ledger.due<Timer>('timer', this.clock.now(), AT_ONCE)) {
      await this.fire(value);
      await this.ledger.remove(key);
    }
  }

  private async identity(): Promise<number | undefined> {
    this.known ??= await this.log.identity();
    return this.known;
  }

  private async checkpoint(process: Process<Event>): Promise<Position> {
    const reached = (await this.ledger.get<Reached>(checkpointKey(process)))?.value;
    if (!reached) return 0;
    const { log, position, stream, version } = reached;
    if (log === (await this.identity())) return position;
    const [same] = await this.log.read(stream, { from: version, limit: 1 });
    if (same) return same.meta.position;
    throw new Error(`${process.name} has come to ${stream} ${version}, which is not in this log.`);
  }
}

const checkpointKey = ({ name }: Process<Event>) => ({ tenantId: NO_TENANT, kind: 'process', id: name });
