import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore } from '../../../ports/stores/document-store.js';
import type { ModelReaders } from '../model-readers.js';
import type { ServedVersions } from './served-versions.js';

/** Reads that began before a switch have ended by then. */
const PAUSE_MS = 30_000;

/** Drops versions of read models that nobody reads any more. */
export class VersionDrop {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly documents: Pick<DocumentStore, 'dropOthers'>,
    private readonly projections: readonly AnyProjection[],
    private readonly served: Pick<ServedVersions, 'redirects'>,
    private readonly readers: Pick<ModelReaders, 'readOther'> | undefined,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Versions that serve, or that other processes still read, are dropped later. */
  async now(isCurrent: () => boolean): Promise<void> {
    let areLeft = false;
    for (const projection of this.projections) {
      if (!isCurrent()) return;
      if (this.served.redirects(projection) || (await this.readers?.readOther(projection))) areLeft = true;
      else await this.documents.dropOthers(projection);
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
}
