import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import { checkpointName } from '../checkpoints.js';
import type { ModelReaders } from './model-readers.js';
import type { ServedVersions } from './served-versions.js';

/** Reads that began before a switch have ended by then. */
const PAUSE_MS = 30_000;

/** Drops versions of read models that nobody reads any more. */
export class VersionDrop {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly documents: Pick<DocumentStore, 'checkpoint' | 'dropOthers'>,
    private readonly projections: readonly AnyProjection[],
    private readonly served: Pick<ServedVersions, 'get' | 'inUse' | 'isRaised'>,
    private readonly readers: Pick<ModelReaders, 'readOther'> | undefined,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Versions that are in use, or that other processes still read, are dropped later. */
  async now(isCurrent: () => boolean): Promise<void> {
    let areLeft = false;
    for (const projection of this.projections) {
      if (!isCurrent()) return;
      const used = this.served.inUse(projection);
      if (this.served.isRaised(projection) || (await this.readers?.readOther(projection, used))) areLeft = true;
      else await this.dropUnused(projection, used);
    }
    if (areLeft && isCurrent()) this.later(isCurrent);
  }

  later(isCurrent: () => boolean): void {
    this.close();
    this.timer = setTimeout(() => void this.now(isCurrent).catch(this.failed), PAUSE_MS).unref();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Each start prepares the declared version. Where another one serves it is empty, and stays so. */
  private async dropUnused(projection: AnyProjection, used: readonly number[]): Promise<void> {
    const isEmpty = (await this.documents.checkpoint(checkpointName(projection))) === 0;
    const serving = this.served.get(projection.name)?.serving ?? projection;
    await this.documents.dropOthers(serving, isEmpty ? [...used, projection.version] : used);
  }
}
