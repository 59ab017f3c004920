import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { operationalRetention } from '../../../../../catalogue/retention.js';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../../engine/commands/command-gateway.js';
import { CommandRunner } from '../../../../../engine/commands/command-runner.js';
import type { EntryUpgrade } from '../../../../../engine/effects/entry-upgrades.js';
import type { Position } from '../../../../../kernel/event.js';
import { DAY, type Instant, plus } from '../../../../../kernel/instant.js';
import { innerId } from '../../../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../../ports/process/clock.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../../ports/stores/operational-store.js';
import { type Channel, decidedAt, effectId, inConversation } from '../../domain/notification.effect.js';
import { RequestNotifications } from '../../domain/notification-request.commands.js';
import {
  type NotificationRequestState,
  notificationRequestDecider,
  type Requested,
} from '../../domain/notification-request.decider.js';
import type { NotifyRequest } from './notify-request.js';

export interface Target {
  readonly participantId: string;
  readonly channel: Channel;
}

export interface Decided extends Requested {
  readonly effectId: string;
  readonly at: Instant;
}

export interface Decision {
  readonly decided: readonly Decided[];
  readonly position: Position;
}

/** Decision of an earlier version, which the log does not have. */
interface EarlierDecision {
  readonly at: Instant;
  readonly targets: readonly Target[];
}

type Cause = Pick<NotifyRequest, 'tenantId' | 'conversationId' | 'cause'>;

const digestOf = ({ conversationId, cause }: Cause): string =>
  hash('sha256', JSON.stringify([conversationId, cause]), 'base64url');

/** Id of the stream of a cause. */
export const requestId = (cause: Cause): string => innerId(cause.conversationId, digestOf(cause));

/** Decisions of earlier versions have no end. */
export const upgradeDecision = ({ value: { at } }: Entry<EarlierDecision>): EntryUpgrade => ({
  due: plus(at, operationalRetention['notification-cause'].days * DAY),
});

/** Where each notification of a request is in the outbox. */
export const placed = (conversationId: string, all: readonly Requested[], earlier = 0): readonly Decided[] =>
  all.map((each, n) => {
    const at = decidedAt(each.id);
    return { ...each, at, effectId: effectId(conversationId, at, earlier + n, each.id) };
  });

/** Receivers of the notifications of a cause. The log decides them once, so that a repetition notifies the same ones. */
@Injectable()
export class Decisions {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Durable when the promise resolves. */
  async for(request: NotifyRequest, targetsOf: () => readonly Target[]): Promise<Decision> {
    const { conversationId, templateName, runId, workflowId, dataAt, resendOf, meta } = request;
    const earlier = await this.earlier(request);
    const { at, targets } = earlier ?? { at: this.clock.now(), targets: targetsOf() };
    const digest = digestOf(request);
    const notifications = targets.map(({ participantId, channel }) => ({
      id: this.ids.derived(at, digest, participantId, channel),
      participantId,
      channel,
    }));
    const data: RequestNotifications['data'] = {
      conversationId,
      notifications,
      ...(templateName === undefined ? {} : { templateName }),
      ...(runId === undefined ? {} : { runId }),
      ...(workflowId === undefined ? {} : { workflowId }),
      ...(dataAt === undefined ? {} : { dataAt }),
      ...(resendOf === undefined ? {} : { resendOf }),
    };
    const command = new RequestNotifications(requestId(request), data, meta);
    const { state, position } = await this.commands.execute<NotificationRequestState>(command);
    return { decided: placed(conversationId, state ?? []), position };
  }

  /** Whether it is decided who is notified for a cause. */
  async isDecided(cause: Cause): Promise<boolean> {
    const state = await this.runner.peek(notificationRequestDecider, cause.tenantId, requestId(cause));
    return state !== undefined || (await this.earlier(cause)) !== undefined;
  }

  private async earlier(cause: Cause): Promise<EarlierDecision | undefined> {
    const { tenantId, conversationId } = cause;
    const id = `${inConversation(conversationId)}${digestOf(cause)}`;
    return (await this.operations.get<EarlierDecision>({ tenantId, kind: 'notification-cause', id }))?.value;
  }
}
