import { ADMINS, type PermissionTable, PUBLIC, STAFF, USERS } from './roles.js';

/** Sign-in, sign-up, API keys and users. */
export const identityPermissions = {
  'auth.token': PUBLIC,
  'auth.authorize': PUBLIC,
  'auth.jwks': PUBLIC,
  'auth.options': PUBLIC,
  'password.reset': PUBLIC,
  'password.set': PUBLIC,
  'password.change': USERS,
  'email.confirm': PUBLIC,
  'passkey.list': USERS,
  'passkey.read': USERS,
  'passkey.delete': USERS,
  'passkey.registration-options': USERS,
  'passkey.registration-verify': USERS,
  'passkey.authentication-options': PUBLIC,
  'passkey.authentication-verify': PUBLIC,
  'signup.tenant': PUBLIC,
  'api-key.list': ADMINS,
  'api-key.create': ADMINS,
  'api-key.change': ADMINS,
  'api-key.delete': ADMINS,
  'user.list': ADMINS,
  'user.create': ADMINS,
  /** A USER only the own names. */
  'user.change': STAFF,
  'user.delete': ADMINS,
  'user.invite': ADMINS,
  /** A USER only the own data. */
  'user.export': STAFF,
  'user.me': USERS,
  /** A USER only the own preferences. */
  'user-preference.read': STAFF,
  'user-preference.create': STAFF,
  'user-preference.replace': STAFF,
  'user.read': USERS,
  'session.list': USERS,
  'session.delete': USERS,
} as const satisfies PermissionTable;
