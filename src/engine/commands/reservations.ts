import { type CommandMeta, followUpMeta } from '../../kernel/command.js';
import type { Position } from '../../kernel/event.js';
import { Rejection } from '../../kernel/rejection.js';
import {
  isInGrace,
  type Refusal,
  Release,
  type Reservation,
  Reserve,
  rejectTaken,
  reservationDecider,
  TakeOver,
} from '../../kernel/reservation.js';
import type { Ids } from '../../ports/process/clock.js';
import type { CommandGateway } from './command-gateway.js';
import type { CommandRunner } from './command-runner.js';
import type { UniqueName, UniqueNames } from './unique-names.js';

/** A name that must be unique in the tenant of the meta, with its kind: `subdomain.acme`. */
type Name = string | UniqueName;

const partsOf = (name: Name): { readonly name: string; readonly former?: string } =>
  typeof name === 'string' ? { name } : name;

export interface Claim {
  readonly name: Name;
  readonly holder: string;
  readonly refusal: Refusal;
}

/** Names that are unique across streams: reserved first, then given to what is made; free again once released. */
export class Reservations {
  constructor(
    private readonly commands: CommandGateway,
    private readonly runner: CommandRunner,
    private readonly ids: Ids,
    readonly names: UniqueNames,
  ) {}

  /**
   * Reserves the name for `holder`; a repeat changes nothing. `exists` says whether another holder was ever created. If
   * it was not, and its time is over, the name is taken over, so that a crash blocks no name permanently.
   * @throws Rejection the claim's refusal
   */
  async take(claim: Claim, meta: CommandMeta, exists: (holder: string) => Promise<boolean>): Promise<Position> {
    const { holder, refusal } = claim;
    const { name, former } = partsOf(claim.name);
    if (former !== undefined) await this.mustBeFree(former, claim, meta, exists);
    try {
      const { state, position } = await this.commands.execute<Reservation>(
        new Reserve(name, { holder, refusal }, meta),
      );
      if (state.holder === holder) return position;
      return rejectTaken(refusal);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const { holder: from } = await this.reservation(meta.tenantId, name);
      if (from === undefined || (await exists(from))) throw error;
      const again = followUpMeta(meta, this.ids.derived(meta.at, meta.commandId, 'take-over'));
      const taking = new TakeOver(name, { holder, refusal, from }, again);
      return (await this.commands.execute(taking)).position;
    }
  }

  /** Frees the name if it is `holder`'s. */
  async release(released: Name, holder: string, meta: CommandMeta): Promise<Position> {
    const { name, former } = partsOf(released);
    const { position } = await this.commands.execute(new Release(name, { holder }, meta));
    if (former === undefined || (await this.reservation(meta.tenantId, former)).holder !== holder) return position;
    const again = followUpMeta(meta, this.ids.derived(meta.at, meta.commandId, 'release-former'));
    return (await this.commands.execute(new Release(former, { holder }, again))).position;
  }

  async holderOf(tenantId: string, name: string): Promise<string | undefined> {
    return (await this.reservation(tenantId, name)).holder;
  }

  /** The holder of the name, and its holder since an earlier version. Reads as much for a name without a holder. */
  async holdersOf(tenantId: string, { name, former }: UniqueName): Promise<readonly (string | undefined)[]> {
    return [await this.holderOf(tenantId, name), await this.holderOf(tenantId, former)];
  }

  /** A name that was taken before digests had a key stays taken. @throws Rejection the claim's refusal */
  private async mustBeFree(
    former: string,
    { holder, refusal }: Claim,
    { tenantId, at }: CommandMeta,
    exists: (holder: string) => Promise<boolean>,
  ): Promise<void> {
    const before = await this.reservation(tenantId, former);
    if (before.holder === undefined || before.holder === holder) return;
    if (isInGrace(before, at) || (await exists(before.holder))) rejectTaken(refusal);
  }

  private reservation(tenantId: string, name: string): Promise<Reservation> {
    return this.runner.peek(reservationDecider, tenantId, name);
  }
}
