import type { OperationalKey } from '../../ports/operational-store.js';

/** Effects that wait for their turn: tenants take turns, and none has more than its share under way. */
export class OutboxQueue {
  private readonly waiting = new Map<string, OperationalKey[]>();
  private readonly known = new Set<string>();
  private readonly underWay = new Map<string, number>();
  private running = 0;

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  /** Those that wait or are under way. */
  get size(): number {
    return this.known.size;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  add(key: OperationalKey): void {
    const name = nameOf(key);
    if (this.known.has(name)) return;
    this.known.add(name);
    const line = this.waiting.get(key.tenantId);
    if (line) line.push(key);
    else this.waiting.set(key.tenantId, [key]);
  }

  /** The next one, of the tenant whose turn it is; undefined while nothing may begin. */
  next(): OperationalKey | undefined {
    if (this.running >= this.most) return undefined;
    for (const [tenantId, line] of this.waiting) {
      const own = this.underWay.get(tenantId) ?? 0;
      if (own >= this.mostOfOne) continue;
      const key = line.shift();
      this.waiting.delete(tenantId);
      if (line.length > 0) this.waiting.set(tenantId, line);
      if (!key) continue;
      this.underWay.set(tenantId, own + 1);
      this.running++;
      return key;
    }
    return undefined;
  }

  done(key: OperationalKey): void {
    if (!this.known.delete(nameOf(key))) return;
    this.running--;
    const own = (this.underWay.get(key.tenantId) ?? 1) - 1;
    if (own > 0) this.underWay.set(key.tenantId, own);
    else this.underWay.delete(key.tenantId);
  }

  /** What waits is forgotten; what is under way stays. */
  clear(): void {
    for (const line of this.waiting.values()) for (const key of line) this.known.delete(nameOf(key));
    this.waiting.clear();
  }
}

const nameOf = ({ tenantId, id }: OperationalKey) => `${tenantId}/${id}`;
