import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../../../config/config.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import type { Caller } from '../../../../kernel/caller.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../../../../ports/delivery/outbound-http.js';
import { WEB_PUSH, type WebPush } from '../../../../ports/delivery/web-push.js';
import { isAuthSecret, isPoint } from '../application/device-keys.js';
import { PushSubscriptions } from '../application/push-subscriptions.service.js';
import type { Subscriber } from '../domain/push.effect.js';
import { CreatePushSubscriptionDto, PushKeyDto, PushSubscriptionDto } from './push.dto.js';

@ApiTags('Push')
@Controller('push')
export class PushController {
  constructor(
    @Inject(PushSubscriptions) private readonly subscriptions: PushSubscriptions,
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
    @Inject(WEB_PUSH) private readonly webPush: WebPush,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint('push.key', {
    route: 'GET key',
    summary: 'Read the public key for push subscriptions',
    responses: { 200: PushKeyDto },
  })
  key(): PushKeyDto {
    return { public_key: this.webPush.publicKey };
  }

  @Endpoint('push-subscription.create', {
    route: 'POST subscriptions',
    summary: 'Subscribe a device of the caller to pushes',
    description:
      'A push announces a new message, unless the caller wrote it or has the conversation open. The same endpoint again renews its subscription. A caller has at most 20 subscriptions; the oldest ends. A subscription ends after 90 days without a push, and that of a user with its session.',
    body: CreatePushSubscriptionDto,
    responses: { 201: PushSubscriptionDto },
  })
  async create(
    @Payload(CreatePushSubscriptionDto) { endpoint, keys }: CreatePushSubscriptionDto,
    @Ctx() ctx: RequestContext,
  ): Promise<PushSubscriptionDto> {
    const { caller } = ctx;
    if (!isPoint(keys.p256dh)) rejectAt('keys.p256dh', 'errors.field.pattern');
    if (!isAuthSecret(keys.auth)) rejectAt('keys.auth', 'errors.field.pattern');
    const isPlain = !endpoint.toLowerCase().startsWith('https:');
    const fault =
      isPlain && this.config.outboundAllow.length === 0
        ? 'errors.field.address'
        : await this.outside.checkAddress(endpoint, caller.tenantId);
    if (fault) rejectAt('endpoint', fault);
    const { p256dh, auth } = keys;
    const device = { endpoint, keys: { p256dh, auth } };
    const { value, due } = await this.subscriptions.add(caller.tenantId, ownerOf(caller), device, caller.sessionId);
    ctx.created(`/api/v1/push/subscriptions/${value.id}`);
    return { id: value.id, created_at: value.createdAt, expires_at: due ?? value.createdAt };
  }

  @Endpoint('push-subscription.delete', {
    route: 'DELETE subscriptions/:push_subscription_id',
    summary: 'End a push subscription of the caller',
    responses: { 204: null },
    errors: ['errors.push_subscription.not_found'],
  })
  async remove(@Param('push_subscription_id') id: string, @Ctx() { caller }: RequestContext): Promise<void> {
    const isRemoved = await this.subscriptions.remove(caller.tenantId, ownerOf(caller), id);
    if (!isRemoved) reject('errors.push_subscription.not_found');
  }
}

const ownerOf = ({ id, conversationId }: Caller): Subscriber =>
  conversationId === undefined ? { userId: id } : { conversationId, participantId: id };
