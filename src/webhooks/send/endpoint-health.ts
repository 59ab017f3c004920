import { DISABLED_AFTER_DAYS } from '../../catalogue/webhook-retries.js';
import { DAY, epochMs, type Instant } from '../../kernel/instant.js';
import type { OperationalStore } from '../../ports/stores/operational-store.js';

const HEALTH = 'webhook-health';
const GIVEN_UP_AFTER_MS = DISABLED_AFTER_DAYS * DAY;
/** Fewer failed attempts do not disable an endpoint: as many as the default schedule has. */
const LEAST_FAILURES = 10;

/** Health of a tenant's endpoint, from the attempts of all deliveries. */
export interface Health {
  /** Time of the first failed attempt since the last success. */
  readonly failingSince?: Instant;
  /** Failed attempts since then, counted up to the least that disable the endpoint. */
  readonly failures: number;
  /** Time of the last success after failures. */
  readonly recoveredAt?: Instant;
}

const HEALTHY: Health = { failures: 0 };

/** The health after a failed attempt. A change of the settings at `changedAt` restarts the count. */
export function afterFailure(health: Health, at: Instant, changedAt: Instant | undefined): Health {
  const { failingSince = at, failures } = health;
  if (changedAt !== undefined && changedAt > failingSince) return { ...health, failingSince: at, failures: 1 };
  return { ...health, failingSince, failures: Math.min(failures + 1, LEAST_FAILURES) };
}

export const afterSuccess = (health: Health, at: Instant): Health =>
  health.failingSince === undefined ? health : { failures: 0, recoveredAt: at };

/** Whether the endpoint is disabled: it only failed for 5 days. */
export const isGivenUp = ({ failingSince, failures }: Health, now: Instant): boolean =>
  failingSince !== undefined && failures >= LEAST_FAILURES && epochMs(now) - epochMs(failingSince) >= GIVEN_UP_AFTER_MS;

/** The health of a tenant's endpoint, kept in the operational store for the next process that sends. */
export class EndpointHealth {
  private health = HEALTHY;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly tenantId: string,
    private readonly operations: OperationalStore,
  ) {}

  get recoveredAt(): Instant | undefined {
    return this.health.recoveredAt;
  }

  /** Once; again after it failed. */
  load(): Promise<void> {
    this.loading ??= this.read().catch((error) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }

  /** @returns whether the endpoint only failed for too long */
  async failed(at: Instant, changedAt: Instant | undefined): Promise<boolean> {
    await this.keep(afterFailure(this.health, at, changedAt));
    return isGivenUp(this.health, at);
  }

  /** @returns whether it is the first success after failures */
  async succeeded(at: Instant): Promise<boolean> {
    const before = this.health;
    await this.keep(afterSuccess(before, at));
    return this.health !== before;
  }

  private async read(): Promise<void> {
    this.health = (await this.operations.get<Health>(this.key))?.value ?? HEALTHY;
  }

  private async keep(next: Health): Promise<void> {
    const { failingSince, failures, recoveredAt } = this.health;
    const isSame = next.failingSince === failingSince && next.failures === failures && next.recoveredAt === recoveredAt;
    if (isSame) return;
    this.health = next;
    await this.operations.put(this.key, next, { relaxed: true });
  }

  private get key() {
    return { tenantId: this.tenantId, kind: HEALTH, id: this.tenantId };
  }
}
