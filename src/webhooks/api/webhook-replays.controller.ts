import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Payload } from '../../http/fields/payload.js';
import { Endpoint } from '../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../http/request/request-context.js';
import { REPLAYS } from '../replay/replay.js';
import { Replays } from '../replay/replays.js';
import { ReplayDto, ReplayedDto, toReplayedDto } from './webhook-replays.dto.js';

@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhookReplaysController {
  constructor(@Inject(Replays) private readonly replays: Replays) {}

  @Endpoint('webhook-delivery.replay', {
    route: 'POST replay',
    summary: 'Replay the events of a range to the webhook endpoint',
    description: 'The range can begin before the endpoint was set. A tenant has one running replay at a time.',
    body: ReplayDto,
    responses: { 202: ReplayedDto },
    errors: ['errors.webhook_settings.not_found', 'errors.webhook.disabled', 'errors.webhook.replay_running'],
  })
  async replay(@Payload(ReplayDto) body: ReplayDto, @Ctx() ctx: RequestContext): Promise<ReplayedDto> {
    const { tenantId } = ctx.caller;
    const replay = await this.replays.begin({ tenantId, id: ctx.nextId(), at: ctx.at }, body);
    ctx.headers.Location = `${REPLAYS}/${replay.id}`;
    return toReplayedDto(replay);
  }

  @Endpoint('webhook-replay.read', {
    route: 'GET replays/:replay_id',
    summary: 'Read a replay of the last 30 days',
    responses: { 200: ReplayedDto },
    errors: ['errors.webhook_replay.not_found'],
  })
  async read(@Param('replay_id') id: string, @Ctx() ctx: RequestContext): Promise<ReplayedDto> {
    return toReplayedDto(await this.replays.read(ctx, id));
  }

  @Endpoint('webhook-replay.cancel', {
    route: 'DELETE replays/:replay_id',
    summary: 'Cancel a replay',
    description: 'Deliveries that are already planned are still sent. A replay that ended stays as it is.',
    responses: { 204: null },
    errors: ['errors.webhook_replay.not_found'],
  })
  async cancel(@Param('replay_id') id: string, @Ctx() ctx: RequestContext): Promise<void> {
    await this.replays.cancel(ctx, id);
  }
}
