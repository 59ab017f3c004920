import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, IDS, type Ids } from '../../ports/process/clock.js';
import type { OperatorCall, OperatorCommand, OperatorOutput } from '../../ports/process/operator-calls.js';
import { toReplayedDto } from '../api/webhook-replays.dto.js';
import { Replays } from './replays.js';

/** Replays the webhooks of a tenant for the operator. */
@Injectable()
export class ReplayCommand implements OperatorCommand {
  constructor(
    @Inject(Replays) private readonly replays: Replays,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async *run({ args: { tenant, ...range } }: OperatorCall): AsyncGenerator<OperatorOutput> {
    const start = { tenantId: String(tenant), id: this.ids.next(), at: this.clock.now() };
    yield { line: toReplayedDto(await this.replays.begin(start, range)) };
  }
}
