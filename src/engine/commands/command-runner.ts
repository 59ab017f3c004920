import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, CommandMeta } from '../../kernel/command.js';
import type { Decider } from '../../kernel/decider.js';
import type { Event, Position, Recorded } from '../../kernel/event.js';
import { Rejection } from '../../kernel/rejection.js';
import { streamName } from '../../kernel/stream.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import { AppendTooLarge, BrokenCondition, WrongVersion } from '../../ports/stores/event-store.js';
import type { FoldedStream } from '../log/as-of.js';
import type { NewEvent } from '../log/codec.js';
import type { EventLog } from '../log/event-log.js';
import { eventsOfCommands } from '../log/events-of-command.js';
import { idempotentAppend } from '../log/idempotent-append.js';
import type { CommandSpans } from '../spans/command-spans.js';
import { conditionsOf, isBrokenBy, stampedEvents } from './appended-commands.js';
import { DecisionTime, decidedAt } from './decision-time.js';
import type { Snapshots } from './snapshots.js';
import { StateCache } from './state-cache.js';

const ATTEMPTS = 24;
/** After this many conflicts in a row a process pauses, so that the others go first. */
const PATIENT_AFTER = 4;
const LOOKED_THROUGH = 1_000;
const BATCH = 256;

/** Result of a command. Without events the command changed nothing. */
export interface Outcome<S = unknown> {
  readonly events: readonly Recorded[];
  readonly state: S;
  /** Position of the last event, or of the stream where the command changed nothing. */
  readonly position: Position;
}

// biome-ignore lint/suspicious/noExplicitAny: a lane carries the commands of one stream, whose decider is the same for all.
type AnyDecider = Decider<any, any, any>;

type Written = ReadonlyMap<string, readonly Recorded[]>;
const NONE: Written = new Map();

interface Waiting {
  readonly command: Command;
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: unknown) => void;
}

interface Decided {
  readonly waiting: Waiting;
  /** How many events of the batch are its own; or what was found or thrown instead. */
  readonly events: readonly NewEvent[];
  readonly earlier?: readonly Recorded[];
  readonly refused?: unknown;
}

/**
 * Read, fold, decide, append; again if someone was quicker. Commands for one stream that arrive together go as one batch,
 * or as several where one is more than the store takes at once.
 */
export class CommandRunner {
  private readonly lanes = new Map<string, Waiting[]>();
  private readonly states: StateCache;
  private readonly time: DecisionTime;

  constructor(
    private readonly log: EventLog,
    private readonly ids: Ids,
    clock: Clock,
    snapshots?: Snapshots,
    private readonly spans?: CommandSpans,
  ) {
    this.states = new StateCache(log, snapshots);
    this.time = new DecisionTime(clock);
  }

  /** @throws Rejection (also when a command's events are more than the store takes), StoreUnavailable, WrongVersion (after many attempts) */
  run<C extends Command, S, E extends Event>(decider: Decider<C, S, E>, command: C): Promise<Outcome<S>> {
    const stream = streamName(decider.category, command.meta.tenantId, command.target);
    return new Promise<Outcome>((done, failed) => {
      const own: Waiting = { command, done, failed };
      const waiting = this.spans?.begin(decider.category, own) ?? own;
      const lane = this.lanes.get(stream);
      if (lane) return void lane.push(waiting);
      const opened = [waiting];
      this.lanes.set(stream, opened);
      void this.drain(decider as AnyDecider, stream, opened);
    }) as Promise<Outcome<S>>;
  }

