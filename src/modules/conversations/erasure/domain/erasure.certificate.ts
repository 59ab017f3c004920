import type { Erasure } from '../../../../kernel/erasure.js';
import { canonicalJson } from '../../../../lib/json/canonical-json.js';

/** The content of a response about an erasure, without the signature, which is over it. */
export const certificateOf = (erasure: Omit<Erasure, 'signature'>) => ({
  id: erasure.id,
  kind: erasure.kind,
  subject_id: erasure.subjectId,
  ...(erasure.conversationId === undefined ? {} : { conversation_id: erasure.conversationId }),
  requested_by: erasure.requestedBy,
  requested_at: erasure.requestedAt,
  ...(erasure.completedAt === undefined ? {} : { completed_at: erasure.completedAt }),
  events: erasure.events,
});

/** The text of the signed note: canonical JSON (RFC 8785) in one line. */
export const certificateText = (erasure: Omit<Erasure, 'signature'>): string =>
  `${canonicalJson(certificateOf(erasure))}\n`;
