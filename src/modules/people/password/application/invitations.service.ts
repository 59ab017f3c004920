import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../../../engine/effects/lease.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Recorded } from '../../../../kernel/event.js';
import type { Patch } from '../../../../kernel/patch.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { User } from '../../user/domain/user.resource.js';
import { PasswordMails } from './password-mails.service.js';

const NAME = 'invitations';

/** Invites each user who was created by hand without a password, and again on request, also where a request broke off. */
@Injectable()
export class Invitations implements Worker {
  private readonly subscriber: CheckpointedSubscriber;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(PasswordMails) private readonly mails: PasswordMails,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events);
    const handler = { name: NAME, types: ['UserCreated', 'UserChanged'], handle };
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, WorkerHost.failed(logger));
  }

  start(): void {
    this.subscriber.start();
  }

  close(): void {
    this.subscriber.close();
  }

  /** @returns whether anybody was invited */
  private async handle(events: readonly Recorded[]): Promise<boolean> {
    const invited = events.filter(isInvited);
    for (const { data, meta } of invited) {
      const { tenantId, stream } = meta;
      const request = (data as Invited).invitationRequest;
      await this.mails.invite(tenantId, parseStreamName(stream).id, meta, request ?? undefined);
    }
    return invited.length > 0;
  }
}

type Invited = Pick<Patch<User>, 'passwordHash' | 'isProvisioned' | 'invitationRequest'>;

function isInvited({ type, data }: Recorded): boolean {
  const { passwordHash, isProvisioned, invitationRequest } = data as Invited;
  return type === 'UserCreated' ? !passwordHash && !isProvisioned : Boolean(invitationRequest);
}
