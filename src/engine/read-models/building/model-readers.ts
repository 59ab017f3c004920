import { operationalRetention } from '../../../catalogue/retention.js';
import { FAR_FUTURE, plus, SECOND } from '../../../kernel/instant.js';
import type { AnyProjection, Collection } from '../../../kernel/projection.js';
import { NO_TENANT } from '../../../kernel/stream.js';
import type { Clock } from '../../../ports/process/clock.js';
import type { OperationalStore } from '../../../ports/stores/operational-store.js';
import { checkpointName } from '../checkpoints.js';
import type { ServedVersions } from './served-versions.js';

const KIND = 'model-reader';
const RENEW_MS = 10 * SECOND;
/** A killed process counts as a reader for this long. */
const VALID_MS = operationalRetention[KIND].seconds * SECOND;
const MOST = 1_000;

/** The versions of read models that the processes of a deployment read, so that none is dropped while it is read. */
export class ModelReaders {
  private renewing: NodeJS.Timeout | undefined;

  constructor(
    private readonly owner: string,
    private readonly projections: readonly AnyProjection[],
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly failed: (name: string, error: unknown) => void,
    private readonly served?: Pick<ServedVersions, 'read'>,
  ) {}

  /** Resolves when the other processes can see what this one reads. */
  async start(): Promise<void> {
    clearInterval(this.renewing);
    this.renewing = setInterval(() => {
      this.renew().catch((error) => this.failed(KIND, error));
    }, RENEW_MS);
    this.renewing.unref();
    await this.renew();
  }

  async close(): Promise<void> {
    clearInterval(this.renewing);
    await this.operations.remove({ tenantId: NO_TENANT, kind: KIND, id: this.owner }).catch(() => false);
  }

  /** Whether a process reads another version of the collection than these. */
  async readOther(
    { name, version }: Pick<Collection<never>, 'name' | 'version'>,
    versions: readonly number[] = [version],
  ): Promise<boolean> {
    const now = this.clock.now();
    const found = await this.operations.due<readonly string[]>(KIND, FAR_FUTURE, MOST);
    const read = found.filter(({ due = now }) => due > now).flatMap(({ value }) => value);
    const known = versions.map((each) => `${name}@${each}`);
    return read.some((each) => each.startsWith(`${name}@`) && !known.includes(each));
  }

  private async renew(): Promise<void> {
    const key = { tenantId: NO_TENANT, kind: KIND, id: this.owner };
    const due = plus(this.clock.now(), VALID_MS);
    const read = new Set((this.served?.read ?? this.projections).map(checkpointName));
    await this.operations.put(key, [...read], { due, relaxed: true });
  }
}
