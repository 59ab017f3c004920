import { NO_TENANT } from '../../../kernel/stream.js';
import type { Secrets } from '../../../ports/identity/secrets.js';
import type { Logger } from '../../../ports/process/logger.js';
import { StartRefused } from '../../../ports/process/start-refused.js';
import type { Entry, OperationalStore } from '../../../ports/stores/operational-store.js';
import type { EventLog } from '../event-log.js';
import { storedCheckpoints } from '../subscription-checkpoint.js';
import type { EventPlace } from '../tail/followed-event.js';
import { KNOWN_LOG, type KnownLog } from './known-log.js';
import { type Checkpoint, lastCommon } from './last-common.js';

/** Where effects begin after the operational store was lost. */
export type EffectsFrom = 'head' | 'start';

const PURPOSE = 'known-log';
const CHOICE =
  'or set EFFECTS_FROM=head to begin effects with new events, or EFFECTS_FROM=start to repeat those of all events.';

const messages = {
  emptyLog:
    'The event log is empty, but the operational store belongs to a log with events. Restore the log from a backup, or name another DATA_DIR.',
  lostStore: `The event log has events, but the operational store is empty, so sent webhooks and invitations are unknown. Sealed events cannot be read without its keys. Restore it from a backup, ${CHOICE}`,
  otherLog: `The operational store belongs to another event log. Restore the stores of this log from a backup, ${CHOICE}`,
  otherKey:
    'The master key is not the one that sealed the settings in these stores. Restore master.key of DATA_DIR from a backup, or set the MASTER_KEY of that time.',
};

/** Compares the operational store with the event log at each start. Reads one event of the log for most subscribers. */
export class StoreConsistency {
  /** Checkpoints that were put back, and rebuilds of the read models, for the metric. */
  putBack = 0;

  constructor(
    private readonly log: EventLog,
    private readonly operations: OperationalStore,
    private readonly secrets: Secrets,
    private readonly logger: Logger,
    private readonly effectsFrom?: EffectsFrom,
  ) {}

  /** @throws StartRefused where the stores do not belong together, StoreUnavailable */
  async run(): Promise<void> {
    const known = (await this.operations.get<KnownLog>(KNOWN_LOG))?.value;
    if (known) this.proveKey(known);
    const log = await this.log.identity();
    const checkpoints = await storedCheckpoints(this.operations);
    if (log === undefined) {
      if (known?.log !== undefined || checkpoints.length > 0) throw new StartRefused(messages.emptyLog);
    } else if (checkpoints.length > 0) {
      if (await this.areForeign(checkpoints, log)) return this.beginAgain(log, checkpoints, messages.otherLog);
    } else if (!known && !(await this.isUpgraded())) {
      return this.beginAgain(log, [], messages.lostStore);
    }
    if (!known || known.log !== log) await this.remember({ ...known, log, sealed: known?.sealed ?? this.sealed() });
  }

  /** The read models are not made from this log. */
  readonly rebuilt = (reason: string): void => {
    this.putBack++;
    this.logger.warn({ reason }, 'The read models are not made from this event log; they are rebuilt');
  };

  /** Puts back what is beyond the log. True: every checkpoint is of another log. */
  private async areForeign(checkpoints: readonly Entry<Checkpoint>[], log: number): Promise<boolean> {
    const compared = await Promise.all(
      checkpoints.map(async (entry) => ({ entry, ...(await lastCommon(this.log, entry.value)) })),
    );
    if (compared.every(({ isForeign }) => isForeign)) return true;
    const beyond = compared.filter(({ isPutBack }) => isPutBack);
    for (const { entry, place } of beyond) await this.putBackTo(entry, place, log);
    if (beyond.length === 0) return false;
    this.putBack += beyond.length;
    const subscribers = beyond.map(({ entry, place }) => `${entry.key.id}: ${place?.position ?? 0}`);
    this.logger.warn(
      { subscribers, log_position: await this.log.head() },
      'The event log was put back to an older state: these subscribers go on at the last position in common',
    );
    return false;
  }

  private async putBackTo({ key, value, revision }: Entry<Checkpoint>, place: EventPlace | undefined, log: number) {
    const earlier = (value.earlier ?? []).filter(({ position }) => place && position < place.position);
    if (place) await this.operations.put(key, { ...place, log, earlier }, { expected: revision });
    else await this.operations.remove(key, revision);
  }

  /** Earlier versions kept no known log. Each start of theirs noted an upgrade of entries. */
  private async isUpgraded(): Promise<boolean> {
    return (await this.operations.list(NO_TENANT, 'upgrade', '', 1)).length > 0;
  }

  private async beginAgain(log: number, checkpoints: readonly Entry[], refusal: string): Promise<void> {
    if (!this.effectsFrom) throw new StartRefused(refusal);
    for (const { key } of checkpoints) await this.operations.remove(key);
    const head = this.effectsFrom === 'head' ? await this.log.placeAt(await this.log.head()) : undefined;
    await this.remember({ log, sealed: this.sealed(), ...(head && { effectsFrom: head }) });
    this.logger.warn(
      { effects_from: this.effectsFrom },
      'The operational store was lost: effects begin as EFFECTS_FROM says',
    );
  }

  private async remember(known: KnownLog): Promise<void> {
    await this.operations.put(KNOWN_LOG, known);
  }

  private sealed(): string {
    return this.secrets.seal(PURPOSE, PURPOSE);
  }

  private proveKey({ sealed }: KnownLog): void {
    try {
      this.secrets.unseal(PURPOSE, sealed);
    } catch {
      throw new StartRefused(messages.otherKey);
    }
  }
}
