import { type Expiry, isSealed, type KindFacts } from './operational/kind-facts.js';

/**
 * The subject whose erasure removes it. `conversation`, `user`: an eraser of a manifest removes it, also with a participant
 * of the conversation. `read-model`: the projector removes it with its document. `never`: it holds nothing of them but
 * ids, times and numbers.
 */
export type ErasedWith = 'conversation' | 'user' | 'read-model' | 'never';

interface Retained {
  readonly erasedWith: ErasedWith;
  /** Event from which the time counts. */
  readonly since: string;
  /** Time that it is kept, which the services read here; `kept` says it in words. */
  readonly days?: number;
  readonly hours?: number;
  readonly seconds?: number;
  /** Days after which it ends, even if it is renewed. */
  readonly mostDays?: number;
  readonly kept: string;
}

interface Bounded {
  readonly erasedWith: ErasedWith;
  /** Kept until its owner removes it; the reason why it stays bounded. */
  readonly bounded: string;
  readonly days?: number;
  readonly seconds?: number;
}

export type Retention = Retained | Bounded;

/** How long each kind of entry of the operational store is kept. The expiry sweeper removes what is over its time. */
export const operationalRetention = {
  idempotency: {
    erasedWith: 'conversation',
    since: 'the first request with the key',
    hours: 24,
    kept: '24 hours, or IDEMPOTENCY_HOURS',
  },
  rate: { erasedWith: 'never', since: 'the last exchange of the process', seconds: 10, kept: '10 seconds' },
  'refresh-token': {
    erasedWith: 'user',
    since: 'the last refresh',
    days: 14,
    mostDays: 60,
    kept: '14 days, at most 60 days after the sign-in',
  },
  'sign-in-networks': {
    erasedWith: 'never',
    since: 'the last sign-in',
    days: 90,
    kept: '90 days, as keyed digests of e-mail and client addresses',
  },
  'user-sessions': { erasedWith: 'user', since: 'the last sign-in or end of a session', days: 60, kept: '60 days' },
  'login-code': { erasedWith: 'user', since: 'the sign-up', seconds: 60, kept: '60 seconds, or until its use' },
  'password-token': {
    erasedWith: 'user',
    since: 'the issue',
    hours: 1,
    days: 7,
    kept: '1 hour, or 7 days for an invitation',
  },
  'account-mails': { erasedWith: 'user', since: 'the last such mail to the user', hours: 1, kept: '1 hour' },
  'email-links': { erasedWith: 'user', since: 'the last mail with such a link', hours: 1, kept: '1 hour' },
  'passkey-challenge': {
    erasedWith: 'never',
    since: 'its use',
    seconds: 300,
    kept: '300 seconds, as long as a challenge is good',
  },
  'passkey-sign-count': {
    erasedWith: 'user',
    since: 'the last sign-in with the passkey',
    days: 400,
    kept: '400 days',
  },
  'client-auth-key': { erasedWith: 'conversation', since: 'the issue of the key', days: 7, kept: '7 days' },
  'client-auth-keys-issued': {
    erasedWith: 'conversation',
    since: 'the issue of the newest key',
    days: 7,
    kept: '7 days',
  },
  presence: { erasedWith: 'conversation', since: 'the last activity', days: 1, kept: '1 day' },
  'workflow-budget': { erasedWith: 'never', since: 'the last effect of the root cause', days: 7, kept: '7 days' },
  'workflow-plan': {
    erasedWith: 'never',
    since: 'the plan of the runs',
    days: 7,
    kept: '7 days, or until the runs are done',
  },
  'workflow-failure': {
    erasedWith: 'never',
    since: 'the mail about a failed run of the workflow',
    hours: 1,
    kept: '1 hour',
  },
  'mail-quota': { erasedWith: 'never', since: 'the last mail', days: 1, kept: '1 day' },
  effect: {
    erasedWith: 'conversation',
    since: 'its outcome',
    days: 90,
    kept: '90 days, 1 day for a password reset; an effect without an outcome stays until it has one',
  },
  'notification-cause': {
    erasedWith: 'conversation',
    since: 'the decision',
    days: 120,
    kept: '120 days, longer than the effects it decided',
  },
  'webhook-delivery': {
    erasedWith: 'conversation',
    since: 'the last attempt',
    days: 30,
    kept: '30 days; a pending delivery stays until it ends',
  },
  'webhook-replay': { erasedWith: 'never', since: 'the end of the replay', days: 30, kept: '30 days' },
  snapshot: {
    erasedWith: 'conversation',
    since: 'the last snapshot of the stream',
    days: 30,
    kept: '30 days; a stream without one is folded from its start',
  },
  'model-reader': { erasedWith: 'never', since: 'the last renewal', seconds: 40, kept: '40 seconds' },
  'model-task': { erasedWith: 'never', since: 'the command', hours: 1, kept: '1 hour' },
  expiry: { erasedWith: 'conversation', since: 'the outcome of the entry it names', kept: 'as long as that entry' },
  'webhook-queue': { erasedWith: 'conversation', bounded: 'removed with the delivery' },
  'webhook-health': { erasedWith: 'never', bounded: 'one a tenant' },
  'webhook-asked': { erasedWith: 'never', bounded: 'one a tenant, removed when it is answered' },
  'webhook-replay-running': { erasedWith: 'never', bounded: 'one a tenant, removed when it ends' },
  timer: { erasedWith: 'never', bounded: 'removed when it has fired' },
  process: { erasedWith: 'never', bounded: 'one a subscriber' },
  lease: { erasedWith: 'never', bounded: 'one a role' },
  'known-time': { erasedWith: 'never', bounded: 'one a deployment' },
  'known-tenant': { erasedWith: 'never', bounded: 'one a tenant, also a deleted one, with its subdomain' },
  'known-log': { erasedWith: 'never', bounded: 'one a deployment' },
  'data-key': {
    erasedWith: 'never',
    bounded:
      'one a tenant, a user, a conversation, a participant and a part of its messages; erasure takes the key and leaves a mark',
  },
  'log-tree': { erasedWith: 'never', bounded: 'about 64 bytes an event, as long as the log has the event' },
  'log-place': { erasedWith: 'never', bounded: 'one a log' },
  parked: { erasedWith: 'read-model', bounded: 'one a document, removed when it can be folded or is skipped' },
  'parked-event': { erasedWith: 'never', bounded: 'one a damaged event, at most 10,000, removed when it is skipped' },
  signal: { erasedWith: 'never', seconds: 10, bounded: '10 seconds, then the sender of signals removes it' },
  'signal-source': {
    erasedWith: 'never',
    seconds: 30,
    bounded: '30 seconds after the last signal of a process, one a process',
  },
  upgrade: { erasedWith: 'never', bounded: 'one an upgrade of entries' },
  'asset-upload': {
    erasedWith: 'conversation',
    bounded: 'one a media message, removed when its upload URL has expired and nothing is left to do',
  },
  'blob-check': {
    erasedWith: 'never',
    bounded: 'one a value of conversation_data over 128 KiB, removed with the first check after an hour',
  },
  'domain-check': { erasedWith: 'never', bounded: 'one a requested domain, removed when it is verified or deleted' },
  'api-key-use': { erasedWith: 'never', bounded: 'one an API key' },
  'idempotency-of': {
    erasedWith: 'conversation',
    since: 'the first request with the key',
    kept: 'as long as the answer it names',
  },
  'refused-address': {
    erasedWith: 'conversation',
    bounded:
      'one an address of a participant that refuses mails, and one a number that refuses SMS, as a keyed digest that stays',
  },
  'outbox-file': { erasedWith: 'conversation', bounded: 'one a file in the outbox folder, removed with it' },
  'audit-export': {
    erasedWith: 'conversation',
    days: 7,
    bounded: '7 days, at most 100 a tenant; removed with its file, also when a subject in it is erased',
  },
  'audit-export-subjects': { erasedWith: 'conversation', bounded: 'one an export, removed with it' },
  'audit-export-places': { erasedWith: 'never', bounded: 'one a tenant, with at most 100 ids' },
  erasure: { erasedWith: 'never', bounded: 'one a conversation that is being erased' },
  'erasure-of-part': { erasedWith: 'never', bounded: 'one a participant, user or message that is being erased' },
  'retention-policy': { erasedWith: 'never', bounded: 'one a conversation type with a retention policy' },
} as const satisfies Readonly<Record<string, Retention>>;

