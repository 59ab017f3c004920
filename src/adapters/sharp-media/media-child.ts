// Runs in a process that is killed when it takes too much time or memory. From source Node strips the types, so this
// file imports packages, and others of its kind by `.ts`.
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { endWithService } from '../../processes/end-with-service.ts';
import { isSystemError } from '../../processes/system-error.ts';
import type { FromChild, ToChild } from './messages.js';

const MEMORY = Number(process.argv[2] ?? 640) * 1_048_576;
/** Types whose files are made of boxes. */
const MOVIES = ['video/mp4', 'audio/mp4', 'video/quicktime'];
const CONTAINER = 8;
const LARGE_CONTAINER = 16;
const MOST_BOXES = 5_000;

endWithService(MEMORY);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
  ],
});

const FORMATS = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
type ImageType = keyof typeof FORMATS;

const encoded = (image: Sharp, type: ImageType): Sharp =>
  type === 'image/jpeg'
    ? image.jpeg({ quality: 90 })
    : type === 'image/png'
      ? image.png({ compressionLevel: 6 })
      : type === 'image/webp'
        ? image.webp({ quality: 90, effort: 2 })
        : image.gif({ effort: 3 });

/**
 * Encodes the image again, without its metadata and anything else in the file. A large one is halved in
 * both directions. Decoders of JPEG and WebP leave out the rest, so that it is never in memory.
 */
async function image(type: string, job: ToChild): Promise<FromChild> {
  const { source, content, thumbnail, pixels, fullSizePixels, thumbnailPixels } = job;
  const format = FORMATS[type as ImageType];
  const animated = format === 'gif' || format === 'webp';
  const options = { limitInputPixels: pixels, failOn: 'error', sequentialRead: true } as const;
  const header = await sharp(source, { animated, limitInputPixels: false }).metadata();
  const { format: found, width, height, autoOrient } = header;
  if (found !== format) return { ok: false, fault: 'type_differs' };
  if (width * height > pixels) return { ok: false, fault: 'too_many_pixels' };
  const upright = sharp(source, { ...options, animated }).autoOrient();
  const isLarge = width * height > fullSizePixels;
  const kept = isLarge ? upright.resize({ width: Math.max(1, Math.floor(autoOrient.width / 2)) }) : upright;
  await encoded(kept, type as ImageType).toFile(content);
  await sharp(source, options)
    .autoOrient()
    .resize(thumbnailPixels, thumbnailPixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(thumbnail);
  return { ok: true, type, content: true, thumbnail: true };
}

type File = Awaited<ReturnType<typeof open>>;

interface Box {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

const bytesAt = async (file: File, at: number, length: number): Promise<Buffer> =>
  (await file.read(Buffer.alloc(length), 0, length, at)).buffer;

/** The boxes of an MP4 file between two places, without gaps. @throws RangeError */
async function boxes(file: File, from: number, to: number, count: { boxes: number }): Promise<readonly Box[]> {
  const found: Box[] = [];
  for (let start = from; start < to; ) {
    if (++count.boxes > MOST_BOXES) throw new RangeError('too many boxes');
    const header = await bytesAt(file, start, LARGE_CONTAINER);
    const short = header.readUInt32BE(0);
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? to - start : short;
    const body = start + (short === 1 ? LARGE_CONTAINER : CONTAINER);
    const end = start + size;
    if (end < body || end > to) throw new RangeError('a box leaves its container');
    found.push({ type: header.toString('latin1', 4, 8), start, body, end });
    start = end;
  }
  return found;
}

/** These boxes hold places and names; players do not need them. */
const METADATA = ['udta', 'meta', 'uuid'];

/** Makes a box free space of the same size, so that all offsets in the file stay right. */
async function blank(file: File, { start, body, end }: Box): Promise<void> {
  await file.write('free', start + 4, 'latin1');
  const zeros = Buffer.alloc(65_536);
  for (let at = body; at < end; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, end - at), at);
}

/** Removes the metadata of an MP4 file in place. Returns the handlers of its tracks. @throws RangeError */
async function cleanMp4(file: File): Promise<readonly string[]> {
  const count = { boxes: 0 };
  const { size } = await file.stat();
  const top = await boxes(file, 0, size, count);
  const movie = top.find(({ type }) => type === 'moov');
  if (!movie || !top.some(({ type }) => type === 'mdat')) throw new RangeError('no movie');
  const handlers: string[] = [];
  const inside = await boxes(file, movie.body, movie.end, count);
  for (const track of inside.filter(({ type }) => type === 'trak')) {
    const parts = await boxes(file, track.body, track.end, count);
    for (const media of parts.filter(({ type }) => type === 'mdia')) {
      const handler = (await boxes(file, media.body, media.end, count)).find(({ type }) => type === 'hdlr');
      if (handler) handlers.push((await bytesAt(file, handler.body + 8, 4)).toString('latin1'));
    }
    for (const part of parts) if (METADATA.includes(part.type)) await blank(file, part);
  }
  for (const box of [...top, ...inside]) if (METADATA.includes(box.type)) await blank(file, box);
  return handlers;
}

async function movie(type: string, { kind, source }: ToChild): Promise<FromChild> {
  const file = await open(source, 'r+');
  try {
    const isVideo = (await cleanMp4(file)).includes('vide');
    return isVideo === (kind === 'VIDEO') ? { ok: true, type } : { ok: false, fault: 'type_differs' };
  } finally {
    await file.close();
  }
}

async function look(job: ToChild): Promise<FromChild> {
  const found = await fileTypeFromFile(job.source);
  const [type] = job.types.find(([, detected]) => detected.includes(found?.mime ?? '')) ?? [];
  if (type === undefined) return { ok: false, fault: 'type_differs' };
  if (job.kind === 'IMAGE') return image(type, job);
  return MOVIES.includes(type) ? movie(type, job) : { ok: true, type };
}

/** A short job can pass the bound between two looks of the watch. */
const wasTooLarge = (): boolean => process.resourceUsage().maxRSS * 1_024 > MEMORY;

/** libvips reports the system error of a file that it reads or writes after one of these texts. */
const VIPS_SYSTEM_ERROR = /(?:read error|write error|unable to open for (?:read|write))\nsystem error: (.+)/;

function failed(error: Error): FromChild {
  const [, reason] = VIPS_SYSTEM_ERROR.exec(error.message) ?? (isSystemError(error) ? ['', error.message] : []);
  return reason === undefined ? { ok: false, fault: 'undecodable' } : { failure: reason };
}

process.on('message', async (job: ToChild) => {
  const result = await look(job).catch(failed);
  if (wasTooLarge()) process.kill(process.pid, 'SIGKILL');
  else process.send?.(result);
});
process.send?.('ready');
