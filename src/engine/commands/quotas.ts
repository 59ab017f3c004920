import type { RejectionCode } from '../../catalogue/errors/rejections.js';
import { type CommandMeta, followUpMeta } from '../../kernel/command.js';
import { MINUTE, plus } from '../../kernel/instant.js';
import { FreePlace, type Places, quotaDecider, TakePlace } from '../../kernel/quota.js';
import { Rejection } from '../../kernel/rejection.js';
import type { Ids } from '../../ports/process/clock.js';
import type { AnyDecider } from '../manifest.js';
import type { CommandGateway } from './command-gateway.js';
import type { CommandRunner } from './command-runner.js';

/** A bound on the number of streams of a tenant that are in some state. */
export interface Quota<S> {
  readonly name: string;
  readonly max: number;
  /** The refusal of one more. */
  readonly code: RejectionCode;
  readonly decider: AnyDecider;
  /** Whether a stream in this state counts. */
  counts(state: S): boolean;
}

type Shown = readonly { readonly id: string }[];

/** The time in which a holder that took a place comes to count. */
const GRACE_MS = MINUTE;

/** Bounds across streams. A place is taken before its holder comes to count. Those of others are freed when all are taken. */
export class Quotas {
  constructor(
    private readonly commands: CommandGateway,
    private readonly runner: CommandRunner,
    private readonly ids: Ids,
  ) {}

  /**
   * `shown`: ids that a read model shows as counting. Some of them are from before there were places.
   * @throws Rejection the code of the quota
   */
  async take<S>(quota: Quota<S>, holder: string, meta: CommandMeta, shown: () => Promise<Shown>): Promise<void> {
    const { name, max, code } = quota;
    const others = await this.unplaced(quota, holder, meta.tenantId, shown);
    const taking = () => this.commands.execute(new TakePlace(name, { holder, max, others, code }, this.next(meta)));
    try {
      await taking();
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      if ((await this.freeUnused(quota, meta)) === 0) throw error;
      await taking();
    }
  }

  /** The log says which of the ids count. */
  private async unplaced<S>(quota: Quota<S>, holder: string, tenantId: string, shown: () => Promise<Shown>) {
    const places: Places = await this.runner.peek(quotaDecider, tenantId, quota.name);
    if (places.has(holder)) return [];
    const unplaced: string[] = [];
    for (const { id } of await shown()) {
      if (places.has(id)) continue;
      if (quota.counts((await this.runner.peek(quota.decider, tenantId, id)) as S)) unplaced.push(id);
    }
    return unplaced;
  }

  private async freeUnused<S>(quota: Quota<S>, meta: CommandMeta): Promise<number> {
    const places: Places = await this.runner.peek(quotaDecider, meta.tenantId, quota.name);
    let freed = 0;
    for (const [holder, { at, position: taken }] of places) {
      const { state, position } = await this.runner.folded(quota.decider, meta.tenantId, holder);
      const mayStillCome = position < taken && plus(at, GRACE_MS) > meta.at;
      if (quota.counts(state as S) || mayStillCome) continue;
      const freeing = new FreePlace(quota.name, { holder, taken }, this.next(meta));
      freed += (await this.commands.execute(freeing)).events.length;
    }
    return freed;
  }

  /** Each taking is a command of its own: the command that needs the place may be judged, or requested, again. */
  private next(meta: CommandMeta): CommandMeta {
    return followUpMeta(meta, this.ids.next());
  }
}
