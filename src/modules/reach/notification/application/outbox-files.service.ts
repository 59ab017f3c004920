import { Inject, Injectable } from '@nestjs/common';
import { removeEntries, removeSome } from '../../../../engine/erasure/remove-entries.js';
import { innerId } from '../../../../kernel/stream.js';
import { MAIL_OUTBOX, type Mailer } from '../../../../ports/delivery/mailer.js';
import { SMS_OUTBOX, type SmsOutbox } from '../../../../ports/delivery/sms.js';
import { type Entry, OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { About, Channel } from '../domain/notification.effect.js';

interface OutboxFile {
  readonly id: string;
  readonly channel: Channel;
  /** Absent: an earlier version wrote it, or it is a mail to a user. */
  readonly participantId?: string;
}

/** Which files of the outbox folder belong to a conversation. */
@Injectable()
export class OutboxFiles {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(MAIL_OUTBOX) private readonly mails: Required<Mailer>,
    @Inject(SMS_OUTBOX) private readonly sms: SmsOutbox,
  ) {}

  /** Comes before the file is written, so that no file is forgotten. */
  async note(tenantId: string, { id, conversationId, participantId }: About, channel: Channel): Promise<void> {
    const file: OutboxFile = { id, channel, participantId };
    const key = { tenantId, kind: 'outbox-file', id: innerId(conversationId, id) };
    await this.operations.put(key, file, { relaxed: true });
  }

  removeOf(tenantId: string, conversationId: string): Promise<void> {
    const files = { tenantId, kind: 'outbox-file', prefix: innerId(conversationId, '') };
    return removeEntries<OutboxFile>(this.operations, files, ({ value }) => this.discard(value));
  }

  /** Removes the files to a participant, and those of an unknown receiver. */
  removeTo(tenantId: string, conversationId: string, participantId: string): Promise<void> {
    const files = { tenantId, kind: 'outbox-file', prefix: innerId(conversationId, '') };
    const isTo = ({ value: { participantId: to = participantId } }: Entry<OutboxFile>) => to === participantId;
    return removeSome<OutboxFile>(this.operations, files, isTo, ({ value }) => this.discard(value));
  }

  private async discard({ id, channel }: OutboxFile): Promise<void> {
    if (channel === 'SMS') await this.sms.discard(id);
    else await this.mails.discard(id);
  }
}
