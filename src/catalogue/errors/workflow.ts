import type { RejectionTable } from './rejection-entry.js';

/** Workflows of a tenant. */
export const workflowRejections = {
  'errors.workflow.not_found': {
    kind: 'not-found',
    en: 'The workflow does not exist. Check the id.',
    de: 'Der Ablauf existiert nicht. Bitte die Id prüfen.',
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
  'errors.workflow.too_many': {
    kind: 'conflict',
    en: 'The tenant has too many enabled workflows. Switch one off first.',
    de: 'Der Mandant hat zu viele eingeschaltete Abläufe. Bitte zuerst einen ausschalten.',
    cause: 'The tenant already has as many enabled workflows as allowed. `details.max` is the limit.',
    remedy: 'Switch off or delete a workflow, or create the new one with `enabled: false`.',
  },
  'errors.workflow.budget_spent': {
    kind: 'conflict',
    en: 'The event at the start of this chain of workflows caused too many effects. Narrow the triggers.',
    de: 'Das Ereignis am Anfang dieser Kette hat zu viele Wirkungen ausgelöst. Bitte die Auslöser enger fassen.',
    cause: 'Workflows react to messages of other workflows. One external event has at most 100 effects.',
    remedy: 'Remove `participant_kind: WORKFLOW` from a trigger, or narrow the trigger to stop the loop.',
  },
} as const satisfies RejectionTable;
