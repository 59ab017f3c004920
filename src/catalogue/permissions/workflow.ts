import { ADMINS, type PermissionTable } from './roles.js';

/** Workflows and their runs. */
export const workflowPermissions = {
  'workflow.list': ADMINS,
  'workflow.create': ADMINS,
  'workflow.read': ADMINS,
  'workflow.change': ADMINS,
  'workflow.replace': ADMINS,
  'workflow.delete': ADMINS,
  'workflow.runs': ADMINS,
  'workflow.dry-run': ADMINS,
} as const satisfies PermissionTable;
