import { setTimeout as pause } from 'node:timers/promises';
import { type CommandClass, type CommandMeta, followUpMeta } from '../../kernel/command.js';
import type { Position } from '../../kernel/event.js';
import { Rejection } from '../../kernel/rejection.js';
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

/** Between two attempts to reserve a resource that another change has. */
const PAUSE_MS = 25;
const ATTEMPTS = 80;

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
    resource: Reservable,
    { id, ifMatch }: Target,
    meta: CommandMeta,
    work: (change: string) => Promise<T>,
  ): Promise<T> {
    const change = this.ids.next();
    const position = await this.reserve(resource, id, { change, ifMatch }, meta);
    return this.released(resource, id, change, meta, async () => {
      await this.caughtUp.mustReach(position);
      return work(change);
    });
  }

  /** No other change that is made alone has the resource meanwhile. `work` reads the log. @throws Rejection 404, 503 */
  async alone<T>(
    resource: Reservable,
    id: string,
    meta: CommandMeta,
    work: (change: string) => Promise<T>,
  ): Promise<T> {
    const change = this.ids.next();
    for (let attempt = 1; ; attempt++) {
      try {
        await this.reserve(resource, id, { change, alone: true }, meta);
        break;
      } catch (error) {
        const isTaken = error instanceof Rejection && error.code === 'errors.position.not_reached';
        if (!isTaken || attempt === ATTEMPTS) throw error;
        await pause(PAUSE_MS);
      }
    }
    return this.released(resource, id, change, meta, () => work(change));
  }

  private async reserve({ Reserve }: Reservable, id: string, data: object, meta: CommandMeta): Promise<Position> {
    const reserving = new Reserve(id, data as never, followUpMeta(meta, this.ids.next()));
    return (await this.commands.execute(reserving)).position;
  }

  private async released<T>(
    { Release }: Reservable,
    id: string,
    change: string,
    meta: CommandMeta,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } finally {
      const releasing = new Release(id, { change } as never, followUpMeta(meta, this.ids.next()));
      await this.commands.execute(releasing).catch(() => undefined);
    }
  }
}
