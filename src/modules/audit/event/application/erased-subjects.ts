import type { AuditEntry } from '../../../../../projections/audit-event/projection.js';
import { erasureOf } from '../../../../../projections/erasure/reads.js';
import { messageErasuresOf } from '../../../../../projections/message-erasure/reads.js';
import { erasedAmong } from '../../../../../projections/participation/reads.js';
import { removedAmong } from '../../../../../projections/removed-conversation/reads.js';
import { type AuditSubjectKind, auditSubjects } from '../../../../catalogue/audit/subjects.js';
import { subjectKey } from '../../../../kernel/erasure.js';
import { innerId } from '../../../../kernel/stream.js';
import type { DocumentStore } from '../../../../ports/stores/document-store.js';

interface Asked {
  readonly documents: DocumentStore;
  readonly tenantId: string;
  readonly id: string;
  readonly conversationId: string;
  readonly data: unknown;
}

const isParticipant = async ({ documents, tenantId, conversationId }: Asked, id: string): Promise<boolean> =>
  (await erasedAmong(documents, tenantId, [innerId(conversationId, id)])).length > 0;

const asks: Readonly<Partial<Record<AuditSubjectKind, (asked: Asked) => Promise<boolean>>>> = {
  PARTICIPANT: (asked) => isParticipant(asked, asked.id),
  async MESSAGE(asked) {
    const { documents, tenantId, conversationId, id, data } = asked;
    if (await messageErasuresOf(documents, tenantId).get(innerId(conversationId, id))) return true;
    const { participantId = '' } = data as { readonly participantId?: string };
    return isParticipant(asked, participantId);
  },
  USER: async ({ documents, tenantId, id }) =>
    (await erasureOf(documents, tenantId, subjectKey({ kind: 'user', userId: id }))) !== undefined,
};

/** Whether the subject of an event is erased: of an event in clear, which earlier versions wrote, no ended key says so. */
export async function isSubjectErased(
  documents: DocumentStore,
  tenantId: string,
  { type, subjectId: id, conversationId }: AuditEntry,
  data: unknown,
): Promise<boolean> {
  if (conversationId !== undefined && (await removedAmong(documents, tenantId, [conversationId])).length > 0)
    return true;
  const ask = asks[auditSubjects[type]?.kind ?? 'AUDIT'];
  return (await ask?.({ documents, tenantId, id, conversationId: conversationId ?? '', data })) ?? false;
}
