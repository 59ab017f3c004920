import { Inject, Injectable } from '@nestjs/common';
import { MINUTE, plus, SECOND } from '../../../../kernel/instant.js';
import { ASSET_STORE, type AssetFile, type AssetStore } from '../../../../ports/media/asset-store.js';
import { MEDIA_PROCESSOR, type MediaProcessor, type MediaResult } from '../../../../ports/media/media-processor.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import type { Asset } from '../../message/domain/message.events.js';
import { AssetStatuses } from './asset-status.service.js';
import { ownerOf, type UploadEntry, UploadRecords } from './upload-records.js';

const FIRST_PAUSE = 2 * SECOND;
const LONGEST_PAUSE = 5 * MINUTE;

/** Finishes uploads from any state: each step may be repeated. */
@Injectable()
export class AssetProcessing {
  constructor(
    @Inject(UploadRecords) private readonly records: UploadRecords,
    @Inject(ASSET_STORE) private readonly store: AssetStore,
    @Inject(MEDIA_PROCESSOR) private readonly media: MediaProcessor,
    @Inject(AssetStatuses) private readonly statuses: AssetStatuses,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Does what an upload that is due waits for. */
  async run(entry: UploadEntry): Promise<void> {
    const { state, expires } = entry.value;
    if (state === 'awaiting' || state === 'receiving') {
      const expired = await this.records.move(entry, { state: 'expired' }, expires);
      if (expired) await this.run(expired);
    } else if (state === 'expired') {
      const failed = { status: 'UPLOAD_FAILED', failure: entry.value.refused ?? 'not_uploaded' } as const;
      await this.conclude(entry, await this.statuses.change(ownerOf(entry), failed));
    } else if (state === 'received') {
      await this.process(entry);
    } else if (state === 'deleted') {
      await this.conclude(entry, undefined);
    } else {
      await this.records.end(entry);
    }
  }

  /** Tries an upload again later that failed for reasons of the service, such as a store that is away. */
  async postpone(entry: UploadEntry): Promise<void> {
    const { attempts = 0 } = entry.value;
    const pause = Math.min(FIRST_PAUSE * 2 ** Math.min(attempts, 20), LONGEST_PAUSE);
    await this.records.move(entry, { attempts: attempts + 1 }, plus(this.clock.now(), pause));
  }

  private async process(entry: UploadEntry): Promise<void> {
    const owner = ownerOf(entry);
    const { kind, type, file = '' } = entry.value;
    const named = type === undefined ? {} : { type };
    const source = await this.store.open({ ...owner, name: file });
    const compressing = async () => void (await this.statuses.change(owner, { status: 'COMPRESSION_STARTED' }));
    if (!source) {
      // A process that was killed after the upload was processed had removed it already.
      const missing = { status: 'UPLOAD_COMPLETED_MISSING', ...named } as const;
      return this.conclude(entry, await this.statuses.change(owner, missing, 'UPLOAD_COMPLETED'));
    }
    const job = { kind, ...named, source, compressing };
    const asset = await this.media.process(job, (result) => this.keep(entry, result));
    await this.conclude(entry, await this.statuses.change(owner, asset));
  }

  /** The names follow from the upload, so that a second attempt replaces what the first one kept. */
  private async keep(entry: UploadEntry, result: MediaResult): Promise<Asset> {
    if (!result.ok) return { status: 'UPLOAD_FAILED', failure: result.fault };
    const id = (entry.value.file ?? '').replace(/^upload-/, '');
    const named = (name: string): AssetFile => ({ ...ownerOf(entry), name });
    const { content, thumbnail } = result;
    await this.store.put(named(`content-${id}`), content.open(), content.size);
    if (thumbnail) await this.store.put(named(`thumbnail-${id}`), thumbnail.open(), thumbnail.size);
    return {
      status: 'UPLOAD_COMPLETED',
      file: `content-${id}`,
      ...(thumbnail ? { thumbnail: `thumbnail-${id}` } : {}),
      type: content.type,
      size: content.size,
    };
  }

  /** Removes every file that the asset does not name. `asset` is undefined where the message is deleted. */
  private async conclude(entry: UploadEntry, asset: Asset | undefined): Promise<void> {
    const owner = ownerOf(entry);
    for (const name of await this.store.names(owner)) {
      if (name !== asset?.file && name !== asset?.thumbnail) await this.store.remove({ ...owner, name });
    }
    await this.records.end(entry);
  }
}
