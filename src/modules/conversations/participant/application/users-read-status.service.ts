import { Inject, Injectable } from '@nestjs/common';
import { everyoneIn, rosterKey, rosterOf } from '../../../../../projections/participant-roster/reads.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import type { Open } from '../../conversation/application/conversation.reader.js';

/** How far the users of a conversation have read. */
@Injectable()
export class UsersReadStatus {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
  ) {}

  /** The sequence up to which they have read together, else the furthest of them alone. @throws Rejection 503 */
  async furthest(tenantId: string, conversationId: string, { members }: Open): Promise<number> {
    await this.caughtUp.mustReach(await this.log.head());
    const shared = members.ofKind('SHARED');
    if (shared) {
      const entry = await rosterOf(this.documents, tenantId).get(rosterKey(conversationId, shared.id));
      return entry?.seen ?? shared.fromSequence;
    }
    let furthest = 0;
    for await (const some of everyoneIn(this.documents, tenantId, conversationId)) {
      for (const { kind, seen } of some) if (kind === 'USER') furthest = Math.max(furthest, seen);
    }
    return furthest;
  }
}
