import { Inject, Injectable } from '@nestjs/common';
import type { ErasedConversation, ErasedParticipant, ErasedUser, Eraser } from '../../../../engine/erasure/eraser.js';
import { ExportFiles } from './export-files.service.js';
import { conversationSubject, userSubject } from './export-step.service.js';
import { type ExportEntry, ExportStore } from './export-store.service.js';

/** Removes the exports that have an event of the subject. An export that is being written repeats its present part. */
@Injectable()
export class ExportEraser implements Eraser {
  constructor(
    @Inject(ExportStore) private readonly exports: ExportStore,
    @Inject(ExportFiles) private readonly files: ExportFiles,
  ) {}

  eraseConversation({ tenantId, id }: ErasedConversation): Promise<void> {
    return this.erase(tenantId, conversationSubject(id));
  }

  eraseParticipant({ tenantId, conversationId }: ErasedParticipant): Promise<void> {
    return this.erase(tenantId, conversationSubject(conversationId));
  }

  eraseUser({ tenantId, id }: ErasedUser): Promise<void> {
    return this.erase(tenantId, userSubject(id));
  }

  eraseMessages({ tenantId, id }: ErasedConversation): Promise<void> {
    return this.erase(tenantId, conversationSubject(id));
  }

  private async erase(tenantId: string, subject: string): Promise<void> {
    for (const entry of await this.exports.all(tenantId)) await this.eraseFrom(tenantId, entry, subject);
  }

  private async eraseFrom(tenantId: string, found: ExportEntry, subject: string): Promise<void> {
    for (let entry: ExportEntry | undefined = found; entry; ) {
      const { id, status, requestedAt } = entry.value;
      const subjects = await this.exports.subjects(tenantId, id);
      if (subjects.mayHave(subject)) {
        await this.exports.remove(tenantId, id);
        return this.files.remove(tenantId, id);
      }
      if (status !== 'RUNNING') return;
      // The part that is being written now may have the subject, so it does not count.
      if (await this.exports.save(entry, entry.value, requestedAt)) return;
      entry = await this.exports.find(tenantId, id);
    }
  }
}
