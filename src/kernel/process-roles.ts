/** What a process does (contract 9, `ROLES`): answers calls and sockets, folds read models, or has effects. */
export const processRoles = ['api', 'projector', 'effects'] as const;

export type ProcessRole = (typeof processRoles)[number];
