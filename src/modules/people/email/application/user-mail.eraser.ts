import { Inject, Injectable } from '@nestjs/common';
import type { ErasedUser, Eraser } from '../../../../engine/erasure/eraser.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import { innerId } from '../../../../kernel/stream.js';
import { MAIL_OUTBOX, type Mailer } from '../../../../ports/delivery/mailer.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { type MailFile, userKey } from './user-mail-files.js';

/** Removes the files of mails to a user, and the counts of mails that were sent. */
@Injectable()
export class UserMailEraser implements Eraser {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(MAIL_OUTBOX) private readonly mails: Required<Mailer>,
  ) {}

  async eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    await this.operations.remove({ tenantId, kind: 'email-links', id }, undefined, { relaxed: true });
    await removeEntries(this.operations, { tenantId, kind: 'account-mails', prefix: innerId(id, '') });
    const files = { tenantId, kind: 'outbox-file', prefix: innerId(userKey(id), '') };
    await removeEntries<MailFile>(this.operations, files, ({ value }) => this.mails.discard(value.id));
  }
}
