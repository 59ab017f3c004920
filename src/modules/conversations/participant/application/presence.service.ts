import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { thePast } from '../../../../engine/read-models/past/past.js';
import { DAY, type Instant, plus } from '../../../../kernel/instant.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import {
  type Entry,
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';
import { SIGNALS, type Signal, type Signals } from '../../../../ports/stores/signals.js';

/** When someone last typed and last had the conversation open, as far as it is still remembered. */
export interface Presence {
  readonly typingAt?: Instant;
  readonly openAt?: Instant;
}

/** Looks up the last activity of a participant. */
export type PresenceOf = (participantId: string) => Presence | undefined | Promise<Presence>;

const KIND = 'presence';
const READ_AT_ONCE = 1_000;
const REMEMBERED_MS = operationalRetention[KIND].days * DAY;

/** Typing and open conversations: sent to listeners, remembered for a day, never in the log. A moment of the past has none. */
@Injectable()
export class PresenceService {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SIGNALS) private readonly signals: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async note(signal: Signal): Promise<void> {
    const { tenantId, conversationId, participantId, kind, at } = signal;
    const due = plus(at, REMEMBERED_MS);
    await this.operations.put(key(tenantId, conversationId, participantId, kind), at, { due, relaxed: true });
    this.signals.publish(signal);
  }

  async of(tenantId: string, conversationId: string, participantId: string): Promise<Presence> {
    if (thePast()) return {};
    const at = (kind: Signal['kind']) =>
      this.operations.get<Instant>(key(tenantId, conversationId, participantId, kind));
    const known = await Promise.all([at('typing'), at('open')]);
    return this.remembered(known.filter((entry) => entry !== undefined)).get(participantId) ?? {};
  }

  /** Presence in a conversation, by participant: one read for few participants, else one read for each. */
  async inConversation(tenantId: string, conversationId: string): Promise<PresenceOf> {
    if (thePast()) return () => undefined;
    const entries = await this.operations.list<Instant>(tenantId, KIND, `${conversationId}.`, READ_AT_ONCE);
    if (entries.length === READ_AT_ONCE) return (participantId) => this.of(tenantId, conversationId, participantId);
    const known = this.remembered(entries);
    return (participantId) => known.get(participantId);
  }

  /** Presence in any conversation of the tenant: read at once where few were there, else conversation by conversation. */
  async inAny(tenantId: string): Promise<(conversationId: string) => Promise<PresenceOf>> {
    const entries = await this.operations.list<Instant>(tenantId, KIND, '', READ_AT_ONCE);
    if (entries.length === READ_AT_ONCE) return (conversationId) => this.inConversation(tenantId, conversationId);
    const byConversation = Map.groupBy(entries, ({ key: { id } }) => id.slice(0, id.indexOf('.')));
    return async (conversationId) => {
      const known = this.remembered(byConversation.get(conversationId) ?? []);
      return (participantId) => known.get(participantId);
    };
  }

  private remembered(entries: readonly Entry<Instant>[]): ReadonlyMap<string, Presence> {
    const now = this.clock.now();
    const known = new Map<string, Presence>();
    for (const { key, value, due } of entries) {
      if (due !== undefined && due <= now) continue;
      const [, participantId = '', kind] = key.id.split('.');
      const last = kind === 'typing' ? { typingAt: value } : { openAt: value };
      known.set(participantId, { ...known.get(participantId), ...last });
    }
    return known;
  }
}

const key = (
  tenantId: string,
  conversationId: string,
  participantId: string,
  kind: Signal['kind'],
): OperationalKey => ({
  tenantId,
  kind: KIND,
  id: `${conversationId}.${participantId}.${kind}`,
});
