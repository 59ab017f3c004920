import type { RejectionTable } from './rejection-entry.js';

/** Credentials, permissions, tenants, users and API keys. */
export const identityRejections = {
  'errors.unauthenticated': {
    kind: 'unauthenticated',
    en: 'The credentials are missing or invalid. Send an access token or an API key.',
    de: 'Die Zugangsdaten fehlen oder sind ungültig. Erwartet wird ein Zugriffstoken oder ein API-Schlüssel.',
    cause: 'The request has no credentials, or its token or API key is invalid or revoked.',
    remedy: 'Send an access token as `Authorization: Bearer` or an API key as `X-API-KEY`.',
  },
  'errors.token.expired': {
    kind: 'unauthenticated',
    en: 'The token or API key has expired. Request a new one.',
    de: 'Das Token oder der API-Schlüssel ist abgelaufen. Bitte ein neues anfordern.',
    cause: 'The access token is older than its lifetime, or the API key is past `expires_at`.',
    remedy: 'Get a new access token with the refresh token, or create a new API key.',
  },
  'errors.auth.reauthenticate': {
    kind: 'unauthenticated',
    en: 'The sign-in is too old for this change. Sign in again.',
    de: 'Die Anmeldung ist für diese Änderung zu alt. Bitte neu anmelden.',
    cause: 'The person signed in more than `REAUTH_SECONDS` ago. A token refresh does not count as a sign-in.',
    remedy: 'Let the person sign in again, then repeat the call with the new access token.',
  },
  'errors.token.invalid': {
    kind: 'invalid',
    en: 'The token does not match the e-mail address, was used or has expired. Request a new e-mail.',
    de: 'Das Token passt nicht zur E-Mail-Adresse, wurde schon verwendet oder ist abgelaufen. Bitte eine neue E-Mail anfordern.',
    cause:
      'The token of the link is wrong, was used, has expired, belongs to another user, or a newer link replaced it.',
    remedy:
      'Request a new link, with `POST /auth/{tenant_id}/password-reset` for a password or `PATCH /users/{user_id}` for an address.',
  },
  'errors.passkey.invalid': {
    kind: 'invalid',
    en: 'The passkey response is invalid, was used before or came too late. Request new options and try again.',
    de: 'Die Passkey-Antwort passt nicht, wurde schon verwendet oder kam zu spät. Bitte neue Optionen anfordern und erneut versuchen.',
    cause:
      'The response matches no open challenge, origin, user or passkey, or the sign count of the passkey decreased.',
    remedy: 'Request new options, pass them to the browser within five minutes, and send each response once.',
  },
  'errors.passkey.not_found': {
    kind: 'not-found',
    en: 'The passkey does not exist. Check the id.',
    de: 'Der Passkey existiert nicht. Bitte die Id prüfen.',
    cause: 'The calling user has no passkey with the id in the path.',
    remedy: 'List the passkeys of the calling user to find the id.',
  },
  'errors.passkey.exists': {
    kind: 'conflict',
    en: 'The passkey is already registered. Sign in with it.',
    de: 'Der Passkey ist bereits registriert. Sie können sich damit anmelden.',
    cause: 'The user has a passkey with the same credential id.',
    remedy: 'Pass `excludeCredentials` of the options to the browser, which then creates another passkey.',
  },
  'errors.passkey.too_many': {
    kind: 'conflict',
    en: 'The user has the maximum number of passkeys. Delete one first.',
    de: 'Der Benutzer hat bereits so viele Passkeys wie möglich. Bitte zuerst einen löschen.',
    cause: 'The number of passkeys of a user is limited.',
    remedy: 'Delete a passkey that is no longer used, or sign in with one of the registered ones.',
  },
  'errors.passkey.unavailable': {
    kind: 'conflict',
    en: 'Passkeys need a domain over https. Verify a custom domain first.',
    de: 'Passkeys brauchen eine Domain über https. Bitte zuerst eine eigene Domain verifizieren.',
    cause: 'The main app of the tenant has no domain over https and is not on localhost.',
    remedy: 'Verify a custom domain, or ask the operator to set `PUBLIC_URL` to an https origin with a domain.',
  },
  'errors.session.not_found': {
    kind: 'not-found',
    en: 'The session does not exist or has ended. Check the id.',
    de: 'Die Sitzung existiert nicht oder ist beendet. Bitte die Id prüfen.',
    cause: 'The calling user has no open session with the id in the path.',
    remedy: 'List the sessions of the calling user to find the id.',
  },
  'errors.credentials.ambiguous': {
    kind: 'invalid',
    en: 'The request has credentials of two different principals. Send the credentials of one.',
    de: 'Die Anfrage enthält Zugangsdaten zweier verschiedener Inhaber. Bitte nur die eines Inhabers senden.',
    cause:
      'The `Authorization` header and the `X-API-KEY` header belong to different principals, or the request has two `Authorization` headers.',
    remedy: 'Send one header with one credential.',
  },
  'errors.grant.invalid': {
    kind: 'invalid',
    en: 'The e-mail, password, code or token is wrong, used or expired. Sign in again.',
    de: 'E-Mail-Adresse, Passwort, Code oder Token ist falsch, verbraucht oder abgelaufen. Bitte neu anmelden.',
    cause:
      'The user is unknown, the password is wrong, or the code or token was used, revoked or has expired. Or the identity provider sends no verified e-mail address, or an address of another person or unlisted domain. An address alone never signs in an owner.',
    remedy: 'Ask the user to sign in again. Use each refresh token only once.',
  },
  'errors.grant.unsupported': {
    kind: 'invalid',
    en: 'The grant type is not supported. Use password, refresh_token, authorization_code, token exchange or login code.',
    de: 'Die Art der Berechtigung wird nicht unterstützt. Möglich sind password, refresh_token, authorization_code, Token-Exchange und Login-Code.',
    cause: 'The `grant_type` of the token call is not one of the supported grants.',
    remedy:
      'Use `password`, `refresh_token`, `authorization_code`, `urn:ietf:params:oauth:grant-type:token-exchange` or `urn:tidings:grant-type:login-code`.',
  },
  'errors.grant.disabled': {
    kind: 'invalid',
    en: 'The tenant has switched this sign-in method off. Use another one.',
    de: 'Der Mandant hat diesen Weg zur Anmeldung abgeschaltet. Bitte einen anderen verwenden.',
    cause: '`sign_in` of the tenant switches the sign-in method off.',
    remedy: 'Read `GET /auth/{tenant_id}/options` and use a method that it lists.',
  },
  'errors.identity_provider.not_configured': {
    kind: 'invalid',
    en: 'The tenant has no userinfo endpoint. Set token_exchange_userinfo_url first.',
    de: 'Der Mandant hat keinen Userinfo-Endpunkt. Bitte zuerst token_exchange_userinfo_url setzen.',
    cause: 'A token exchange of an access token needs the `token_exchange_userinfo_url` of the tenant.',
    remedy: 'Set `token_exchange_userinfo_url` with `PATCH /tenant`, or use another grant.',
  },
  'errors.identity_provider.unavailable': {
    kind: 'unavailable',
    en: 'The identity provider of the tenant does not respond correctly. Retry after the time in the Retry-After header.',
    de: 'Der Identitätsanbieter des Mandanten antwortet nicht wie erwartet. Bitte nach der Zeit im Header Retry-After wiederholen.',
    cause:
      'The provider does not respond within 10 seconds, redirects, fails, returns over 64 KiB or no JSON, or its metadata is wrong. Or too many sign-ins of the tenant wait for it.',
    remedy: 'Retry after the seconds in `Retry-After`. If the error persists, check the URLs that the tenant has set.',
  },
  'errors.forbidden': {
    kind: 'forbidden',
    en: 'The role or the API key scopes do not allow this call. Use other credentials.',
    de: 'Die Rolle oder die Bereiche des API-Schlüssels erlauben diesen Aufruf nicht. Bitte andere Zugangsdaten verwenden.',
    cause:
      'The role of the caller may not make the call, or not for this resource, or the API key lacks the scope. Or an API key sets the role OWNER although the tenant has an owner.',
    remedy: 'Use credentials of a role that the API reference lists for the call, and an API key with its scope.',
  },
  'errors.invite_code.invalid': {
    kind: 'forbidden',
    en: 'The invite code is missing or wrong. Send a valid invite code.',
    de: 'Der Einladungscode fehlt oder ist falsch. Erwartet wird ein gültiger Einladungscode.',
    cause: 'The deployment requires an invite code for sign-up.',
    remedy: 'Ask the operator of the deployment for an invite code.',
  },
  'errors.tenant.not_found': {
    kind: 'not-found',
    en: 'The tenant does not exist. Check the id.',
    de: 'Der Mandant existiert nicht. Bitte die Id prüfen.',
    cause: 'No tenant has the id in the path.',
    remedy: 'Check the tenant id that sign-up returned.',
  },
  'errors.tenant.exists': {
    kind: 'conflict',
    en: 'The subdomain is taken. Choose another subdomain.',
    de: 'Die Subdomain ist bereits vergeben. Bitte eine andere wählen.',
    cause: 'Another tenant has or had the subdomain. Subdomains are never reused.',
    remedy: 'Sign up with another subdomain.',
  },
  'errors.user.not_found': {
    kind: 'not-found',
    en: 'The user does not exist. Check the id.',
    de: 'Der Benutzer existiert nicht. Bitte die Id prüfen.',
    cause: 'No user of the tenant has the id in the path, or the user was deleted.',
    remedy: 'List the users of the tenant to find the id.',
  },
  'errors.user.erased': {
    kind: 'gone',
    en: 'The user was erased and cannot be restored.',
    de: 'Der Benutzer wurde gelöscht und lässt sich nicht wiederherstellen.',
    cause: 'A request with `at` names a user who was erased later. Name and address are gone for every point in time.',
    remedy: 'Read the certificate with `GET /erasures?subject_id=`.',
  },
  'errors.user.exists': {
    kind: 'conflict',
    en: 'The e-mail address is taken in this tenant. Choose another address.',
    de: 'Die E-Mail-Adresse ist in diesem Mandanten bereits vergeben. Bitte eine andere wählen.',
    cause: 'Another user of the tenant has the same e-mail address, regardless of case.',
    remedy: 'Use another e-mail address, or delete the other user first.',
  },
  'errors.user.last_owner': {
    kind: 'conflict',
    en: 'The last owner of a tenant cannot be deleted or demoted. Add another owner first.',
    de: 'Der letzte Inhaber eines Mandanten kann nicht gelöscht oder zurückgestuft werden. Bitte zuerst einen weiteren anlegen.',
    cause: 'The user is the only one of the tenant with the role OWNER.',
    remedy: 'Create another user with the role OWNER, then repeat the call.',
  },
  'errors.user.has_password': {
    kind: 'conflict',
    en: 'The user already has a password. Let them request a new password instead.',
    de: 'Der Benutzer hat bereits ein Passwort. Er kann stattdessen ein neues anfordern.',
    cause: 'Invitations go to users who have not set a password yet.',
    remedy: 'Let the user request a new password with `POST /auth/{tenant_id}/password-reset`.',
  },
  'errors.user_preference.not_found': {
    kind: 'not-found',
    en: 'The user has no preferences yet. Create them with POST or PUT.',
    de: 'Der Benutzer hat noch keine Einstellungen. Sie lassen sich mit POST oder PUT anlegen.',
    cause: 'No preferences were created for the user.',
    remedy: 'Create the preferences with `POST` or `PUT`.',
  },
  'errors.user_preference.exists': {
    kind: 'conflict',
    en: 'The preferences of the user already exist. Replace them with PUT.',
    de: 'Die Einstellungen des Benutzers gibt es bereits. Sie lassen sich mit PUT ersetzen.',
    cause: 'The preferences of the user were created before.',
    remedy: 'Replace the preferences with `PUT`.',
  },
  'errors.api_key.not_found': {
    kind: 'not-found',
    en: 'The API key does not exist. Check the id.',
    de: 'Der API-Schlüssel existiert nicht. Bitte die Id prüfen.',
    cause: 'No API key of the tenant has the id in the path, or the key was deleted.',
    remedy: 'List the API keys of the tenant to find the id.',
  },
} as const satisfies RejectionTable;
