import { readdirSync, readFileSync } from 'node:fs';

/** Fields of `/proc/…/stat` after the name, which is in parentheses. */
const stat = (folder: string): { readonly name: string; readonly fields: readonly string[] } | undefined => {
  try {
    const text = readFileSync(`${folder}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
  } catch {
    return undefined;
  }
};
const PARENT = 1;
const NICE = 16;

/** Processes that `parent` started and that run. */
export const childrenOf = (parent: number): readonly { readonly pid: number; readonly nice: number }[] =>
  readdirSync('/proc').flatMap((name) => {
    const fields = /^\d+$/.test(name) ? stat(`/proc/${name}`)?.fields : undefined;
    return Number(fields?.[PARENT]) === parent ? [{ pid: Number(name), nice: Number(fields?.[NICE]) }] : [];
  });

/** Those of `parent`, and those that they started. */
export const descendantsOf = (parent: number): readonly { readonly pid: number; readonly nice: number }[] =>
  childrenOf(parent).flatMap((child) => [child, ...descendantsOf(child.pid)]);

/** Ids of the processes that this one, and those that it started, have started. */
export const startedHere = (): readonly number[] => descendantsOf(process.pid).map(({ pid }) => pid);

/** Ids of those that started since. */
export const startedSince = (earlier: readonly number[]): readonly number[] =>
  startedHere().filter((pid) => !earlier.includes(pid));

/** Not where it ended and only its exit code is kept. */
export const isRunning = (pid: number): boolean => !['Z', undefined].includes(stat(`/proc/${pid}`)?.fields[0]);

const scheduled = (pid: number | undefined, field: 0 | 1): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[field]) / 1_000_000;
  } catch {
    return 0;
  }
};

/** How long the main thread of a process ran on a processor, in steps of up to 4 ms; 0 where the system does not say. */
export const workedMs = (pid: number | undefined): number => scheduled(pid, 0);

/** How long the main thread of a process waited for a processor; 0 where the system does not say. */
export const waitedMs = (pid: number | undefined): number => scheduled(pid, 1);

/** Memory of a process, outside of its heap too. */
export const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

interface Thread {
  /** That of the main thread is the one of its process. */
  readonly id: number;
  readonly name: string;
  readonly nice: number;
}

export const threadsOf = (pid: number): readonly Thread[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const found = stat(`/proc/${pid}/task/${thread}`);
    return found ? [{ id: Number(thread), name: found.name, nice: Number(found.fields[NICE]) }] : [];
  });

/** The threads of V8 that collect garbage. Node 26 puts its own name before theirs. */
export const collectorsOf = (pid: number): readonly Thread[] =>
  threadsOf(pid).filter(({ name }) => name.endsWith('V8Worker'));
