import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { backgroundArguments, scriptBeside, sourceArguments } from '../../processes/script.js';
import { DIGEST_BYTES, decodeIndex, FORMAT } from './index-format.js';
import type { PlaceIndex } from './place-index.js';
import { sourceVersion } from './source.js';

const NAME = 'gazetteer';
const MEMORY_MIB = 320;
const LOW_PRIORITY = 10;
const TIMEOUT_MS = 300_000;
const PART_BYTES = 1_048_576;

const script = fileURLToPath(scriptBeside(import.meta.url, 'index-child'));
const execArgv = [...backgroundArguments(MEMORY_MIB), ...sourceArguments(import.meta.url)];

const fileIn = (folder: string): string => join(folder, `${NAME}-${FORMAT}-${sourceVersion()}.bin`);

/** Whether the file ends with its digest; computed in parts of a few milliseconds. */
async function isWhole(file: Buffer): Promise<boolean> {
  const end = file.length - DIGEST_BYTES;
  const digest = createHash('sha256');
  for (let at = 0; at < end; at += PART_BYTES) {
    digest.update(file.subarray(at, Math.min(end, at + PART_BYTES)));
    await nextTurn();
  }
  return end > 0 && file.subarray(end).equals(digest.digest());
}

async function read(path: string): Promise<PlaceIndex | undefined> {
  const file = await readFile(path).catch(() => undefined);
  return file && (await isWhole(file)) ? decodeIndex(file) : undefined;
}

/** Files of other versions, and those that a killed process left half written. */
async function removeOthers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    const other = join(folder, name);
    if (!name.startsWith(`${NAME}-`) || other === path) continue;
    const { mtimeMs } = await stat(other).catch(() => ({ mtimeMs: 0 }));
    if (performance.timeOrigin + performance.now() - mtimeMs > TIMEOUT_MS) await rm(other, { force: true });
  }
}

/** A process that takes longer than it may is killed. @throws Error */
async function build(path: string): Promise<void> {
  const child = spawn(process.execPath, [...execArgv, script, path], { stdio: 'ignore', timeout: TIMEOUT_MS, env: {} });
  if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The index of the gazetteer could not be built (exit code ${code}).`);
}

/** The index that the folder keeps; undefined where it is missing, damaged or of another version. */
export const keptIndex = (folder: string): Promise<PlaceIndex | undefined> => read(fileIn(folder));

/** Builds the index where the folder has none of this version. @throws Error */
export async function prepareIndex(folder: string): Promise<void> {
  const path = fileIn(folder);
  await mkdir(folder, { recursive: true });
  await removeOthers(path);
  const kept = await stat(path).catch(() => undefined);
  if (!kept) await build(path);
}

/** The prepared index; it is built again where it is damaged. @throws Error */
export async function openIndex(folder: string): Promise<PlaceIndex> {
  const path = fileIn(folder);
  const kept = await read(path);
  if (kept) return kept;
  await build(path);
  const built = await read(path);
  if (!built) throw new Error('The index of the gazetteer cannot be read.');
  return built;
}
