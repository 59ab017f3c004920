import type { ErasedParticipant } from '../../../../engine/erasure/eraser.js';
import type { EventLog } from '../../../../engine/log/event-log.js';
import type { ErasedRange, ErasurePlace } from '../../../../kernel/erasure.js';
import type { Recorded } from '../../../../kernel/event.js';
import { streamName } from '../../../../kernel/stream.js';
import { ERASED_CATEGORIES } from '../domain/erasure.decider.js';
import type { ErasureStep } from './erasure-walk.js';

const PAGE = 50;
/** Events that are erased together. */
const MOST = 100;
/** Events that have something of their participant. */
const CONCERNING: readonly string[] = ['ParticipantJoined', 'ParticipantChanged', 'MessagePosted'];

const concerns = ({ type, data }: Recorded, participantId: string): boolean =>
  CONCERNING.includes(type) && (data as { participantId?: string }).participantId === participantId;

/** The events of a conversation that have something of a participant, in steps. */
export async function* participantSteps(
  log: EventLog,
  { tenantId, conversationId, id }: ErasedParticipant,
  after?: ErasurePlace,
): AsyncGenerator<ErasureStep> {
  const start = ERASED_CATEGORIES.indexOf(after?.category as (typeof ERASED_CATEGORIES)[number]);
  for (const category of ERASED_CATEGORIES.slice(Math.max(0, start))) {
    const stream = streamName(category, tenantId, conversationId);
    let found: Recorded[] = [];
    for (let from = (category === after?.category ? after.version : 0) + 1; ; ) {
      const { events, last, isLast } = await log.readablePage(stream, { from, limit: PAGE });
      if (last) {
        found = [...found, ...events.filter((event) => concerns(event, id))];
        from = last.version + 1;
      }
      const isOver = !last || isLast;
      if (found.length > 0 && (isOver || found.length >= MOST)) {
        yield { ranges: rangesOf(stream, found), events: found, through: { category, version: from - 1 } };
        found = [];
      }
      if (isOver) break;
    }
  }
}

function rangesOf(stream: string, events: readonly Recorded[]): readonly ErasedRange[] {
  const ranges: ErasedRange[] = [];
  for (const { meta } of events) {
    const last = ranges.at(-1);
    if (last?.to === meta.version - 1) ranges[ranges.length - 1] = { ...last, to: meta.version };
    else ranges.push({ stream, from: meta.version, to: meta.version });
  }
  return ranges;
}