export type OperationalKind = keyof typeof operationalRetention;

/** Rows that are kept elsewhere. */
export const storedRetention = {
  events: {
    erasedWith: 'never',
    bounded: 'the log keeps every event; erasure and retention policies end what they name',
  },
  readModels: {
    erasedWith: 'read-model',
    bounded: 'a document lives as long as what it shows; a rebuild makes it again from the log',
  },
  workflowRuns: {
    erasedWith: 'conversation',
    bounded: 'one a firing, kept as long as its conversation, whose removal or retention removes it',
  },
  tombstones: {
    erasedWith: 'never',
    since: 'the removal of the document',
    days: 1,
    kept: '1 day (MongoDB); SQLite keeps none',
  },
  assetFiles: { erasedWith: 'conversation', bounded: 'kept as long as their message, whose deletion removes them' },
  auditExportFiles: { erasedWith: 'conversation', bounded: 'sealed, and removed with their export after 7 days' },
  blobs: { erasedWith: 'conversation', bounded: 'kept as long as an event names it' },
  outboxFiles: { erasedWith: 'conversation', bounded: 'kept until its conversation is removed' },
} as const satisfies Readonly<Record<string, Retention>>;

/** Data that is erased with its subject, in addition to its documents in the read models. */
export type ErasedPlace = OperationalKind | keyof typeof storedRetention;

/** Kinds whose `due` says when they are handled next; a marker of kind `expiry` ends them. */
const MARKED: readonly OperationalKind[] = ['effect', 'expiry'];

export const expiryOf = (kind: OperationalKind): Expiry =>
  'since' in operationalRetention[kind] && !MARKED.includes(kind) ? 'due' : 'kept';

const factsOf = (kind: OperationalKind): KindFacts => ({ expiry: expiryOf(kind), sealed: isSealed(kind) });

/** The declaration of kinds in a manifest. */
export const retained = <K extends OperationalKind>(...kinds: readonly K[]): Readonly<Record<K, KindFacts>> =>
  Object.fromEntries(kinds.map((kind) => [kind, factsOf(kind)])) as Record<K, KindFacts>;
