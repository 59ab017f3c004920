import { Inject, Injectable } from '@nestjs/common';
import type { CommandMeta } from '../../../../kernel/command.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';

/** Metadata of the commands that the service gives by itself. */
@Injectable()
export class SystemCommands {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  meta(tenantId: string): CommandMeta {
    const commandId = this.ids.next();
    return { tenantId, actor: 'system', at: this.clock.now(), commandId, correlationId: commandId };
  }
}
