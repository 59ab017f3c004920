import type { Position, TraceContext } from './event.js';
import type { Instant } from './instant.js';
import type { StreamVersion } from './stream.js';

/** Sender, time and ids of a command. Commands of one request differ only in `commandId`. */
export interface CommandMeta {
  readonly tenantId: string;
  readonly actor: string;
  /** When it was requested. Its decision and events have the time of the decision, which is not earlier. */
  readonly at: Instant;
  readonly commandId: string;
  readonly correlationId: string;
  /** Id that the caller gave the request; left out: none. */
  readonly requestId?: string;
  /** Span in which it comes; left out: none is known. */
  readonly trace?: TraceContext;
  readonly causationId?: string;
  /** Depth of the resulting events. */
  readonly depth?: number;
  /** Id of the outside event that its events go back to; left out: they come from outside themselves. */
  readonly rootId?: string;
  /** The command may have run before (a retry after a crash): look for its events from this moment on before deciding. */
  readonly since?: Instant;
  /** Other streams that the command rests on. A store that can judges them with the append. */
  readonly given?: readonly StreamVersion[];
  /** Its events, if it ran before, have positions after this one. */
  readonly after?: Position;
}

/** For another command of the same request: it has not run before, and rests on no other stream. */
export const followUpMeta = (
  { since: _, after: __, given: ___, ...meta }: CommandMeta,
  commandId: string,
): CommandMeta => ({ ...meta, commandId });

/** A wish, in the imperative. `target` is the id of the stream it is decided on. */
export interface Command<T extends string = string, D = unknown> {
  readonly type: T;
  readonly target: string;
  readonly data: D;
  readonly meta: CommandMeta;
}

export interface CommandClass<C extends Command = Command> {
  new (target: string, data: never, meta: CommandMeta): C;
  readonly type: C['type'];
}

/** Makes the class of a command: `class LockConversation extends command('LockConversation')<{ until: Instant }> {}`. */
export function command<T extends string>(type: T) {
  return class<D> implements Command<T, D> {
    static readonly type: T = type;
    readonly type: T = type;
    constructor(
      readonly target: string,
      readonly data: D,
      readonly meta: CommandMeta,
    ) {}
  };
}
