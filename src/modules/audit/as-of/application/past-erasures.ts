import { auditEvents } from '../../../../../projections/audit-event/projection.js';
import { erasures } from '../../../../../projections/erasure/projection.js';
import { messageErasures } from '../../../../../projections/message-erasure/projection.js';
import { FoldedReader } from '../../../../engine/read-models/past/folded-reader.js';
import type { Past, PastSource } from '../../../../engine/read-models/past/past.js';
import type { Erasure } from '../../../../kernel/erasure.js';
import type { AnyProjection } from '../../../../kernel/projection.js';
import type { Page, Query } from '../../../../ports/stores/document-store.js';

/** Erasures are never removed, and their ids never change: those that there are now, as they were then. */
class PastErasures extends FoldedReader<Erasure> {
  constructor(
    private readonly then: Past,
    private readonly model: AnyProjection,
  ) {
    super(then, model);
  }

  override async find(query: Query): Promise<Page<Erasure>> {
    const { keys } = await this.then.present<Erasure>(this.model).find(query);
    return { docs: await this.many(keys), keys, hasMore: false };
  }
}

/** The deletion of a message is one event, so it is there as it is or not at all. */
class PastDeletions extends PastErasures {
  constructor(private readonly moment: Past) {
    super(moment, messageErasures);
  }

  override async get(key: string): Promise<Erasure | undefined> {
    const deletion = await this.moment.present(messageErasures).get(key);
    const event = deletion && (await this.moment.present(auditEvents).get(deletion.id));
    return event && event.position <= this.moment.position ? deletion : undefined;
  }
}

export const pastErasures: readonly PastSource[] = [
  { projection: erasures, reader: (past) => new PastErasures(past, erasures) },
  { projection: messageErasures, reader: (past) => new PastDeletions(past) },
];
