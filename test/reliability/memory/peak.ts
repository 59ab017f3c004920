import { readFileSync } from 'node:fs';

/** Settings of a service whose memory is measured. It loads no index of places, which would be in the background. */
export const MEASURED = { RATE_LIMITS: 'off', GEOCODER_URL: 'nominatim+http://127.0.0.1:9' } as const;

/** The most memory that a process held, in MiB. */
export function peakMiB({ pid }: { readonly pid: number }): number {
  const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1_024);
}
