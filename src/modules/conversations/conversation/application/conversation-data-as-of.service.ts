import { Inject, Injectable } from '@nestjs/common';
import { type StreamFold, stateAsOf } from '../../../../engine/log/as-of.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Position, Recorded } from '../../../../kernel/event.js';
import { streamName } from '../../../../kernel/stream.js';
import type { ConversationEvent, DataRef } from '../domain/conversation.events.js';
import { ConversationDataService } from './conversation-data.service.js';

const dataFold: StreamFold<DataRef | undefined> = {
  initial: undefined,
  evolve(ref, event) {
    const { type, data, meta } = event as Recorded<ConversationEvent>;
    if (type !== 'ConversationOpened' && type !== 'ConversationChanged') return ref;
    return data.data === undefined || meta.erased ? ref : (data.data ?? undefined);
  },
};

/** conversation_data as of an event of the log. */
@Injectable()
export class ConversationDataAsOf {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(ConversationDataService) private readonly values: ConversationDataService,
  ) {}

  /** The data right after the position. */
  async refAt(tenantId: string, conversationId: string, position: Position): Promise<DataRef | undefined> {
    return (await stateAsOf(this.log, streamName('conversation', tenantId, conversationId), dataFold, { position }))
      .state;
  }

  /** The data right after the event at `position`, with the values at some paths; without any: `{}`. */
  async at(tenantId: string, conversationId: string, position: Position, paths: readonly string[]): Promise<unknown> {
    const ref = await this.refAt(tenantId, conversationId, position);
    return this.values.valuesAt(tenantId, ref, paths);
  }
}
