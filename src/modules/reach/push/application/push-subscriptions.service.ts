import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { DAY, type Instant, plus } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { innerId, parseInnerId } from '../../../../kernel/stream.js';
import type { PushDevice } from '../../../../ports/delivery/web-push.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import type { Subscriber } from '../domain/push.effect.js';

const CLIENT_PUSH = 'client-push-subscription';
const USER_PUSH = 'user-push-subscription';

export interface PushSubscription {
  readonly id: string;
  readonly device: PushDevice;
  readonly createdAt: Instant;
  /** The sign-in of the user. The subscription ends with it. */
  readonly sessionId?: string;
  /** The client auth key in the pushes of this day. */
  readonly key?: { readonly text: string; readonly at: Instant };
}

const DAYS: Readonly<Record<string, number>> = {
  [CLIENT_PUSH]: operationalRetention[CLIENT_PUSH].days,
  [USER_PUSH]: operationalRetention[USER_PUSH].days,
};
/** A subscription in use is written again after this time. */
const RENEWED_MS = DAY;
const ATTEMPTS = 5;

const kindOf = (owner: Subscriber) => ('userId' in owner ? USER_PUSH : CLIENT_PUSH);

/** Ids of the subscriptions of an owner begin so. */
const prefixOf = (owner: Subscriber): string =>
  innerId('userId' in owner ? owner.userId : innerId(owner.conversationId, owner.participantId), '');

const keyOf = (tenantId: string, owner: Subscriber, id: string): OperationalKey => ({
  tenantId,
  kind: kindOf(owner),
  id: `${prefixOf(owner)}${id}`,
});

/** Devices that get pushes. The same endpoint is the same subscription of its owner. */
@Injectable()
export class PushSubscriptions {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Durable when the promise resolves. The oldest ones over the limit end. */
  async add(
    tenantId: string,
    owner: Subscriber,
    device: PushDevice,
    sessionId?: string,
  ): Promise<Entry<PushSubscription>> {
    const id = hash('sha256', device.endpoint, 'base64url').slice(0, 22);
    const key = keyOf(tenantId, owner, id);
    for (let attempt = 1; ; attempt++) {
      const known = await this.operations.get<PushSubscription>(key);
      const createdAt = known?.value.createdAt ?? this.clock.now();
      const value: PushSubscription = { id, device, createdAt, ...(sessionId === undefined ? {} : { sessionId }) };
      const [expected, due] = [known?.revision ?? 0, this.endOf(key)];
      const isSaved = await this.operations.put(key, value, { expected, due });
      if (!isSaved) {
        if (attempt === ATTEMPTS) reject('errors.store.unavailable');
        continue;
      }
      await this.endOldest(tenantId, owner);
      return { key, value, revision: expected + 1, due };
    }
  }

  get(tenantId: string, owner: Subscriber, id: string): Promise<Entry<PushSubscription> | undefined> {
    return this.operations.get(keyOf(tenantId, owner, id));
  }

  /** False: there is none. */
  remove(tenantId: string, owner: Subscriber, id: string): Promise<boolean> {
    return this.operations.remove(keyOf(tenantId, owner, id));
  }

  of(tenantId: string, owner: Subscriber): Promise<readonly Entry<PushSubscription>[]> {
    return this.operations.list(tenantId, kindOf(owner), prefixOf(owner), limits.pushSubscriptions + ATTEMPTS);
  }

  /** Ids of the subscriptions of clients in a conversation, by participant; the first by id where there are very many. */
  async ofClientsIn(tenantId: string, conversationId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>();
    const prefix = innerId(conversationId, '');
    const entries = await this.operations.list(tenantId, CLIENT_PUSH, prefix, limits.pushesOfMessage);
    for (const { key } of entries) {
      const [participantId, id] = parseInnerId(key.id.slice(prefix.length));
      found.set(participantId, [...(found.get(participantId) ?? []), id]);
    }
    return found;
  }

  /** Whether anyone of the tenant has a subscription. */
  async hasAny(tenantId: string): Promise<boolean> {
    for (const kind of [CLIENT_PUSH, USER_PUSH])
      if ((await this.operations.list(tenantId, kind, '', 1)).length > 0) return true;
    return false;
  }

  /** The push service took a push: the time of the subscription begins again. */
  async used({ key, value, revision, due }: Entry<PushSubscription>): Promise<void> {
    if (due !== undefined && due > plus(this.endOf(key), -RENEWED_MS)) return;
    await this.operations.put(key, value, { expected: revision, due: this.endOf(key), relaxed: true });
  }

  /** Another process may have kept a key in the meantime; then this one is used once. */
  async keep({ key, value, revision, due }: Entry<PushSubscription>, text: string): Promise<void> {
    const kept: PushSubscription = { ...value, key: { text, at: this.clock.now() } };
    await this.operations.put(key, kept, { expected: revision, ...(due === undefined ? {} : { due }), relaxed: true });
  }

  private endOf({ kind }: OperationalKey): Instant {
    return plus(this.clock.now(), (DAYS[kind] ?? 0) * DAY);
  }

  private async endOldest(tenantId: string, owner: Subscriber): Promise<void> {
    const all = (await this.of(tenantId, owner)).toSorted((a, b) => (a.value.createdAt < b.value.createdAt ? 1 : -1));
    for (const { key } of all.slice(limits.pushSubscriptions)) await this.operations.remove(key);
  }
}
