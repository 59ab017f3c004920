import { operationalRetention } from '../../catalogue/retention.js';
import { plus, SECOND } from '../../kernel/instant.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { Clock } from '../../ports/process/clock.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';
import type { RateLimiter } from './rate-limiter.js';

const EVERY_MS = 1_000;
/** Rounds in the entry of a process, so that others miss none where they read late. */
const ROUNDS = 3;
/** Keys of a round, the busiest, and processes; others count in their own process alone. */
const MOST = 500;
const KEPT_MS = operationalRetention.rate.seconds * SECOND;

/** The counts of a process since its previous round. */
interface Round {
  readonly n: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** Absent in the entries of older versions. */
interface Share {
  readonly rounds?: readonly Round[];
}

/**
 * Shares the counts of all API processes, once a second. Together they exceed a limit by at most the requests that
 * arrive in that second.
 */
export class RateSharing {
  private timer: NodeJS.Timeout | undefined;
  private rounds: readonly Round[] = [];
  /** The last round of each other process that was added. */
  private seen: ReadonlyMap<string, number> = new Map();

  constructor(
    private readonly limiter: RateLimiter,
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly processId: string,
    private readonly failed: (name: string, error: unknown) => void,
  ) {}

  start(): void {
    this.limiter.unshared ??= new Map();
    this.timer = setTimeout(async () => {
      await this.exchange().catch((error) => this.failed('rate limits', error));
      if (this.timer) this.start();
    }, EVERY_MS);
    this.timer.unref();
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  async exchange(): Promise<void> {
    const n = (this.rounds.at(-1)?.n ?? 0) + 1;
    this.rounds = [...this.rounds, { n, counts: this.busiest() }].slice(-ROUNDS);
    const key = { tenantId: NO_TENANT, kind: 'rate', id: this.processId };
    const options = { due: plus(this.clock.now(), KEPT_MS), relaxed: true } as const;
    await this.operations.put<Share>(key, { rounds: this.rounds }, options);
    const shares = await this.operations.list<Share>(NO_TENANT, 'rate', '', MOST);
    const others = shares.filter(({ key: { id } }) => id !== this.processId);
    const rounds = new Map(others.map(({ key: { id }, value }) => [id, value.rounds ?? []]));
    for (const [id, each] of rounds) this.add(each, this.seen.get(id) ?? 0);
    this.seen = new Map([...rounds].map(([id, each]) => [id, each.at(-1)?.n ?? 0]));
  }

  private add(rounds: readonly Round[], seen: number): void {
    for (const { n, counts } of rounds) {
      if (n <= seen) continue;
      for (const [key, requests] of Object.entries(counts)) this.limiter.addElsewhere(key, requests);
    }
  }

  private busiest(): Round['counts'] {
    const counted = [...(this.limiter.unshared ?? [])].sort(([, a], [, b]) => b - a);
    this.limiter.unshared = new Map();
    return Object.fromEntries(counted.slice(0, MOST));
  }
}
