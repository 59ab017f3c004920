import { providerAttacks } from '../oidc-config/provider-attack-list.js';
import { passkeyAttacks } from '../passkey/passkey-attack-list.js';
import { type Named, named } from '../permissions/tried-by.js';

const jwt = (...titles: readonly string[]): readonly Named[] =>
  titles.map((title) => ['test/api/auth/token-attacks.spec.ts', title]);
const matrix = (...names: readonly string[]): readonly Named[] =>
  names.map((name) => ['test/api/permissions/credentials.ts', name]);
const token = (...titles: readonly string[]): readonly Named[] =>
  titles.map((title) => ['test/api/auth/token.spec.ts', title]);
const tokenForm = (...titles: readonly string[]): readonly Named[] =>
  titles.map((title) => ['test/api/auth/token-form.spec.ts', title]);
const reset = (...titles: readonly string[]): readonly Named[] =>
  titles.map((title) => ['test/api/password/password-reset.spec.ts', title]);

/**
 * Attacks on tokens and credentials (RFC 6749, 7519, 8693, 8725, 9068, 9700; ASVS V9, V10), and the tests that try each.
 * Names of `credentials.ts` are columns of the matrix in `permissions.spec.ts`.
 */
export const tokenAttacks: Readonly<Record<string, readonly Named[]>> = {
  // JWT
  'alg none, in any spelling': [
    ...jwt('alg none without signature', 'alg NONE with the old signature', 'no alg'),
    ...matrix('forged: alg none', 'forged: alg none with a signature'),
  ],
  'HS256 with the public key': [
    ...jwt('HS256 with the public key', 'HS256 with the public key, trimmed', 'HS256 with nothing'),
    ...matrix('forged: HS256 with the public key'),
  ],
  'another signing key': [...jwt('another ES256 key'), ...matrix('forged: another key')],
  'kid missing, unknown or twice': jwt('no kid', 'unknown kid', 'a kid twice, the last unknown', 'a list of kids'),
  'kid as a path, SQL or prototype': jwt('kid of a path', 'kid of SQL', 'kid of the prototype'),
  'jku, x5u or jwk in the header': jwt(
    'another key in the header',
    'another key by address',
    'our key and a foreign address',
  ),
  'unknown crit': jwt('crit unknown', 'unencoded payload'),
  'claims changed, the signature left': jwt('claims changed'),
  'bad base64 or padding': jwt('padding within', 'other base64', 'something behind it'),
  'cut, empty or zero signature': jwt('signature cut', 'signature empty', 'signature of zeros'),
  'two, four or five segments': jwt('two segments', 'four segments', 'five segments, as encrypted ones have'),
  'encrypted or compressed': jwt('an encrypted one', 'compressed'),
  'header that is no object': jwt('header is no JSON', 'header is null'),
  '1 MB token': jwt('a token of 1 MB is refused before it is read', 'very long'),
  'exp missing, past or of another type': [
    ...jwt('no end', 'end as text', 'end far beyond', 'end with a fraction', 'that has ended says so'),
    ...matrix('expired token'),
  ],
  'iat or nbf in the future': jwt('made tomorrow', 'made in two minutes', 'good from tomorrow'),
  'wrong issuer': [...jwt('another issuer', 'issuer with a slash', 'no issuer'), ...matrix('signed: another issuer')],
  'wrong audience': [
    ...jwt('another audience', 'a list of audiences', 'no audience'),
    ...matrix('signed: another audience'),
  ],
  'wrong typ': jwt('typ of an id token', 'typ of a client auth key', 'typ in capitals', 'no typ'),
  'a token of another purpose at each place': [
    ...named('test/api/auth/token-purposes.spec.ts', '%s: %s'),
    ...matrix(
      'refresh token',
      'id token',
      'reset token',
      'invitation token',
      'client auth key',
      'access token as API key',
    ),
  ],
  'tenant of the token is not the tenant of the path': [
    ...jwt('of another tenant'),
    ...matrix('signed: another tenant'),
    ...named('test/api/permissions/permissions.spec.ts', '%s reaches nothing of another tenant'),
  ],
  'a claim twice': jwt('a claim twice counts by its last value alone', 'a claim changed by a second one'),
  'another role, or none of ours': [
    ...jwt('of another role', 'of a machine', 'of a role there is none of', 'of a client without a conversation'),
    ...matrix('signed: another role', 'token from before a change of the role'),
  ],
  'token of a deleted user': [...token('a deleted user has nothing left'), ...matrix('token of a deleted user')],
  'token of a removed client': matrix('token of a removed client'),
  'token from before a change of the password': named(
    'test/api/auth/access-ends.spec.ts',
    'with another password, everywhere',
  ),
  'a signing key that was rotated or removed': named(
    'test/adapters/file-keys/keys.spec.ts',
    'give way to a new one after thirty days',
    'verify until the last token they signed has ended',
  ),
  'token in the query': jwt('never in the query'),
  'two Authorization headers': jwt('in one Authorization header'),
  'two principals': [
    ...jwt('of two principals are refused, whoever they are', 'two credentials of one principal are one'),
    ...matrix('two principals'),
  ],
  'token of one conversation for the socket of another': named(
    'test/api/realtime/socket-permissions.spec.ts',
    'AUTHENTICATE with the token of each principal',
  ),

  // Token endpoint
  'JSON instead of a form': tokenForm('JSON is another media type'),
  'repeated parameters, arrays and operators': tokenForm('a field twice', 'an array', 'an operator', 'a prototype'),
  'unknown parameters, another scope': [
    ...token('a wider scope changes no right'),
    ...tokenForm('ignores unknown fields, however many there are (RFC 6749 3.2)'),
  ],
  'unsupported grant': tokenForm('%s is not supported'),
  'answers in caches': token('answers tokens that nobody keeps', 'tells a wrong password and an unknown user alike'),
  'refresh in another tenant': token('a token is good in its own tenant alone'),
  'reuse of a rotated token': token('a spent token ends the whole sign-in, its access tokens too'),
  'many refreshes at once': token('of ten at once all get the same pair, and the sign-in goes on'),
  'reuse after a restart': token('a restart forgets nothing: good tokens are good, spent and ended ones are not'),
  'a refresh token that is made up': token('what someone makes up for a sign-in they saw does not end it'),
  'refresh for ever': named(
    'test/api/auth/access-ends.spec.ts',
    'ends after sixty days, however much it is used',
    'ends after fourteen days without use',
  ),
  'refresh after sign-out, reset or another role': [
    ...named(
      'test/api/auth/sessions.spec.ts',
      'ends its access, its refresh token and its sockets, and no other session',
    ),
    ...reset('is set by the link of a mail: the new one signs in, all sessions and sockets end'),
    ...named('test/api/auth/access-ends.spec.ts', 'with another role, everywhere'),
  ],

  // Token exchange with client auth keys
  'wrong subject_token_type': named('test/api/auth/client-token.spec.ts', 'needs both what and of which kind'),
  'a client auth key that expired': named(
    'test/modules/people/auth/client-auth-keys.spec.ts',
    'is good for 7 days, any number of times',
  ),
  'a client auth key of a removed client': named(
    'test/api/auth/client-token.spec.ts',
    'and the access it gave are dead with the participant',
  ),
  'a client auth key in another tenant': named('test/api/auth/client-token.spec.ts', 'is good in its own tenant alone'),

  'an answer without the type of what was issued': named(
    'test/api/auth/client-token.spec.ts',
    'lets them in as often as it is opened, with an access token alone',
  ),

  ...providerAttacks,
  ...passkeyAttacks,

  // API keys
  'an API key that is guessed or changed': named(
    'test/modules/people/auth/credentials/api-key.spec.ts',
    'with any one letter changed it is none',
  ),
  'an API key read from the store': named(
    'test/modules/people/auth/credentials/api-key.spec.ts',
    'says whose it is, and its secret only as a digest',
  ),
  'an API key shown again': named(
    'test/api/api-key/api-keys.spec.ts',
    'is shown once and lets in by either header',
    'answered again, it lacks its value',
  ),
  'an API key that expired, is deleted or renamed': [
    ...named(
      'test/api/api-key/api-keys.spec.ts',
      'that has ended lets nobody in, and stays listed',
      'is dead once deleted',
      'is renamed, loses its name, and nothing else changes',
    ),
    ...matrix('deleted API key', 'deleted API key as bearer', 'expired API key'),
  ],

  // Reset tokens and invitations
  'a reset token that is wrong, or for another user or tenant': reset(
    'that is wrong',
    'that is cut',
    'for another user',
    'in another tenant',
    'is text',
  ),
  'a reset token used twice': reset('is good once', 'of ten requests at once lets one win, and its password counts'),
  'a reset token that ended': reset('ends after an hour', 'ends with a newer one', 'ends with the user'),
  'a reset token elsewhere': reset('does not open anything else'),
  'a reset link to a host of the attacker': reset(
    'writes a mail with the link of the tenant, whatever the request says of its host',
  ),
  'an invitation that ended': named(
    'test/api/password/invitations.spec.ts',
    'is good for seven days, beside resets that are asked for meanwhile',
    'ends with the first password that is set',
  ),

  // Passwords
  'a password hash that is cheap': named(
    'test/adapters/argon2/passwords.spec.ts',
    'are kept as Argon2id of 19 MiB, two passes',
  ),
  'a password that is too common': [
    ...named(
      'test/api/password/password-reset.spec.ts',
      'sets no password that sign-up would refuse, and is not spent by one',
    ),
  ],
  'a password that is cut or normalized': [
    ...named(
      'test/adapters/argon2/passwords.spec.ts',
      'are told apart to the last letter, each hash with its own salt',
      'are the same however the letters were typed',
    ),
    ...named('test/api/signup/signup.spec.ts', 'a password may have 128 letters of any script'),
  ],
  'guessing of passwords': named(
    'test/api/requests/rate-limits.spec.ts',
    'count wrong tokens by e-mail, and leave each address a few',
    'lock nobody out whose password is right, from an address that behaves',
  ),
  'guessing of credentials': named(
    'test/api/requests/rate-limits.spec.ts',
    'count a refused credential by client address, and no refused role',
  ),
  'user enumeration by answer or time': [
    ...token('takes as long for an unknown user as for a known one'),
    ...named(
      'test/api/auth/user-enumeration.spec.ts',
      'answers and costs the same for a user, one without a password and nobody',
    ),
    ...named('test/api/signup/signup.spec.ts', 'the same e-mail may found another tenant'),
  ],
  'sign-ins that take all threads': [
    ...token('asked too often at once it says when to come again'),
    ...named('test/adapters/argon2/passwords.spec.ts', 'of one tenant neither refuse nor delay those of another'),
  ],

  // Secrets at rest
  'a secret in a file, a log line or another answer': named(
    'test/reliability/secrets/secrets.spec.ts',
    'is in no file',
    '%s is in no log line',
    'is in no answer but the one that shows it',
  ),
};
