/** Roles of callers (specification 6). */
export const ROLES = ['OWNER', 'USER', 'API_KEY', 'CLIENT_PARTICIPANT'] as const;
export type Role = (typeof ROLES)[number];

/** Kind of principal behind a caller of each role. */
export const principalKinds = {
  OWNER: 'user',
  USER: 'user',
  API_KEY: 'key',
  CLIENT_PARTICIPANT: 'participant',
} as const satisfies Readonly<Record<Role, string>>;
export type PrincipalKind = (typeof principalKinds)[Role];

/** Roles that a user can have. */
export const USER_ROLES = ['OWNER', 'USER'] as const satisfies readonly Role[];
export type UserRole = (typeof USER_ROLES)[number];

export const ADMINS = ['OWNER', 'API_KEY'] as const satisfies readonly Role[];
export const STAFF = ['OWNER', 'API_KEY', 'USER'] as const satisfies readonly Role[];
export const USERS = USER_ROLES;
export const OWNERS = ['OWNER'] as const satisfies readonly Role[];
export const MACHINES = ['API_KEY'] as const satisfies readonly Role[];
export const CLIENTS = ['CLIENT_PARTICIPANT'] as const satisfies readonly Role[];
/** All roles but that of machines. */
export const PEOPLE = [...USERS, ...CLIENTS] as const satisfies readonly Role[];
export const ALL_ROLES = ROLES;
/** The call needs no credentials. */
export const PUBLIC = 'public';

/** One subject's part of the permission table: the roles of each call. */
export type PermissionTable = Readonly<Record<string, readonly Role[] | typeof PUBLIC>>;
