interface Retained {
  /** Event from which the time counts. */
  readonly since: string;
  /** Time that it is kept, which the services read here; `kept` says it in words. */
  readonly days?: number;
  readonly hours?: number;
  readonly seconds?: number;
  /** Days after which it ends, however often it is renewed. */
  readonly mostDays?: number;
  readonly kept: string;
}

interface Bounded {
  /** Kept until its owner removes it; the reason why it does not grow for ever. */
  readonly bounded: string;
  readonly days?: number;
  readonly seconds?: number;
}

export type Retention = Retained | Bounded;

/** How long each kind of entry of the operational store is kept. The expiry sweeper removes what is over its time. */
export const operationalRetention = {
  idempotency: { since: 'the first request with the key', hours: 24, kept: '24 hours, or IDEMPOTENCY_HOURS' },
  rate: { since: 'the start of the counted window', seconds: 120, kept: '120 seconds' },
  'refresh-token': {
    since: 'the last refresh',
    days: 14,
    mostDays: 60,
    kept: '14 days, at most 60 days after the sign-in',
  },
  'user-sessions': { since: 'the last sign-in or end of a session', days: 60, kept: '60 days' },
  'password-token': { since: 'the issue', hours: 1, days: 7, kept: '1 hour, or 7 days for an invitation' },
  'passkey-challenge': { since: 'its use', seconds: 300, kept: '300 seconds, as long as a challenge is good' },
  'passkey-sign-count': { since: 'the last sign-in with the passkey', days: 400, kept: '400 days' },
  'client-auth-key': { since: 'the issue of the key', days: 7, kept: '7 days' },
  'client-auth-keys-issued': { since: 'the issue of the newest key', days: 7, kept: '7 days' },
  presence: { since: 'the last activity', days: 1, kept: '1 day' },
  'workflow-budget': { since: 'the last effect of the root cause', days: 7, kept: '7 days' },
  'workflow-plan': { since: 'the plan of the runs', days: 7, kept: '7 days, or until the runs are done' },
  effect: {
    since: 'its outcome',
    days: 90,
    kept: '90 days, 1 day for a password reset; an effect without an outcome stays until it has one',
  },
  'notification-cause': { since: 'the decision', days: 120, kept: '120 days, longer than the effects it decided' },
  'webhook-delivery': { since: 'the last attempt', days: 30, kept: '30 days; a pending delivery stays until it ends' },
  'webhook-replay': { since: 'the end of the replay', days: 30, kept: '30 days' },
  snapshot: {
    since: 'the last snapshot of the stream',
    days: 30,
    kept: '30 days; a stream without one is folded from its start',
  },
  'model-reader': { since: 'the last renewal', seconds: 40, kept: '40 seconds' },
  expiry: { since: 'the outcome of the entry it names', kept: 'as long as that entry' },
  'webhook-queue': { bounded: 'removed with the delivery' },
  'webhook-head': { bounded: 'one a conversation in which a delivery waits, removed when it is attempted' },
  'webhook-health': { bounded: 'one a tenant' },
  'webhook-busy': {
    bounded: 'one a tenant, removed 30 days after the last delivery that was put into its queues, once they are empty',
    days: 30,
  },
  'webhook-asked': { bounded: 'one a tenant, removed when it is answered' },
  'webhook-replay-running': { bounded: 'one a tenant, removed when it ends' },
  timer: { bounded: 'removed when it has fired' },
  process: { bounded: 'one a subscriber' },
  lease: { bounded: 'one a role' },
  'log-place': { bounded: 'one a log' },
  parked: { bounded: 'one a document, removed when a start can fold it' },
  signal: { seconds: 10, bounded: '10 seconds, then the sender of signals removes it' },
  'signal-source': { seconds: 30, bounded: '30 seconds after the last signal of a process, one a process' },
  upgrade: { bounded: 'one an upgrade of entries' },
  'asset-upload': { bounded: 'one a media message, removed when its upload URL has expired and nothing is left to do' },
  'domain-check': { bounded: 'one a requested domain, removed when it is verified or deleted' },
  'api-key-use': { bounded: 'one an API key' },
} as const satisfies Readonly<Record<string, Retention>>;

export type OperationalKind = keyof typeof operationalRetention;

/** Rows that are kept elsewhere. */
export const storedRetention = {
  events: { bounded: 'the log keeps every event; erasure and retention policies end what they name' },
  readModels: { bounded: 'a document lives as long as what it shows; a rebuild makes it anew from the log' },
  workflowRuns: { bounded: 'one a firing, made from the log; it goes with the read model' },
  tombstones: { since: 'the removal of the document', days: 1, kept: '1 day (MongoDB); SQLite keeps none' },
} as const satisfies Readonly<Record<string, Retention>>;

/** `due`: worthless once it is due, and swept then. `kept`: stays until its owner or its expiry marker removes it. */
export type Expiry = 'due' | 'kept';

/** Kinds whose `due` says when they are handled next; a marker of kind `expiry` ends them. */
const MARKED: readonly OperationalKind[] = ['effect', 'expiry'];

export const expiryOf = (kind: OperationalKind): Expiry =>
  'since' in operationalRetention[kind] && !MARKED.includes(kind) ? 'due' : 'kept';

/** The declaration of kinds in a manifest. */
export const retained = <K extends OperationalKind>(...kinds: readonly K[]): Readonly<Record<K, Expiry>> =>
  Object.fromEntries(kinds.map((kind) => [kind, expiryOf(kind)])) as Record<K, Expiry>;
