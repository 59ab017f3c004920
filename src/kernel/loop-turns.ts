import { token } from './token.js';

/** After this time and so many reads no further read begins in the same turn of the event loop. */
const LONGEST_TURN_MS = 10;
const READS_A_TURN = 40;

type Begin = () => void;

/**
 * Ends long turns of the event loop. Reads of an embedded store wait for nothing, so without it a loop of them would be
 * one turn, however many they are. A read that waits begins before one that comes later, and tenants take turns.
 */
export class LoopTurns {
  private began: number | undefined;
  private reads = 0;
  /** A handler of many events began in this turn: at its begin, or later. */
  private handler: 'first' | 'later' | undefined;
  private readonly waiting = new Map<string, Begin[]>();
  private readonly handlers: Begin[] = [];

  constructor(private readonly clock: { monotonic(): number }) {}

  /** Undefined: a read of the tenant may begin now. Otherwise it may once the promise is kept. */
  wait(tenantId = ''): Promise<void> | undefined {
    const elapsed = this.elapsed();
    if (this.waiting.size === 0 && (this.reads < READS_A_TURN || elapsed < LONGEST_TURN_MS)) {
      this.reads++;
      return undefined;
    }
    return new Promise((begin) => {
      const others = this.waiting.get(tenantId);
      if (others) others.push(begin);
      else this.waiting.set(tenantId, [begin]);
    });
  }

  /** The same for a handler of many events, of which one begins in a turn. */
  waitToHandle(): Promise<void> | undefined {
    if (this.elapsed() < LONGEST_TURN_MS && this.handlers.length === 0 && !this.handler) {
      this.handler = 'later';
      return undefined;
    }
    return new Promise((begin) => this.handlers.push(begin));
  }

  /** Milliseconds since the turn began, which is now where none has. */
  private elapsed(): number {
    const now = this.clock.monotonic();
    if (this.began !== undefined) return now - this.began;
    this.began = now;
    this.reads = 0;
    setImmediate(() => this.endTurn());
    return 0;
  }

  /** The next turn begins with what waits. */
  private endTurn(): void {
    this.began = undefined;
    // After a handler that began late in a turn, requests come first.
    const mayHandle = this.handler !== 'later';
    this.handler = undefined;
    if (this.waiting.size + this.handlers.length === 0) return;
    this.elapsed();
    const handler = mayHandle ? this.handlers.shift() : undefined;
    if (handler) this.handler = 'first';
    handler?.();
    for (; this.reads < READS_A_TURN; this.reads++) {
      const [next] = this.waiting;
      if (!next) return;
      const [tenantId, begins] = next;
      const begin = begins.shift();
      this.waiting.delete(tenantId);
      if (begins.length > 0) this.waiting.set(tenantId, begins);
      begin?.();
    }
  }
}

export const LOOP_TURNS = token<LoopTurns>('LoopTurns');
