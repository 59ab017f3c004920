import { rm, stat } from 'node:fs/promises';
import type { MediaFault } from '../../ports/media/media-processor.js';
import type { ProcessEnd, ProcessLauncher } from '../../ports/process/process-launcher.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';

const MEMORY_KIB = 2_097_152;
/** Ends the program also where this process was killed. */
const CPU_SECONDS = 600;
const CHECK_MS = 60_000;
const COMPRESS_MS = 600_000;

/** Only files are read, so that a playlist or a reference in an upload reaches nothing else. */
const INPUT = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file', '-threads', '1'];

/** Container of an upload as ffmpeg names it: it does not guess another one. */
const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/webm': 'matroska',
  'video/quicktime': 'mov',
  'audio/mp4': 'mov',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/webm': 'matroska',
};

const OUTPUT = {
  VIDEO: {
    type: 'video/mp4',
    options:
      '-map 0:v:0 -map 0:a:0? -c:v libx264 -preset veryfast -crf 28 -vf scale=trunc(min(1280\\,iw)/2)*2:-2 -pix_fmt yuv420p -c:a aac -b:a 128k',
  },
  AUDIO: { type: 'audio/mp4', options: '-map 0:a:0 -vn -c:a aac -b:a 96k' },
} as const;

/** The program, which runs with bounded memory and time. */
export interface Ffmpeg {
  readonly launcher: ProcessLauncher;
  /** Name or path of the program. */
  readonly program: string;
}

/** Exit code of ffmpeg after a signal that a service manager sends to all processes. Some failures have it, too. */
const ASKED_TO_END = 255;

/** False: it failed. @throws StoreUnavailable where it was stopped, and the reason of `signal` */
async function ran(...run: Parameters<typeof exitCode>): Promise<boolean> {
  const code = await exitCode(...run);
  return (code === ASKED_TO_END ? await exitCode(...run) : code) === 0;
}

function exitCode(
  { launcher, program }: Ffmpeg,
  parameters: readonly string[],
  ms: number,
  signal: AbortSignal,
): Promise<number | null> {
  signal.throwIfAborted();
  const shell = `ulimit -v ${MEMORY_KIB}; ulimit -t ${CPU_SECONDS}; exec "$0" "$@"`;
  return new Promise<number | null>((resolve, reject) => {
    const ended = ({ code, wasStopped }: ProcessEnd) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (wasStopped) reject(new StoreUnavailable('ffmpeg was stopped.'));
      else resolve(code);
    };
    const child = launcher.launch({ file: '/bin/sh', parameters: ['-c', shell, program, ...parameters] }, { ended });
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(kill, ms);
    const abort = () => {
      reject(signal.reason);
      kill();
    };
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Whether the program is installed. */
export const isInstalled = (ffmpeg: Ffmpeg): Promise<boolean> =>
  ran(ffmpeg, ['-version'], CHECK_MS, new AbortController().signal);

export interface Compressed {
  readonly type: string;
  readonly path: string;
}

/** Decodes the first seconds of a file. undefined: it can be decoded. */
export async function decodingFault(
  ffmpeg: Ffmpeg,
  { path, type }: Compressed,
  signal: AbortSignal,
): Promise<MediaFault | undefined> {
  const parameters = [...INPUT, '-xerror', '-f', DEMUXERS[type] ?? '', '-i', path, '-t', '2', '-f', 'null', '-'];
  return (await ran(ffmpeg, parameters, CHECK_MS, signal)) ? undefined : 'undecodable';
}

/** A smaller file without metadata; undefined where there is none, since the upload was compressed well before. */
export async function compress(
  ffmpeg: Ffmpeg,
  kind: 'VIDEO' | 'AUDIO',
  { path, type }: Compressed,
  signal: AbortSignal,
): Promise<Compressed | undefined> {
  const { size } = await stat(path);
  const target = `${path}.compressed`;
  const output = OUTPUT[kind];
  const bounds = ['-map_metadata', '-1', '-map_chapters', '-1', '-fs', String(size), '-movflags', '+faststart'];
  const options = [...output.options.split(' '), ...bounds, '-threads', '1', '-f', 'mp4', '-y', target];
  const isDone = await ran(ffmpeg, [...INPUT, '-f', DEMUXERS[type] ?? '', '-i', path, ...options], COMPRESS_MS, signal);
  const made = isDone ? await stat(target).catch(() => undefined) : undefined;
  // ffmpeg ends quietly where `-fs` cuts the file, so only a clearly smaller one is whole.
  if (made && made.size > 0 && made.size < size * 0.95) return { type: output.type, path: target };
  await rm(target, { force: true });
  return undefined;
}
