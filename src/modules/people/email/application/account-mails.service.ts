import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../../../engine/commands/command-runner.js';
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
import { ownersTold } from '../../user/application/owners-of.js';
import { hasProvenEmail, user } from '../../user/domain/user.resource.js';
import {
  type About,
  ACCOUNT_MAIL,
  effectId,
  type OwnMailKind,
  type TenantChange,
  type TenantMailKind,
  usersIn,
} from '../domain/account-mail.js';
import { type AccountEvent, accountEvents, mailsAbout } from './mails-about.js';

const NAME = 'account-mails';

type Meta = Recorded['meta'];

/** Plans mails about each change of a way in, also where its request broke off. Those of the tenant go to owners. */
@Injectable()
export class AccountMails implements Worker {
  private readonly subscriber: CheckpointedSubscriber;

  constructor(
    @Inject(EventLog) log: EventLog,
    @Inject(OPERATIONAL_STORE) operations: OperationalStore,
    @Inject(LOGGER) logger: Logger,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
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
      for (const mail of mailsAbout(event)) {
        if ('change' in mail) await this.planForOwners(event.meta, mail.kind, mail.change);
        else await this.planForUser(event.meta, mail.kind, mail.to);
        isAny = true;
      }
    }
    return isAny;
  }

  private async planForUser(meta: Meta, kind: OwnMailKind, to: string | undefined): Promise<void> {
    const { id, at, correlationId, tenantId, stream, trace } = meta;
    const about: About = { id, kind, correlationId, userId: parseStreamName(stream).id };
    const content = to === undefined ? {} : { content: this.secrets.seal(ACCOUNT_MAIL, to) };
    await this.outbox.plan(tenantId, effectId(kind, id), { channel: ACCOUNT_MAIL, about, at, trace, ...content });
  }

  private async planForOwners(meta: Meta, kind: TenantMailKind, change: TenantChange): Promise<void> {
    const { id, at, correlationId, tenantId, trace } = meta;
    for (const userId of await this.receivers(kind, change, tenantId)) {
      const about: About = { id, kind, correlationId, userId, change };
      await this.outbox.plan(tenantId, effectId(kind, id, userId), { channel: ACCOUNT_MAIL, about, at, trace });
    }
  }

  /**
   * Owners with a confirmed address, the person who made the change, and the user whose role it is. A new owner gets
   * an invitation instead.
   */
  private async receivers(kind: TenantMailKind, change: TenantChange, tenantId: string) {
    const all = new Set(usersIn(change));
    if (kind === 'OWNER_CREATED') all.delete(change.subject);
    for (const id of await ownersTold(this.runner, tenantId)) {
      const { record } = await this.runner.peek(user.decider, tenantId, id);
      if (record && hasProvenEmail(record.value)) all.add(id);
    }
    return all;
  }
}
