import type { OperationalKind } from '../../catalogue/retention.js';
import type { Instant } from '../../kernel/instant.js';
import { NO_TENANT } from '../../kernel/stream.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Entry, Listed, OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import { markExpiry } from './expiry-marker.js';

/** Parts that an entry of an earlier version lacks. */
export interface EntryUpgrade {
  readonly listed?: Listed;
  /** When the entry expires, where that is its `due`, or when it is handled. */
  readonly due?: Instant;
  /** The lane in which it is handled. */
  readonly lane?: string;
  /** When a marker ends it, where `due` has another meaning. */
  readonly ends?: Instant;
  /** Nothing reads entries of its kind any more. */
  readonly isGone?: true;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has values of its own.
export type UpgradeEntry = (entry: Entry<any>, now: Instant) => EntryUpgrade;

interface Progress {
  readonly after?: OperationalKey;
  readonly isDone?: true;
}

const KIND = 'upgrade' satisfies OperationalKind;
const STEPS = 500;
/** Another name lets every entry be upgraded again. */
const KEY = { tenantId: NO_TENANT, kind: KIND, id: 'listed-expiring-in-lanes' };

/** Brings entries of earlier versions up to date before a process is ready: once, a page at a time, from where it stopped. */
export class EntryUpgrades {
  constructor(
    private readonly operations: OperationalStore,
    private readonly upgrades: Readonly<Record<string, UpgradeEntry>>,
    private readonly clock: Clock,
  ) {}

  /** Several processes may do it at once; each entry keeps its revision unless its `due` is missing. */
  async run(): Promise<void> {
    const kinds = Object.keys(this.upgrades);
    let place = (await this.operations.get<Progress>(KEY))?.value ?? {};
    while (!place.isDone) {
      const { entries, next } = await this.operations.scan(kinds, STEPS, place.after);
      await Promise.all(entries.map((entry) => this.upgrade(entry)));
      place = next ? { after: next } : { isDone: true };
      await this.operations.put<Progress>(KEY, place, { relaxed: true });
    }
  }

  /** An entry that changes meanwhile is written by this version, which leaves nothing out. */
  private async upgrade(entry: Entry): Promise<void> {
    const { key, value, revision } = entry;
    const { listed, due, lane, ends, isGone } = this.upgrades[key.kind]?.(entry, this.clock.now()) ?? {};
    if (isGone) await this.operations.remove(key, revision, { relaxed: true });
    if (listed) await this.operations.relist(key, listed, revision);
    if (due !== undefined && entry.due === undefined) {
      await this.operations.put(key, value, {
        expected: revision,
        due,
        ...(lane !== undefined && { lane }),
        relaxed: true,
      });
    }
    if (ends !== undefined) await markExpiry(this.operations, key, revision, ends, { onlyFirst: true });
  }
}
