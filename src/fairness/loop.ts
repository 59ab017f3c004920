import { AsyncLocalStorage } from 'node:async_hooks';
import { NO_TENANT } from '../kernel/stream.js';
import { token } from '../kernel/token.js';

/** A turn of the event loop that has lasted this many milliseconds begins nothing that can wait. */
const TURN_MS = 5;

type Begin = () => void;

/** A page of events that is handled. */
interface Page {
  isOpen: boolean;
}

/**
 * Shares the event loop among tenants. Requests and reads wait where another tenant waits, and once the turn of the loop
 * has lasted 5 ms; the tenants that wait take turns. Reads of embedded stores wait for nothing else, so without it a loop
 * of them is one turn. Handlers of events serve all tenants: they wait for none, and take every second turn.
 */
export class Loop {
  /** By tenant, in the order of their turns. */
  private readonly tenants = new Map<string, Begin[]>();
  private readonly handlers: Begin[] = [];
  private readonly page = new AsyncLocalStorage<Page>();
  private isTurnOfHandlers = true;
  private beganMs: number | undefined;

  /** @param clock its time is in milliseconds */
  constructor(private readonly clock: { monotonic(): number }) {}

  /** Pieces of work that wait for a turn. */
  get waiting(): number {
    return this.handlers.length + [...this.tenants.values()].reduce((sum, own) => sum + own.length, 0);
  }

  /**
   * Undefined: the tenant's work continues at once. Otherwise it continues when the promise resolves. Work of the service
   * takes turns as that of one tenant.
   */
  pause(tenantId = NO_TENANT): Promise<void> | undefined {
    const isOfPage = this.page.getStore()?.isOpen === true;
    if (!this.isOver && (isOfPage || !this.hasOthers(tenantId))) return undefined;
    return new Promise((begin) => {
      const own = this.tenants.get(tenantId);
      if (isOfPage) this.handlers.push(begin);
      else if (own) own.push(begin);
      else this.tenants.set(tenantId, [begin]);
    });
  }

  /** Handles a page of events. Work that is left running afterwards waits as any other. */
  async handle(work: () => Promise<void> | void): Promise<void> {
    const page = { isOpen: true };
    try {
      await this.page.run(page, work);
    } finally {
      page.isOpen = false;
    }
  }

  private hasOthers(tenantId: string): boolean {
    return this.tenants.size > (this.tenants.has(tenantId) ? 1 : 0);
  }

  private get isOver(): boolean {
    return this.clock.monotonic() - this.turnBegan() >= TURN_MS;
  }

  /** When the turn began, which is now where none has. */
  private turnBegan(): number {
    if (this.beganMs === undefined) {
      this.beganMs = this.clock.monotonic();
      setImmediate(() => this.endTurn());
    }
    return this.beganMs;
  }

  private endTurn(): void {
    this.beganMs = undefined;
    if (this.tenants.size === 0 && this.handlers.length === 0) return;
    this.turnBegan();
    this.beginNext();
  }

  /** Begins one after the other, each with all that it leads to in this turn, so that its time counts. */
  private beginNext(): void {
    const begin = this.take();
    if (!begin) return;
    begin();
    queueMicrotask(() =>
      process.nextTick(() => {
        if (!this.isOver) this.beginNext();
      }),
    );
  }

  private take(): Begin | undefined {
    this.isTurnOfHandlers = !this.isTurnOfHandlers;
    if (this.handlers.length > 0 && (this.isTurnOfHandlers || this.tenants.size === 0)) return this.handlers.shift();
    const [tenantId] = this.tenants.keys();
    return tenantId === undefined ? undefined : this.takeOf(tenantId);
  }

  /** The tenant goes behind the others. */
  private takeOf(tenantId: string): Begin | undefined {
    const own = this.tenants.get(tenantId);
    const begin = own?.shift();
    this.tenants.delete(tenantId);
    if (own && own.length > 0) this.tenants.set(tenantId, own);
    return begin;
  }
}

export const LOOP = token<Loop>('Loop');
