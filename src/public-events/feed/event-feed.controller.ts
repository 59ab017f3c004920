import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../catalogue/limits/limits.js';
import { writePosition } from '../../catalogue/positions.js';
import { EventLog } from '../../engine/log/event-log.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import type { AnswerBuilder } from '../../http/answer/answer-builder.js';
import { BoundedAnswers } from '../../http/answer/bounded-answers.js';
import { QueryPayload } from '../../http/fields/payload.js';
import { readPosition } from '../../http/fields/positions.js';
import { Endpoint } from '../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../http/request/request-context.js';
import type { Position } from '../../kernel/event.js';
import { rejectAt } from '../../kernel/rejection.js';
import { LOGGER, type Logger } from '../../ports/process/logger.js';
import { PublicEventHistory, type Span } from '../published/history.js';
import { publishedBetween, type SkippedEvent } from '../published/published-between.js';
import { EventFeedDto, EventQueryDto } from './event-feed.dto.js';

/** Events read at a time: more than the default answer has, so that one read says whether another event follows. */
const PAGE = 128;
/** Bytes of a large event. */
const ROW_BYTES = 65_536;
/** Most events read for one response; events without a webhook type count too. */
const MAX_READ = 5_000;

@ApiTags('Webhooks')
@Controller('events')
export class EventFeedController {
  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(PublicEventHistory) private readonly history: PublicEventHistory,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Endpoint('event.list', {
    route: 'GET',
    summary: 'List the events of the tenant in log order',
    description: 'The feed has the events, ids and order of webhooks, including webhook types that are switched off.',
    query: EventQueryDto,
    responses: { 200: EventFeedDto },
  })
  async list(@QueryPayload(EventQueryDto) query: EventQueryDto, @Ctx() ctx: RequestContext) {
    const after = query.after === undefined ? 0 : readPosition(query.after, 'after');
    const limit = query.limit ?? limits.eventsDefault;
    const until = await this.indexedAfter(after);
    const answer = this.answers.open(ctx, limit * ROW_BYTES);
    const { has_more, next } = await this.fill(answer, ctx.caller.tenantId, limit, { after, until });
    return this.answers.send(ctx, answer, 'events', { has_more, next: writePosition(next) });
  }

  /** Adds the events after a position, and returns the position to go on from. */
  private async fill(answer: AnswerBuilder, tenantId: string, limit: number, { after, until }: Span) {
    const page = Math.min(PAGE, limit + 1);
    let last = after;
    let read = 0;
    for await (const found of publishedBetween(this.history, tenantId, { after, until, page, skipped: this.skipped })) {
      for (const { published, payload } of found.published) {
        const { id, position } = published.event.meta;
        const row = { json: JSON.stringify({ id, ...payload }) };
        if (answer.count === limit || !(await answer.add(row))) return { has_more: true, next: last };
        last = position;
      }
      read += found.read;
      const isEnough = read >= MAX_READ && found.through < until && answer.count < limit;
      if (isEnough) return { has_more: true, next: found.through };
    }
    return { has_more: false, next: Math.max(after, until) };
  }

  private readonly skipped = (event: SkippedEvent, err: unknown): void => {
    const places = { event_type: event.type, position: event.position };
    this.logger.error({ err, ...places }, 'An event cannot be shown; the event feed goes on behind it');
  };

  /** The end of the index, which holds what this process has appended and, within a bounded wait, what `after` names. */
  private async indexedAfter(after: Position): Promise<Position> {
    if (after > this.caughtUp.position && after > (await this.log.head())) {
      rejectAt('after', 'errors.field.format', { format: 'a position of the past' }, 'errors.position.unreadable');
    }
    await this.caughtUp.reached(Math.max(after, this.log.appended), limits.caughtUpMs);
    return this.caughtUp.position;
  }
}
