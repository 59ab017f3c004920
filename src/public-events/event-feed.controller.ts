import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../catalogue/limits/limits.js';
import { EventLog } from '../engine/log/event-log.js';
import { CaughtUp } from '../engine/read-models/caught-up.js';
import { QueryPayload } from '../http/fields/payload.js';
import { readPosition, writePosition } from '../http/fields/positions.js';
import { Endpoint } from '../http/openapi/endpoint.js';
import { Ctx, type RequestContext } from '../http/pipeline/request-context.js';
import type { Position } from '../kernel/event.js';
import { rejectAt } from '../kernel/rejection.js';
import { EventFeedDto, EventQueryDto } from './event-feed.dto.js';
import { PublicEventHistory } from './history.js';
import { publishedBetween } from './published-between.js';

const PAGE = 100;
/** Most events read for an answer; events that no webhook type tells of count too. */
const MAX_READ = 5_000;

@ApiTags('Webhooks')
@Controller('events')
export class EventFeedController {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(PublicEventHistory) private readonly history: PublicEventHistory,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
  ) {}

  @Endpoint('event.list', {
    route: 'GET',
    summary: 'List the events of the tenant in log order',
    description: 'The feed has the events, ids and order of webhooks, including webhook types that are switched off.',
    query: EventQueryDto,
    responses: { 200: EventFeedDto },
  })
  async list(@QueryPayload(EventQueryDto) query: EventQueryDto, @Ctx() ctx: RequestContext): Promise<EventFeedDto> {
    const after = query.after === undefined ? 0 : readPosition(query.after, 'after');
    const limit = query.limit ?? limits.eventsDefault;
    const until = await this.indexedAfter(after);
    const events: EventFeedDto['events'] = [];
    const answer = (has_more: boolean, next: Position) => ({ events, has_more, next: writePosition(next) });
    const page = Math.min(PAGE, limit + 1);
    let read = 0;
    for await (const found of publishedBetween(this.history, ctx.caller.tenantId, { after, until, page })) {
      for (const { published, payload } of found.published) {
        const last = events.at(-1);
        if (last && events.length === limit) return { events, has_more: true, next: last.position };
        events.push({ id: published.event.meta.id, ...payload });
      }
      read += found.read;
      if (read >= MAX_READ && found.through < until && events.length < limit) return answer(true, found.through);
    }
    return answer(false, Math.max(after, until));
  }

  /** The end of the index, which holds what this process has appended and, within a bounded wait, what `after` names. */
  private async indexedAfter(after: Position): Promise<Position> {
    if (after > this.caughtUp.position && after > (await this.log.head())) {
      rejectAt('after', 'errors.field.format', { format: 'a position of the past' }, 'errors.position.unreadable');
    }
    await this.caughtUp.reached(Math.max(after, this.log.appended), limits.caughtUpMs);
    return this.caughtUp.position;
  }
}
