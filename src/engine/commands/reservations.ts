import { type CommandMeta, followUpMeta } from '../../kernel/command.js';
import type { Position } from '../../kernel/event.js';
import { Rejection, rejectAt } from '../../kernel/rejection.js';
import {
  type Refusal,
  Release,
  type Reservation,
  Reserve,
  reservationDecider,
  TakeOver,
} from '../../kernel/reservation.js';
import type { Ids } from '../../ports/process/clock.js';
import type { CommandGateway } from './command-gateway.js';
import type { CommandRunner } from './command-runner.js';

/** `name` is what must be unique in the tenant of the meta, with its kind: `subdomain.acme`. */
export interface Claim {
  readonly name: string;
  readonly holder: string;
  readonly refusal: Refusal;
}

/** Names that are unique across streams: reserved first, then given to what is made; free again once released. */
export class Reservations {
  constructor(
    private readonly commands: CommandGateway,
    private readonly runner: CommandRunner,
    private readonly ids: Ids,
  ) {}

  /**
   * Reserves the name for `holder`; a repeat changes nothing. `exists` says whether another holder was ever created. If
   * it was not, and its time is over, the name is taken over, so that a crash blocks no name permanently.
   * @throws Rejection the claim's refusal
   */
  async take(claim: Claim, meta: CommandMeta, exists: (holder: string) => Promise<boolean>): Promise<Position> {
    const { name, holder, refusal } = claim;
    try {
      const { state, position } = await this.commands.execute<Reservation>(
        new Reserve(name, { holder, refusal }, meta),
      );
      if (state.holder === holder) return position;
      return rejectAt(refusal.path, 'errors.field.taken', undefined, refusal.code);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const from = await this.holderOf(meta.tenantId, name);
      if (from === undefined || (await exists(from))) throw error;
      const again = followUpMeta(meta, this.ids.derived(meta.at, meta.commandId, 'take-over'));
      const taking = new TakeOver(name, { holder, refusal, from }, again);
      return (await this.commands.execute(taking)).position;
    }
  }

  /** Frees the name if it is `holder`'s. */
  async release(name: string, holder: string, meta: CommandMeta): Promise<Position> {
    return (await this.commands.execute(new Release(name, { holder }, meta))).position;
  }

  async holderOf(tenantId: string, name: string): Promise<string | undefined> {
    return (await this.runner.peek(reservationDecider, tenantId, name)).holder;
  }
}
