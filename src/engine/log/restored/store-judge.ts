import { NO_TENANT } from '../../../kernel/stream.js';
import type { Secrets } from '../../../ports/identity/secrets.js';
import type { Logger } from '../../../ports/process/logger.js';
import { StartRefused } from '../../../ports/process/start-refused.js';
import type { Entry, OperationalStore } from '../../../ports/stores/operational-store.js';
import type { EventLog } from '../event-log.js';
import { CHECKPOINT } from '../subscription-checkpoint.js';
import type { EventPlace } from '../tail/followed-event.js';
import { KNOWN_LOG, type KnownLog } from './known-log.js';
import { type Checkpoint, lastCommon } from './last-common.js';

/** Where effects begin after the operational store was lost. */
export type EffectsFrom = 'head' | 'start';

const MOST_SUBSCRIBERS = 100;
const PURPOSE = 'known-log';
const CHOICE =
  'or set EFFECTS_FROM=head to begin effects with new events, or EFFECTS_FROM=start to repeat those of all events.';

const messages = {
  emptyLog:
    'The event log is empty, but the operational store belongs to a log with events. Restore the log from a backup, or name another DATA_DIR.',
  lostStore: `The event log has events, but the operational store is empty, so sent webhooks and invitations are unknown. Restore it from a backup, ${CHOICE}`,
  otherLog: `The operational store belongs to another event log. Restore the stores of this log from a backup, ${CHOICE}`,
  otherKey:
    'The master key is not the one that sealed the settings in these stores. Restore master.key of DATA_DIR from a backup, or set the MASTER_KEY of that time.',
};

/** At each start it compares what the operational store says about the log with the log. It reads one entry a subscriber. */
export class StoreJudge {
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
    const checkpoints = await this.operations.list<Checkpoint>(NO_TENANT, CHECKPOINT, '', MOST_SUBSCRIBERS);
    if (log === undefined) {
      if (known?.log !== undefined || checkpoints.length > 0) throw new StartRefused(messages.emptyLog);
    } else if (checkpoints.length > 0) {
      if (await this.judge(checkpoints)) return this.beginAgain(log, messages.otherLog);
    } else if (!known && !(await this.isUpgraded())) {
      return this.beginAgain(log, messages.lostStore);
    }
    if (!known || known.log !== log) await this.remember({ ...known, log, sealed: known?.sealed ?? this.sealed() });
  }

  /** The read models are not made from this log. */
  readonly rebuilt = (reason: string): void => {
    this.putBack++;
    this.logger.warn({ reason }, 'The read models are not made from this event log; they are rebuilt');
  };

  /** Puts back what is beyond the log. True: no checkpoint has an event in common with it. */
  private async judge(checkpoints: readonly Entry<Checkpoint>[]): Promise<boolean> {
    const log = await this.log.identity();
    const judged = await Promise.all(
      checkpoints.map(async (entry) => ({ entry, ...(await lastCommon(this.log, entry.value)) })),
    );
    const isOther = judged.every(({ entry, place }) => !place && entry.value.log !== log);
    if (isOther) return true;
    const beyond = judged.filter(({ isPutBack }) => isPutBack);
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

  private async putBackTo(entry: Entry<Checkpoint>, place: EventPlace | undefined, log: number | undefined) {
    const { key, value, revision } = entry;
    const earlier = (value.earlier ?? []).filter(({ position }) => place && position < place.position);
    if (place) await this.operations.put(key, { ...place, log, earlier }, { expected: revision });
    else await this.operations.remove(key, revision);
  }

  /** Earlier versions kept no known log. Each start of theirs noted an upgrade of entries. */
  private async isUpgraded(): Promise<boolean> {
    return (await this.operations.list(NO_TENANT, 'upgrade', '', 1)).length > 0;
  }

  private async beginAgain(log: number, refusal: string): Promise<void> {
    if (!this.effectsFrom) throw new StartRefused(refusal);
    const checkpoints = await this.operations.list(NO_TENANT, CHECKPOINT, '', MOST_SUBSCRIBERS);
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
