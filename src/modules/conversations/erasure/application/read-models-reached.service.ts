import { Inject, Injectable } from '@nestjs/common';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Position } from '../../../../kernel/event.js';
import { StoreUnavailable } from '../../../../ports/stores/event-store.js';

/** Milliseconds that an attempt waits for read models that lag; after that a later attempt waits again. */
const PATIENCE_MS = 30_000;

/** Waits for the read models between the steps of an erasure. */
@Injectable()
export class ReadModelsReached {
  constructor(@Inject(CaughtUp) private readonly caughtUp: CaughtUp) {}

  /** @throws StoreUnavailable when another attempt must follow */
  async position(position: Position): Promise<void> {
    if (await this.caughtUp.reached(position, PATIENCE_MS)) return;
    throw new StoreUnavailable('The read models are behind the log: the erasure goes on later.');
  }
}
