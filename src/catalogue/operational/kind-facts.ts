/** `due`: worthless once it is due, and swept then. `kept`: stays until its owner or its expiry marker removes it. */
export type Expiry = 'due' | 'kept';

/** Facts of a kind of entries in the operational store, for the engine. */
export interface KindFacts {
  readonly expiry: Expiry;
  /** Whether their values are sealed with the key of their tenant. */
  readonly sealed: boolean;
}

/**
 * The values of each kind, where they stay in clear; null: they are sealed with the key of their tenant. Ids, lists and
 * times of entries are never sealed, so none of them is personal.
 */
export const clearValues = {
  idempotency: 'keyed digests, ids, positions, times, and the response, which is sealed on its own',
  rate: null,
  'refresh-token': null,
  'sign-in-networks': 'keyed digests and times',
  'user-sessions': 'ids',
  'login-code': null,
  'password-token': null,
  'account-mails': 'times',
  'email-links': 'times',
  'passkey-challenge': 'an id of a command',
  'passkey-sign-count': 'a number',
  'client-auth-key': 'ids',
  'client-auth-keys-issued': 'digests of random keys',
  presence: 'a time',
  'workflow-budget': 'ids',
  'workflow-plan': null,
  'workflow-failure': 'an id and a time',
  'mail-quota': 'times',
  effect: null,
  'notification-cause': 'ids of participants, channels and times',
  'webhook-delivery': 'ids, types, status codes and times',
  'webhook-replay': 'ids, types, times and numbers',
  snapshot: null,
  'model-reader': 'versions of read models',
  expiry: 'the kind, the id and the revision of an entry',
  'webhook-queue': 'ids and times',
  'webhook-health': 'times and a number',
  'webhook-asked': 'nothing',
  'webhook-replay-running': 'ids, types, times and numbers',
  timer: null,
  process: 'a position',
  lease: 'an id of a process and times',
  'known-time': 'a time',
  'known-log': 'ids and positions of events',
  'data-key': 'wrapped keys, which open the values that are sealed',
  'log-place': 'ids and positions of events',
  parked: null,
  'parked-event': 'ids and positions of events, and an error',
  'model-task': 'ids of read models and documents, and an outcome',
  signal: 'ids and times',
  'signal-source': 'nothing',
  upgrade: 'a place among entries',
  'asset-upload': 'states, times, a media type, a size and ids of files',
  'blob-check': 'a number of bytes',
  'domain-check': 'a number of look-ups',
  'api-key-use': 'a time',
  'idempotency-of': 'a digest, which is the id of an entry',
  'refused-address': 'nothing',
  'outbox-file': 'an id and a channel',
  'audit-export': null,
  'audit-export-subjects': 'hashes of ids',
  'audit-export-places': 'ids and times',
  erasure: 'a number',
  'erasure-of-part': 'ids',
  'retention-policy': 'an id',
  'log-tree': 'hashes and ids of events, positions, numbers and signed checkpoints',
  'known-tenant': 'a subdomain and a state',
} as const;

export const isSealed = (kind: keyof typeof clearValues): boolean => clearValues[kind] === null;
