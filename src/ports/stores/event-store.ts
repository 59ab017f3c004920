import type { Position } from '../../kernel/event.js';
import type { StreamVersion } from '../../kernel/stream.js';
import { token } from '../../kernel/token.js';

/** An event as a store keeps it: what is in `body` only the codec knows. */
export interface NewStored {
  readonly id: string;
  readonly type: string;
  /** JSON text, well below 1 MiB. */
  readonly body: string;
}

export interface Stored extends NewStored {
  readonly stream: string;
  /** Counts from 1 in its stream, without gaps. */
  readonly version: number;
  readonly position: Position;
}

/** The stream is at another version than expected, and what is there is not what was to be appended. */
export class WrongVersion extends Error {
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`${stream}: expected version ${expected}, is ${actual}`);
  }
}

/** A stream that the append rests on is at another version. Nothing was stored. */
export class BrokenCondition extends Error {
  constructor(
    readonly condition: StreamVersion,
    readonly actual: number,
  ) {
    super(`${condition.stream}: is given at version ${condition.version}, is ${actual}`);
  }
}

/** The batch is over the store's limit; a smaller one may pass. Nothing was stored. */
export class AppendTooLarge extends Error {
  constructor(
    readonly stream: string,
    readonly events: number,
  ) {
    super(`${stream}: ${events} events are more than the store takes at once`);
  }
}

/** The store cannot be reached, or did not say in time whether it stored something. It acknowledged nothing. */
export class StoreUnavailable extends Error {}

/** The store answers and refuses the credentials of the service. The message is a sentence without its full stop. */
export class StoreRefused extends StoreUnavailable {}

/** The data of the store is damaged: no later attempt helps. */
export class StoreDamaged extends StoreUnavailable {}

/** The log has no event at the start position, and this store cannot read from between events. */
export class NoSuchPosition extends Error {}

/** Characters of bodies after which a page ends below its limit. The event that reaches them is the page's last one. */
export const PAGE_CHARACTERS = 4 * 1_048_576;

export interface ReadOptions {
  /** Forwards: the first version to read (1). Backwards: the last one (the newest). */
  readonly from?: number;
  readonly backwards?: boolean;
  readonly limit: number;
}

export interface Tail {
  /** No event is handed over after this; one that is being handled may still end. */
  close(): void;
}

export interface EventStore {
  /** True when no other process can append: state folded here stays the latest. */
  readonly exclusive: boolean;
  /** True: `given` is judged in the transaction of the append. False: the store does not look at it, and callers look again after the append. */
  readonly judgesConditions: boolean;

  /** Called once at the start. A server that is away passes. @throws StoreUnavailable where the server would lose events */
  check?(): Promise<void>;

  /**
   * Durable when the promise resolves (fsynced, or acknowledged by a majority). All events or none. `expected` is the
   * stream's version, 0 meaning "must not exist". A repeated append with the same ids at the same place returns the
   * stored events and stores nothing.
   * @param given versions of other streams that hold at the append
   * @throws WrongVersion, BrokenCondition, AppendTooLarge, StoreUnavailable
   */
  append(
    stream: string,
    expected: number,
    events: readonly NewStored[],
    given?: readonly StreamVersion[],
  ): Promise<readonly Stored[]>;

  /**
   * Empty for an unknown stream. Backwards: newest first. The page ends at the limit, at PAGE_CHARACTERS or where
   * the stream ends; unless the stream ends it has at least one event.
   */
  read(stream: string, options: ReadOptions): Promise<readonly Stored[]>;

  /**
   * In log order, `after` exclusive; 0 from the start. Only events whose every forerunner is visible too.
   * The page ends at the limit, at PAGE_CHARACTERS or before: only an empty page says that the log ends.
   * @throws NoSuchPosition where `after` is neither an event's position nor one less, and the store minds; StoreUnavailable
   */
  readAll(after: Position, limit: number): Promise<readonly Stored[]>;

  /** The position of the newest event; 0 in an empty log. */
  head(): Promise<Position>;

  /**
   * Hands over everything after `after`, in log order, each once, then each newly appended event, without polling
   * within a process. A batch ends at PAGE_CHARACTERS too. The next batch waits until the handler's promise resolves.
   * An error of the handler or of the store ends the tail and is passed to `failed`.
   */
  tail(
    after: Position,
    handle: (events: readonly Stored[]) => Promise<void> | void,
    failed: (error: unknown) => void,
  ): Tail;

  close(): Promise<void>;
}

export const EVENT_STORE = token<EventStore>('EventStore');

/** Characters of the bodies of a page. */
export const charactersOf = (page: readonly Stored[]): number => page.reduce((sum, { body }) => sum + body.length, 0);

/** Whether the stream has no event behind the page. */
export const isLast = (page: readonly Stored[], { limit }: ReadOptions): boolean =>
  page.length < limit && charactersOf(page) < PAGE_CHARACTERS;
