import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../../../catalogue/retention.js';
import type { EntryUpgrade } from '../../../../engine/effects/entry-upgrades.js';
import { DAY, type Instant, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { type Channel, effectId, inConversation } from '../domain/notification.effect.js';

export interface Target {
  readonly participantId: string;
  readonly channel: Channel;
}

export interface Decided extends Target {
  readonly id: string;
  readonly effectId: string;
  readonly at: Instant;
}

interface ResourceRecord {
  readonly at: Instant;
  readonly targets: readonly Target[];
}

const digestOf = (conversationId: string, cause: string): string =>
  hash('sha256', JSON.stringify([conversationId, cause]), 'base64url');

const keyOf = (tenantId: string, conversationId: string, cause: string) => ({
  tenantId,
  kind: 'notification-cause',
  id: `${inConversation(conversationId)}${digestOf(conversationId, cause)}`,
});

const endOf = ({ at }: ResourceRecord): Instant => plus(at, operationalRetention['notification-cause'].days * DAY);

/** Decisions of earlier versions have no end. */
export const upgradeDecision = ({ value }: Entry<ResourceRecord>): EntryUpgrade => ({ due: endOf(value) });

/** Receivers of the notifications of a cause. They are decided once, so that a repetition notifies the same ones. */
@Injectable()
export class Decisions {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async for(
    tenantId: string,
    conversationId: string,
    cause: string,
    targets: () => readonly Target[],
  ): Promise<readonly Decided[]> {
    const key = keyOf(tenantId, conversationId, cause);
    const digest = digestOf(conversationId, cause);
    const known = (await this.operations.get<ResourceRecord>(key))?.value;
    const { at, targets: decided } = known ?? (await this.keep(key, { at: this.clock.now(), targets: targets() }));
    return decided.map((target, place) => {
      const id = this.ids.derived(at, digest, target.participantId, target.channel);
      return { ...target, id, effectId: effectId(conversationId, at, place, id), at };
    });
  }

  /** Whether it is decided who is notified for a cause. */
  async isDecided(tenantId: string, conversationId: string, cause: string): Promise<boolean> {
    return (await this.operations.get(keyOf(tenantId, conversationId, cause))) !== undefined;
  }

  /** Another process decided first; its decision is valid. */
  private async keep(key: Parameters<OperationalStore['get']>[0], decided: ResourceRecord): Promise<ResourceRecord> {
    if (await this.operations.put(key, decided, { expected: 0, due: endOf(decided) })) return decided;
    return (await this.operations.get<ResourceRecord>(key))?.value ?? decided;
  }
}
