import { setTimeout as pause } from 'node:timers/promises';
import { type Command, type CommandClass, type CommandMeta, followUpMeta } from '../../kernel/command.js';
import type { Decider } from '../../kernel/decider.js';
import type { Event, Position } from '../../kernel/event.js';
import { Rejection, reject } from '../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../kernel/resource.js';
import { type StreamVersion, streamName } from '../../kernel/stream.js';
import type { Ids } from '../../ports/process/clock.js';
import { BrokenCondition } from '../../ports/stores/event-store.js';
import { stateAsOf } from '../log/as-of.js';
import type { EventLog } from '../log/event-log.js';
import type { CommandGateway } from './command-gateway.js';
import type { CommandRunner, Outcome } from './command-runner.js';
import { StaleBasis } from './stale-basis.js';

const ATTEMPTS = 24;
/** A reserved resource is waited for: a change takes milliseconds, unless it checks many conversations. */
const PAUSE_MS = 25;
const LONGEST_WAIT = 80;

interface Undoable<V> extends Named<V> {
  readonly Replace: CommandClass;
  readonly Remove: CommandClass;
}

interface Named<V> {
  // biome-ignore lint/suspicious/noExplicitAny: only the state of the decider is read.
  readonly decider: Decider<any, ResourceState<V>, Event>;
}

/** A change of the resource is under way. */
class IsReserved extends Error {}

/** The resources that a command rests on, as the log has them now, and the versions of their streams. */
export class Basis {
  readonly given: StreamVersion[] = [];

  constructor(
    private readonly runner: CommandRunner,
    readonly tenantId: string,
  ) {}

  /** undefined where there is none. */
  async resource<V>({ decider }: Named<V>, id: string): Promise<ResourceRecord<V> | undefined> {
    const { state, version } = await this.runner.folded<Command, ResourceState<V>, Event>(decider, this.tenantId, id);
    if (state.reserved && state.reserved.length > 0) throw new IsReserved();
    this.given.push({ stream: streamName(decider.category, this.tenantId, id), version });
    return state.record;
  }
}

/** A command and what it rests on. */
export interface ConditionalCommand<T, O extends Outcome> {
  /** Looks at what the command rests on. May be called more than once. @throws Rejection */
  judge(basis: Basis): Promise<T>;
  send(judged: T, given: readonly StreamVersion[]): Promise<O>;
  /** Takes back what was appended, after `judge` refused it in a second look. */
  undo(outcome: O): Promise<unknown>;
}

/**
 * Sends commands that rest on resources in other streams. A store that judges conditions refuses the append where a stream
 * has moved, and everything is judged again. With other stores, the streams are read again after the append. A change of a
 * resource reserves it first and looks for users afterwards, so that one of the two sees the other.
 */
export class ConditionalCommands {
  constructor(
    private readonly log: EventLog,
    private readonly runner: CommandRunner,
    private readonly commands: CommandGateway,
    private readonly ids: Ids,
  ) {}

  /** @throws Rejection of `judge`; 503 where a resource stays reserved or moves all the time */
  async send<T, O extends Outcome>(tenantId: string, command: ConditionalCommand<T, O>): Promise<O> {
    for (let attempt = 1; ; attempt++) {
      const basis = new Basis(this.runner, tenantId);
      const judged = await this.judge(command, basis);
      try {
        const outcome = await command.send(judged, basis.given);
        if (!this.log.judgesConditions) await this.lookAgain(command, basis, outcome);
        return outcome;
      } catch (error) {
        if (!(error instanceof BrokenCondition || error instanceof StaleBasis)) throw error;
        if (attempt === ATTEMPTS) return reject('errors.position.not_reached');
      }
    }
  }

  /** Judges without sending a command. @throws Rejection of `judge`; 503 where a resource stays reserved */
  judged<T>(tenantId: string, judge: (basis: Basis) => Promise<T>): Promise<T> {
    return this.judge({ judge }, new Basis(this.runner, tenantId));
  }

  /** Gives a resource back the value that it had before, or deletes it again, unless it was changed since. */
  async undoResource<V extends object>(
    { decider, Replace, Remove }: Undoable<V>,
    meta: CommandMeta,
    { events, state }: Outcome<ResourceState<V>>,
  ): Promise<void> {
    const [first] = events;
    if (!first || !state.record) return;
    const { stream, version } = first.meta;
    const { id, revision } = state.record;
    const before = (await stateAsOf<ResourceState<V>>(this.log, stream, decider, { version: version - 1 })).state
      .record;
    const again = followUpMeta(meta, this.ids.derived(meta.at, meta.commandId, 'undo'));
    const ifMatch = [revision];
    await this.commands.execute(
      before
        ? new Replace(id, { value: before.value, ifMatch } as never, again)
        : new Remove(id, { ifMatch } as never, again),
    );
  }

  private async judge<T>({ judge }: Pick<ConditionalCommand<T, Outcome>, 'judge'>, basis: Basis): Promise<T> {
    for (let wait = 1; wait <= LONGEST_WAIT; wait++) {
      try {
        basis.given.length = 0;
        return await judge(basis);
      } catch (error) {
        if (!(error instanceof IsReserved)) throw error;
        await pause(PAUSE_MS);
      }
    }
    return reject('errors.position.not_reached');
  }

  private async lookAgain<T, O extends Outcome>(
    command: ConditionalCommand<T, O>,
    { tenantId, given }: Basis,
    outcome: O,
  ) {
    const [first] = outcome.events;
    if (!first) return;
    const moved = await Promise.all(given.map((each) => this.hasMovedBefore(each, first.meta.position)));
    if (!moved.includes(true)) return;
    try {
      await this.judge(command, new Basis(this.runner, tenantId));
    } catch (error) {
      if (error instanceof Rejection) await command.undo(outcome);
      throw error;
    }
  }

  /** A change that was begun behind the append finds what was appended. */
  private async hasMovedBefore({ stream, version }: StreamVersion, position: Position): Promise<boolean> {
    const [next] = await this.log.positions(stream, { from: version + 1, limit: 1 });
    return next !== undefined && next.position < position;
  }
}
