import { type CommandClass, type CommandMeta, followUpMeta } from '../../kernel/command.js';
import type { IfMatch } from '../../kernel/revision.js';
import type { Ids } from '../../ports/process/clock.js';
import type { CaughtUp } from '../read-models/caught-up.js';
import type { CommandGateway } from './command-gateway.js';

interface Reservable {
  readonly Reserve: CommandClass;
  readonly Release: CommandClass;
}

interface Target {
  readonly id: string;
  readonly ifMatch?: IfMatch | undefined;
}

/**
 * Changes of a resource that rest on its users. While the resource is reserved, no command begins to use it. The read
 * models that have reached the reservation show all users. A timer releases a reservation that a crash left.
 */
export class ResourceReservations {
  constructor(
    private readonly commands: CommandGateway,
    private readonly caughtUp: CaughtUp,
    private readonly ids: Ids,
  ) {}

  /** `work` looks at the users, then sends its command with the id of the change. @throws Rejection 404, 412, 503 */
  async during<T>(
    { Reserve, Release }: Reservable,
    { id, ifMatch }: Target,
    meta: CommandMeta,
    work: (change: string) => Promise<T>,
  ): Promise<T> {
    const change = this.ids.next();
    const step = (name: string) => followUpMeta(meta, this.ids.derived(meta.at, change, name));
    const reserving = new Reserve(id, { change, ifMatch } as never, step('reserve'));
    const { position } = await this.commands.execute(reserving);
    try {
      await this.caughtUp.mustReach(position);
      return await work(change);
    } finally {
      const releasing = new Release(id, { change } as never, step('release'));
      await this.commands.execute(releasing).catch(() => undefined);
    }
  }
}
