import { readFileSync } from 'node:fs';

/** The limit of macOS, used on systems that do not report theirs. */
const USUAL = 10_240;

/** Number of files and sockets that the system lets this process have open (`ulimit -n`). */
export function openFilesLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? USUAL : Number(limit);
  } catch {
    return USUAL;
  }
}
