import type { RejectionTable } from './rejection-entry.js';

/** Workflows of a tenant. */
export const workflowRejections = {
  'errors.workflow.not_found': {
    kind: 'not-found',
    en: 'The workflow does not exist.',
    de: 'Der Ablauf existiert nicht.',
    cause: 'No workflow of the tenant has the id in the path.',
    remedy: 'List the workflows of the tenant to find the id.',
  },
  'errors.workflow.exists': {
    kind: 'conflict',
    en: 'A workflow with this id already exists. Choose another id.',
    de: 'Ein Ablauf mit dieser Id existiert bereits. Bitte eine andere Id wählen.',
    cause: 'The tenant already has a workflow with the same `id`.',
    remedy: 'Choose another id, or replace the workflow with PUT.',
  },
} as const satisfies RejectionTable;
