import { Inject, Injectable } from '@nestjs/common';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import { innerId } from '../../../../kernel/stream.js';
import { MAILER, type Mailer } from '../../../../ports/delivery/mailer.js';
import { SMS_OUTBOX, type SmsOutbox } from '../../../../ports/delivery/sms.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import type { About, Channel } from '../domain/notification.effect.js';

interface OutboxFile {
  readonly id: string;
  readonly channel: Channel;
}

/** Which files of the outbox folder belong to a conversation. */
@Injectable()
export class OutboxFiles {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(SMS_OUTBOX) private readonly sms: SmsOutbox,
  ) {}

  /** Comes before the file is written, so that no file is forgotten. */
  async note(tenantId: string, { id, conversationId }: About, channel: Channel): Promise<void> {
    const file: OutboxFile = { id, channel };
    const key = { tenantId, kind: 'outbox-file', id: innerId(conversationId, id) };
    await this.operations.put(key, file, { relaxed: true });
  }

  removeOf(tenantId: string, conversationId: string): Promise<void> {
    const files = { tenantId, kind: 'outbox-file', prefix: innerId(conversationId, '') };
    return removeEntries<OutboxFile>(this.operations, files, async ({ value: { id, channel } }) => {
      if (channel === 'SMS') await this.sms.discard(id);
      else await this.mailer.discard?.(id);
    });
  }
}
