import { Inject, Injectable } from '@nestjs/common';
import { HOUR, type Instant, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';

/** Counts mails that one person gets in some hours, so that changes again and again flood no mailbox. */
@Injectable()
export class HourlyMails {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
  ) {}

  /** Counts one more mail. False: there were `most` in the last hours. */
  async mayGo(key: OperationalKey, most: number, hours: number): Promise<boolean> {
    const keptMs = hours * HOUR;
    const now = this.clock.now();
    for (;;) {
      const before = await this.operations.get<readonly Instant[]>(key);
      const recent = (before?.value ?? []).filter((at) => at > plus(now, -keptMs));
      if (recent.length >= most) return false;
      const options = { expected: before?.revision ?? 0, due: plus(now, keptMs) };
      if (await this.operations.put(key, [...recent, now], options)) return true;
    }
  }
}
