import { Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../../../engine/effects/lease.js';
import { Outbox } from '../../../../engine/effects/outbox.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { CheckpointedSubscriber } from '../../../../engine/log/checkpointed-subscriber.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import type { Recorded } from '../../../../kernel/event.js';
import { parseStreamName } from '../../../../kernel/stream.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import {
  type About,
  ACCOUNT_MAIL,
  type AccountEvent,
  accountEvents,
  effectId,
  mailsAbout,
} from '../domain/account-mail.js';

const NAME = 'account-mails';

/** Plans mails about each change of a way in, also where its request broke off. */
@Injectable()
export class AccountMails implements Worker {
  private readonly subscriber: CheckpointedSubscriber;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {
    const handle = (events: readonly Recorded[]) => this.handle(events as readonly Recorded<AccountEvent>[]);
    const handler = { name: NAME, types: accountEvents, handle };
    this.subscriber = new CheckpointedSubscriber(log, operations, handler, WorkerHost.failed(logger));
  }

  start(): void {
    this.subscriber.start();
  }

  close(): void {
    this.subscriber.close();
  }

  /** @returns whether any mail is planned */
  private async handle(events: readonly Recorded<AccountEvent>[]): Promise<boolean> {
    let isAny = false;
    for (const event of events) {
      const { id, at, correlationId, tenantId, stream } = event.meta;
      for (const { kind, to } of mailsAbout(event)) {
        const about: About = { id, kind, correlationId, userId: parseStreamName(stream).id };
        const content = to === undefined ? {} : { content: this.secrets.seal(ACCOUNT_MAIL, to) };
        await this.outbox.plan(tenantId, effectId(kind, id), { channel: ACCOUNT_MAIL, about, at, ...content });
        isAny = true;
      }
    }
    return isAny;
  }
}
