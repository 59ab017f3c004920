import { readFileSync } from 'node:fs';
/** The most memory that a process held, in MiB. */
export function peakMiB({ pid }: { readonly pid: number }): number {
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1_024);
}
