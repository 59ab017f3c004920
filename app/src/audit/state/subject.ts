import type { AuditDiffSubjectKind } from '../../../../sdk/src/api.js';

/** The thing whose states are shown. A participant has its conversation. */
export interface Subject {
  readonly kind: AuditDiffSubjectKind;
  readonly id: string;
  readonly conversation: string | undefined;
}
