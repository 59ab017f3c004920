import { erasedAmong } from '../../../projections/participation/reads.js';
import type { Recorded } from '../../kernel/event.js';
import { innerId, parseStreamName } from '../../kernel/stream.js';
import type { MembershipEvent } from '../../modules/conversations/conversation/domain/membership.events.js';
import type { DeletionSource } from './removed-conversations.js';

const TYPES: readonly string[] = ['ParticipantJoined', 'ParticipantChanged', 'ParticipantLeft'];

const isShown = (event: Recorded): event is Recorded<MembershipEvent> => TYPES.includes(event.type);

const keyOf = ({ data, meta }: Recorded<MembershipEvent>): string =>
  innerId(parseStreamName(meta.stream).id, data.participantId);

const idOf = (tenantId: string, key: string): string => `${tenantId}/${key}`;

/** The participants of a page of events who are erased by now. */
export class ErasedSince {
  private erased = new Set<string>();

  constructor(private readonly source: DeletionSource) {}

  /**
   * Looks up the participants that the events show; forgets the page before. For events newer than the read models, the
   * page itself is looked through.
   */
  async load(events: readonly Recorded[]): Promise<void> {
    const gone = events.filter((event) => event.type === 'ParticipantErased') as Recorded<MembershipEvent>[];
    this.erased = new Set(gone.map((event) => idOf(event.meta.tenantId, keyOf(event))));
    const shown = events.filter(isShown).filter(({ meta }) => meta.position <= this.source.indexed);
    for (const [tenantId, some] of Map.groupBy(shown, ({ meta }) => meta.tenantId)) {
      const keys = [...new Set(some.map(keyOf))];
      for (const key of await erasedAmong(this.source.documents, tenantId, keys)) this.erased.add(idOf(tenantId, key));
    }
  }

  has(event: Recorded<MembershipEvent>): boolean {
    return this.erased.size > 0 && this.erased.has(idOf(event.meta.tenantId, keyOf(event)));
  }
}
