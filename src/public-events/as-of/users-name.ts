import { type ConversationTypeRecord, conversationTypes } from '../../../projections/conversation-type/projection.js';
import { clientView } from '../../catalogue/client-view.js';
import { type FoldedStream, stateAsOf } from '../../engine/log/as-of.js';
import { UnknownEvent } from '../../engine/log/codec.js';
import type { EventLog } from '../../engine/log/event-log.js';
import type { Recorded } from '../../kernel/event.js';
import { streamName } from '../../kernel/stream.js';
import { lruCache } from '../../lib/lru-cache.js';

type Folded = FoldedStream<ConversationTypeRecord | undefined>;

const fold = {
  initial: undefined as ConversationTypeRecord | undefined,
  evolve: (record: ConversationTypeRecord | undefined, event: Recorded) =>
    conversationTypes.evolve(record, event as Parameters<typeof conversationTypes.evolve>[1]),
};

/** The name that clients see all users of a conversation under, as the type has it now: a change holds at once. */
export class UsersNames {
  private readonly known: ReturnType<typeof lruCache<string, Folded>>;

  /** @param budget bytes of memory */
  constructor(
    private readonly log: EventLog,
    budget: number,
  ) {
    this.known = lruCache<string, Folded>({ bytes: budget });
  }

  /** Undefined: each user is seen under their own name. Where this version cannot read the type, no name is shown. */
  async of(tenantId: string, typeOf: () => Promise<string>): Promise<string | undefined> {
    try {
      const stream = streamName('conversationType', tenantId, await typeOf());
      const folded = await stateAsOf(this.log, stream, fold, { known: this.known.get(stream) });
      this.known.set(stream, folded);
      return folded.state?.value.displayNameSharedByUsers;
    } catch (error) {
      if (error instanceof UnknownEvent) return clientView.unnamedUser;
      throw error;
    }
  }
}
