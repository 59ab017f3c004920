import type { RejectionCode } from '../../../../catalogue/errors/rejections.js';
import type { LANGUAGES } from '../../../../catalogue/tenant.js';

/** Channel of the mails to owners about failed runs. */
export const WORKFLOW_FAILED = 'WORKFLOW_FAILED';

/** System template of the mail; a tenant may name another one. */
export const FAILURE_TEMPLATE = 'system_workflow_failed';

/** Facts of a mail about a failed run. */
export interface AboutFailure {
  readonly id: string;
  readonly ownerId: string;
  readonly workflowId: string;
  readonly runId: string;
  readonly conversationId: string;
  readonly error: RejectionCode;
  readonly correlationId: string;
}

/** No id of a conversation starts with `_`, so that no list of a conversation's notifications shows them. */
export const failureMailId = (runId: string, ownerId: string): string => `_workflow-failed/${runId}/${ownerId}`;

export const failureSubjects: Readonly<Record<(typeof LANGUAGES)[number], (workflowId: string) => string>> = {
  en: (workflowId) => `Workflow ${workflowId} failed`,
  de: (workflowId) => `Ablauf ${workflowId} ist fehlgeschlagen`,
};
