import { createReadStream, mkdirSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type AssetKind, detectable } from '../../catalogue/assets.js';
import { limits } from '../../catalogue/limits/limits.js';
import { DAY, epochMs } from '../../kernel/instant.js';
import type {
  MediaFault,
  MediaFile,
  MediaJob,
  MediaProcessor,
  MediaResult,
} from '../../ports/media/media-processor.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import type { ProcessLauncher } from '../../ports/process/process-launcher.js';
import { type Compressed, compress, decodingFault, type Ffmpeg, isInstalled } from './ffmpeg.js';
import { type InspectBounds, inspection, type MediaPool, mediaPool } from './media-pool.js';

const BOUNDS: InspectBounds = { ms: 120_000, memoryMiB: 768 };

export interface MediaParts {
  /** Folder for the files of the work under way. */
  readonly folder: string;
  /** Program that compresses video and audio. */
  readonly ffmpeg: string;
  readonly launcher: ProcessLauncher;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly bounds?: InspectBounds;
}

/** Images by sharp, video and audio by ffmpeg where it is installed; each in a process that can be killed. */
export class SharpMedia implements MediaProcessor {
  private compresses: Promise<boolean> | undefined;
  private closing = new AbortController();
  private readonly bounds: InspectBounds;
  private inspectors: MediaPool;
  private readonly ffmpeg: Ffmpeg;

  constructor(private readonly parts: MediaParts) {
    const { launcher, ffmpeg: program, bounds = BOUNDS } = parts;
    this.bounds = bounds;
    this.inspectors = mediaPool(launcher, bounds);
    this.ffmpeg = { launcher, program };
  }

  async process<T>(job: MediaJob, use: (result: MediaResult) => Promise<T>): Promise<T> {
    const { signal } = this.closing;
    mkdirSync(this.parts.folder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.parts.folder, 'media-'));
    try {
      const source = join(folder, 'source');
      // Opened first: an opening that is still under way would make the file after the removal of its folder.
      const file = await open(source, 'wx', 0o600);
      await pipeline(job.source, file.createWriteStream());
      return await use(await this.result(job, folder, source, signal));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async sweep(): Promise<void> {
    const { folder, clock } = this.parts;
    const untilMs = epochMs(clock.now()) - DAY;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < untilMs) await rm(path, { recursive: true, force: true });
    }
  }

  close(): void {
    this.closing.abort(new Error('The media processor is closed.'));
    this.closing = new AbortController();
    void this.inspectors.close();
    this.inspectors = mediaPool(this.parts.launcher, this.bounds);
  }

  private async result(job: MediaJob, folder: string, source: string, signal: AbortSignal): Promise<MediaResult> {
    const { kind } = job;
    const [content, thumbnail] = [join(folder, 'content'), join(folder, 'thumbnail')];
    const { imagePixels: pixels, fullSizePixels, thumbnailPixels } = limits;
    const wanted = {
      kind,
      types: detectable(kind, job.type),
      source,
      content,
      thumbnail,
      pixels,
      fullSizePixels,
      thumbnailPixels,
    };
    signal.throwIfAborted();
    const found = await this.inspectors.run(inspection(wanted, this.bounds));
    if (!found.ok) return { ok: false, fault: faultOf(kind, found.fault) };
    const made: Compressed = { type: found.type, path: found.content ? content : source };
    const compressed = kind === 'IMAGE' ? made : await this.compressed(job, kind, made, signal);
    if (typeof compressed === 'string') return { ok: false, fault: compressed };
    return {
      ok: true,
      content: await fileOf(compressed),
      ...(found.thumbnail ? { thumbnail: await fileOf({ type: 'image/webp', path: thumbnail }) } : {}),
    };
  }

  /** The file as it is where ffmpeg is not installed, or makes it no smaller. */
  private async compressed(job: MediaJob, kind: 'VIDEO' | 'AUDIO', file: Compressed, signal: AbortSignal) {
    if (!(await this.canCompress())) return file;
    const fault = await decodingFault(this.ffmpeg, file, signal);
    if (fault) return fault;
    await job.compressing();
    return (await compress(this.ffmpeg, kind, file, signal)) ?? file;
  }

  private canCompress(): Promise<boolean> {
    this.compresses ??= this.hasFfmpeg().catch((error) => {
      this.compresses = undefined;
      throw error;
    });
    return this.compresses;
  }

  /** Said once in the log where it is not. */
  private async hasFfmpeg(): Promise<boolean> {
    const { ffmpeg, logger } = this.parts;
    const isThere = await isInstalled(this.ffmpeg);
    if (!isThere) logger.warn({ ffmpeg }, 'ffmpeg is not installed: video and audio are kept as they are uploaded');
    return isThere;
  }
}

/** A movie that takes too much work is made of boxes that no player reads. */
function faultOf(kind: AssetKind, fault: MediaFault | 'too_much_work'): MediaFault {
  if (fault !== 'too_much_work') return fault;
  return kind === 'IMAGE' ? 'too_many_pixels' : 'undecodable';
}

const fileOf = async ({ type, path }: Compressed): Promise<MediaFile> => ({
  type,
  size: (await stat(path)).size,
  open: () => createReadStream(path),
});
