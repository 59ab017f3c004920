import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { ClockTrust } from '../../../../engine/erasure/clock-trust.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { SubscriberLags } from '../../../../engine/log/subscriber-lags.js';
import { ServiceStart } from '../../../../engine/read-models/building/service-start.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import type { OperatorCommand, OperatorOutput } from '../../../../ports/process/operator-calls.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

/** Says what only the process itself knows, for `tidings doctor`. */
@Injectable()
export class SelfReport implements OperatorCommand {
  private readonly lags: SubscriberLags;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(WorkerHost) private readonly workers: WorkerHost,
    @Inject(ServiceStart) private readonly start: ServiceStart,
    @Inject(ClockTrust) private readonly clockTrust: ClockTrust,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.lags = new SubscriberLags(this.log, operations, clock);
  }

  async *run(): AsyncGenerator<OperatorOutput> {
    const { damaged } = this.log;
    const lags = [...(await this.lags.read())].map(([name, { seconds }]) => [name, seconds] as const);
    yield {
      line: {
        node: process.versions.node,
        roles: [...this.config.roles],
        is_ready: this.start.isComplete && this.workers.ready,
        seconds_up: Math.round(process.uptime()),
        removals_held: this.clockTrust.waits,
        damaged: damaged.size,
        missing_keys: damaged.missingKeys,
        lags: Object.fromEntries(lags),
      },
    };
  }
}
