import type { ErasedConversation, ErasedEvents } from '../../../../engine/erasure/eraser.js';
import type { Erasers } from '../../../../engine/erasure/erasers.js';
import type { EventLog } from '../../../../engine/log/event-log.js';
import type { ErasedRange, ErasurePlace } from '../../../../kernel/erasure.js';
import type { Recorded } from '../../../../kernel/event.js';
import { streamName } from '../../../../kernel/stream.js';
import { ERASED_CATEGORIES } from '../domain/erasure.decider.js';

const PAGE = 50;
/** Events that are erased together: each makes a few documents, whose removal is one commit of the read models. */
const MOST = 100;

/** Events that are erased together. */
export interface ErasureStep {
  readonly ranges: readonly ErasedRange[];
  readonly events: ErasedEvents;
  /** All that comes before is erased once the step is. Absent where the step ends within other streams. */
  readonly through?: ErasurePlace;
}

type Part = ErasureStep;

/** The events of a conversation in steps: its own streams, each page with the streams that its events name. */
export async function* erasureSteps(
  log: EventLog,
  erasers: Erasers,
  conversation: ErasedConversation,
  after?: ErasurePlace,
): AsyncGenerator<ErasureStep> {
  let ranges: ErasedRange[] = [];
  let events: Recorded[] = [];
  let through: ErasurePlace | undefined;
  for await (const part of parts(log, erasers, conversation, after)) {
    if (events.length > 0 && events.length + part.events.length > MOST) {
      yield { ranges, events, ...(through && { through }) };
      [ranges, events, through] = [[], [], undefined];
    }
    ranges = [...ranges, ...part.ranges];
    events = [...events, ...part.events];
    through = part.through ?? through;
  }
  if (ranges.length > 0) yield { ranges, events, ...(through && { through }) };
}

async function* parts(
  log: EventLog,
  erasers: Erasers,
  conversation: ErasedConversation,
  after?: ErasurePlace,
): AsyncGenerator<Part> {
  const start = ERASED_CATEGORIES.indexOf(after?.category as (typeof ERASED_CATEGORIES)[number]);
  for (const category of ERASED_CATEGORIES.slice(Math.max(0, start))) {
    const stream = streamName(category, conversation.tenantId, conversation.id);
    for await (const page of pagesOf(log, stream, category === after?.category ? after.version : 0)) {
      for (const named of await erasers.streamsOf(conversation, page.events)) yield* pagesOf(log, named, 0);
      yield { ...page, through: { category, version: page.ranges.at(-1)?.to ?? 0 } };
    }
  }
}

/** Events of a newer version are erased with the others, although this version cannot read them. */
async function* pagesOf(log: EventLog, stream: string, after: number): AsyncGenerator<Part> {
  for (let from = after + 1; ; ) {
    const { events, last, isLast } = await log.readablePage(stream, { from, limit: PAGE });
    if (!last) return;
    yield { ranges: [{ stream, from, to: last.version }], events };
    if (isLast) return;
    from = last.version + 1;
  }
}
