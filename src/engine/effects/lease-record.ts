import type { Entry } from '../../ports/stores/operational-store.js';

/** A process that may hold leases. */
export interface Holder {
  /** `PROCESS_NAME`: the same after a restart. */
  readonly name: string;
  /** Differs for each start, so that processes with the same name can be distinguished. */
  readonly start: string;
}

/** Entry of a lease in the operational store. */
export interface LeaseRecord {
  /** Name of the holder. Empty: given back. */
  readonly owner: string;
  readonly start?: string;
  /** The holder's work is not ready yet. */
  readonly starting?: true;
  /**
   * Start of a process with the holder's name that checks whether the holder is alive. The holder's next renewal drops
   * it.
   */
  readonly challenger?: string;
}

export type LeaseEntry = Entry<LeaseRecord> | undefined;

export const isGivenBack = (found: LeaseEntry): boolean => !found || found.value.owner === '';

export const isOf = (found: LeaseEntry, { name, start }: Holder): boolean =>
  found?.value.owner === name && found.value.start === start;

/** When a holder was last seen to renew, by the clock of this process. A challenge does not count as a renewal. */
export class LeaseSightings {
  private revision = -1;
  private renewedAtMs = 0;
  private renewals = 0;

  note(found: LeaseEntry, nowMs: number): void {
    const { revision = 0, value } = found ?? {};
    if (revision === this.revision) return;
    const isFirst = this.revision === -1;
    this.revision = revision;
    if (value?.challenger !== undefined && !isFirst) return;
    this.renewedAtMs = nowMs;
    if (!isFirst) this.renewals++;
  }

  forget(): void {
    this.revision = -1;
    this.renewals = 0;
  }

  silentMs(nowMs: number): number {
    return nowMs - this.renewedAtMs;
  }

  /** A record alone says nothing: its holder may be dead. */
  isAlive(nowMs: number, withinMs: number): boolean {
    return this.renewals > 0 && this.silentMs(nowMs) < withinMs;
  }
}