  /** The state a command would be decided on now, with the version of its stream. `past` as of `StateCache.latest`. */
  folded<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    tenantId: string,
    id: string,
    past?: Position,
  ) {
    return this.states.latest(decider, streamName(decider.category, tenantId, id), past);
  }

  /** The state alone. */
  async peek<C extends Command, S, E extends Event>(
    decider: Decider<C, S, E>,
    tenantId: string,
    id: string,
    past?: Position,
  ): Promise<S> {
    return (await this.folded(decider, tenantId, id, past)).state;
  }

  /** The same at once, where it is cached and no other process can have changed it. */
  known<C extends Command, S, E extends Event>(decider: Decider<C, S, E>, tenantId: string, id: string): S | undefined {
    return this.log.exclusive ? this.cached(decider, tenantId, id) : undefined;
  }

  /** The cached state, which another process may have changed since. */
  cached<C extends Command, S, E extends Event>(decider: Decider<C, S, E>, tenantId: string, id: string) {
    return this.states.known<S>(streamName(decider.category, tenantId, id))?.state;
  }

  private async drain(decider: AnyDecider, stream: string, lane: Waiting[]): Promise<void> {
    let most = BATCH;
    while (lane.length > 0) {
      const batch = lane.splice(0, most);
      try {
        await this.runBatch(decider, stream, batch);
      } catch (error) {
        const tooLarge = error instanceof AppendTooLarge;
        if (tooLarge && batch.length > 1) {
          most = Math.ceil(batch.length / 2);
          lane.unshift(...batch);
          continue;
        }
        const broken =
          error instanceof BrokenCondition ? batch.filter(({ command }) => isBrokenBy(command, error)) : [];
        if (broken.length > 0) {
          lane.unshift(...batch.filter((each) => !broken.includes(each)));
          for (const { failed } of broken) failed(error);
          continue;
        }
        this.states.forget(stream);
        for (const { failed } of batch) failed(tooLarge ? new Rejection('errors.body.too_large') : error);
      }
    }
    this.lanes.delete(stream);
  }

  private async runBatch(decider: AnyDecider, stream: string, batch: readonly Waiting[]): Promise<void> {
    let first: FoldedStream<unknown> | undefined;
    for (let attempt = 1; ; attempt++) {
      const from =
        attempt === 1 && this.states.known(stream)
          ? (this.states.known(stream) as FoldedStream<unknown>)
          : await this.states.latest(decider, stream);
      const written = first && !this.log.exclusive ? await this.writtenSince(stream, first.version) : NONE;
      first ??= from;
      const decided = await this.decideAll(decider, stream, batch, from, written);
      const events = decided.flatMap((each) => each.events);
      if (events.length === 0) {
        const sure = this.log.exclusive || attempt > 1;
        if (!sure) continue;
        return this.settle(decided, [], from);
      }
      try {
        const given = conditionsOf(decided);
        const write = () => idempotentAppend(this.log, stream, from.version, events, given);
        const recorded = await (this.spans ? this.spans.around(decided, write) : write());
        this.states.advance(decider, stream, from, recorded);
        return this.settle(decided, recorded, this.states.known(stream) ?? from);
      } catch (error) {
        if (!(error instanceof WrongVersion) || attempt === ATTEMPTS) throw error;
        if (this.log.exclusive) this.states.forget(stream);
        else if (attempt > PATIENT_AFTER) await sleep(attempt);
      }
    }
  }

  /** By command: another process may have taken one over and run it meanwhile. */
  private async writtenSince(stream: string, version: number): Promise<Written> {
    const events = await this.log.readExactly(stream, { from: version + 1, limit: LOOKED_THROUGH });
    return Map.groupBy(events, ({ meta }) => meta.commandId);
  }

  /** Each is decided on what the ones before it lead to. */
  private async decideAll(
    decider: AnyDecider,
    stream: string,
    batch: readonly Waiting[],
    from: FoldedStream<unknown>,
    written: Written,
  ) {
    let { state, version } = from;
    const at = this.time.after(from.at, batch);
    const found = await this.earlierEvents(stream, batch, from, written);
    const all: Decided[] = [];
    for (const [i, waiting] of batch.entries()) {
      const { command } = waiting;
      const earlier = found.get(command.meta.commandId);
      if (earlier) {
        all.push({ waiting, events: [], earlier });
        continue;
      }
      try {
        const events = stampedEvents(this.ids, decider.decide(decidedAt(command, at), state), command, at);
        all.push({ waiting, events });
        if (i === batch.length - 1) break;
        const { tenantId } = command.meta;
        for (const event of events) {
          state = decider.evolve(state, {
            ...event,
            meta: { ...event.meta, tenantId, stream, version: ++version, position: 0 },
          });
        }
      } catch (refused) {
        all.push({ waiting, events: [], refused });
      }
    }
    return all;
  }

  /** By command: what was written meanwhile, and what commands that may have run left before. */
  private async earlierEvents(
    stream: string,
    batch: readonly Waiting[],
    from: FoldedStream<unknown>,
    written: Written,
  ): Promise<Written> {
    const sought = batch
      .map(({ command }) => command.meta)
      .filter((meta) => !written.has(meta.commandId))
      .filter((meta) => meta.since !== undefined || this.mayBeTakenOver(meta, this.states.foreign(stream, from)));
    if (sought.length === 0) return written;
    return new Map([...written, ...(await eventsOfCommands(this.log, stream, sought))]);
  }

  /** Another process may have taken over the claim of a keyed request; the state may hold its events. */
  private mayBeTakenOver({ after }: CommandMeta, foreign: Position): boolean {
    return !this.log.exclusive && after !== undefined && foreign > after;
  }

  private settle(decided: readonly Decided[], recorded: readonly Recorded[], now: FoldedStream<unknown>) {
    let next = 0;
    for (const { waiting, events, earlier, refused } of decided) {
      if (refused !== undefined) {
        waiting.failed(refused);
        continue;
      }
      const own = earlier ?? recorded.slice(next, next + events.length);
      next += earlier ? 0 : events.length;
      waiting.done({ events: own, state: now.state, position: own.at(-1)?.meta.position ?? now.position });
    }
  }
}
