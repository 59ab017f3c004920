import { Inject, Injectable } from '@nestjs/common';
import { DAY, type Instant, plus } from '../../kernel/instant.js';
import { limits } from '../../kernel/limits.js';
import { CLOCK, type Clock } from '../../ports/clock.js';
import { LEDGER, type Ledger } from '../../ports/ledger.js';
import { SIGNALS, type Signal, type Signals } from '../../ports/signals.js';

/** When someone last typed and last had the conversation open, as far as it is still remembered. */
export interface Presence {
  readonly typingAt?: Instant;
  readonly openAt?: Instant;
}

const KIND = 'presence';
const REMEMBERED_MS = DAY;

/** Typing and open conversations: told to who listens, remembered for a day, never in the log. */
@Injectable()
export class PresenceService {
  constructor(
    @Inject(LEDGER) private readonly ledger: Ledger,
    @Inject(SIGNALS) private readonly signals: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async note(signal: Signal): Promise<void> {
    const { tenantId, conversationId, participantId, kind, at } = signal;
    const key = { tenantId, kind: KIND, id: `${conversationId}.${participantId}.${kind}` };
    await this.ledger.put<Instant>(key, at, { due: plus(at, REMEMBERED_MS), relaxed: true });
    this.signals.publish(signal);
  }

  async of(tenantId: string, conversationId: string, participantId: string): Promise<Presence> {
    const known = await this.remembered(tenantId, `${conversationId}.${participantId}.`, 2);
    return known.get(participantId) ?? {};
  }

  /** Of all in a conversation, by participant. */
  inConversation(tenantId: string, conversationId: string): Promise<ReadonlyMap<string, Presence>> {
    return this.remembered(tenantId, `${conversationId}.`, limits.unlimited);
  }

  private async remembered(tenantId: string, prefix: string, limit: number) {
    const now = this.clock.now();
    const known = new Map<string, Presence>();
    for (const { key, value, due } of await this.ledger.list<Instant>(tenantId, KIND, prefix, limit)) {
      const [, participantId = '', kind] = key.id.split('.');
      if (due !== undefined && due <= now) continue;
      known.set(participantId, {
        ...known.get(participantId),
        ...(kind === 'typing' ? { typingAt: value } : { openAt: value }),
      });
    }
    return known;
  }
}
