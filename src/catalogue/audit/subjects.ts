/** Kinds that are shown as of a moment and compared. */
export const SHOWN_KINDS = [
  'CONVERSATION',
  'MESSAGE',
  'PARTICIPANT',
  'CONVERSATION_TYPE',
  'MESSAGE_TEMPLATE',
  'WORKFLOW',
  'USER',
  'API_KEY',
  'TENANT',
  'DOMAIN',
  'OIDC_CONFIG',
  'SMS_SETTINGS',
  'WEBHOOK_SETTINGS',
] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

/** Kinds of things that events are about. */
export const SUBJECT_KINDS = [...SHOWN_KINDS, 'RETENTION', 'ERASURE', 'AUDIT', 'RESERVATION', 'QUOTA'] as const;
export type AuditSubjectKind = (typeof SUBJECT_KINDS)[number];

/** Describes each kind of actor. */
export const actorTexts = {
  USER: 'A user.',
  CLIENT: 'A client participant.',
  API_KEY: 'An API key.',
  WORKFLOW: 'A workflow.',
  SERVICE: 'The service itself, or its operator.',
} as const;

/** Describes each kind of subject. */
export const subjectTexts: Readonly<Record<AuditSubjectKind, string>> = {
  CONVERSATION: 'A conversation: its data, labels, lock, holds and the end of its messages.',
  MESSAGE: 'A message and its file.',
  PARTICIPANT: 'A participant of a conversation, and what it has read.',
  CONVERSATION_TYPE: 'A conversation type.',
  MESSAGE_TEMPLATE: 'A message template.',
  WORKFLOW: 'A workflow and its runs.',
  USER: 'A user with role, preferences and passkeys.',
  API_KEY: 'An API key.',
  TENANT: 'The tenant.',
  DOMAIN: 'A custom domain, by the app that it is for.',
  OIDC_CONFIG: 'An OIDC provider.',
  SMS_SETTINGS: 'The settings of the SMS provider.',
  WEBHOOK_SETTINGS: 'The endpoint and the types of webhooks.',
  RETENTION: 'A run of retention.',
  ERASURE: 'The progress of an erasure.',
  AUDIT: 'The reads of one reader, or an event that the operator passed over.',
  RESERVATION: 'A name that is unique, as a digest where it is personal.',
  QUOTA: 'The places of a limit.',
};

/**
 * Where an event has an id: its stream's id, the part of it before or behind the first dot, or a member of its data.
 * Members that are sealed say nothing, so none of them is named here.
 */
export type IdSource = 'stream' | 'outer' | 'inner' | `data.${string}`;

export interface SubjectRow {
  readonly kind: AuditSubjectKind;
  readonly id: IdSource;
  /** Left out: the event is of no conversation. */
  readonly conversation?: IdSource;
}

const row = (kind: AuditSubjectKind, id: IdSource = 'stream', conversation?: IdSource): SubjectRow =>
  conversation === undefined ? { kind, id } : { kind, id, conversation };

const conversation = row('CONVERSATION', 'stream', 'stream');
const message = row('MESSAGE', 'data.messageId', 'stream');
const participant = row('PARTICIPANT', 'data.participantId', 'stream');
const owner = row('USER', 'data.userId');
const domain = row('DOMAIN', 'data.domainType');

const resource = (name: string, kind: AuditSubjectKind) =>
  Object.fromEntries([`${name}Created`, `${name}Changed`, `${name}Deleted`].map((type) => [type, row(kind)]));
const reservable = (name: string, kind: AuditSubjectKind) => ({
  ...resource(name, kind),
  [`${name}Reserved`]: row(kind),
  [`${name}Released`]: row(kind),
});

/** The subject of every event type. A spec refuses an event type without one. */
export const auditSubjects: Readonly<Record<string, SubjectRow>> = {
  ConversationOpened: conversation,
  ConversationChanged: conversation,
  ConversationArchived: conversation,
  ConversationLabelled: conversation,
  ConversationLocked: conversation,
  ConversationUnlocked: conversation,
  ConversationLockExpired: conversation,
  LegalHoldPlaced: conversation,
  LegalHoldLifted: conversation,
  ConversationRemoved: conversation,
  ConversationErased: conversation,
  GateWithdrawn: conversation,
  MessagesEnded: conversation,
  MessagesReopened: conversation,
  MessagesClosed: conversation,
  MessagesOpened: conversation,
  MessageGatesRepeated: conversation,
  NotificationsRequested: row('CONVERSATION', 'data.conversationId', 'data.conversationId'),
  MessagePosted: message,
  MessageDeleted: message,
  AssetStatusChanged: message,
  ParticipantJoined: participant,
  ParticipantChanged: participant,
  ParticipantLeft: participant,
  ParticipantErased: participant,
  MessageSeen: row('PARTICIPANT', 'inner', 'outer'),
  ConversationSeen: row('USER', 'inner', 'outer'),
  ...reservable('ConversationType', 'CONVERSATION_TYPE'),
  ...reservable('MessageTemplate', 'MESSAGE_TEMPLATE'),
  ...resource('Workflow', 'WORKFLOW'),
  WorkflowRan: row('WORKFLOW', 'outer', 'data.conversationId'),
  ...resource('User', 'USER'),
  ...resource('UserPreference', 'USER'),
  OwnerAdded: owner,
  OwnerRemoved: owner,
  OwnerDemoted: owner,
  PasskeyRegistered: row('USER'),
  PasskeyRemoved: row('USER'),
  UserErased: owner,
  ...resource('ApiKey', 'API_KEY'),
  ...reservable('Tenant', 'TENANT'),
  TenantErasureAdvanced: row('TENANT'),
  TenantErased: row('TENANT'),
  TenantDomainRequested: domain,
  TenantDomainVerified: domain,
  TenantDomainDeleted: domain,
  ...resource('OidcConfig', 'OIDC_CONFIG'),
  ...resource('SmsSettings', 'SMS_SETTINGS'),
  ...resource('WebhookSettings', 'WEBHOOK_SETTINGS'),
  ...resource('WebhookFeature', 'WEBHOOK_SETTINGS'),
  RetentionRunStarted: row('RETENTION'),
  RetentionRunFinished: row('RETENTION'),
  ErasureAdvanced: row('ERASURE'),
  ErasureCompleted: row('ERASURE'),
  CheckpointSigned: row('AUDIT'),
  AuditRead: row('AUDIT'),
  Reserved: row('RESERVATION'),
  Released: row('RESERVATION'),
  PlaceTaken: row('QUOTA'),
  ParkedSkipped: row('AUDIT', 'data.eventId'),
  PlaceFreed: row('QUOTA'),
};

export const LOGGED_TYPES: readonly string[] = Object.keys(auditSubjects);

/** Events that follow the end of a tenant, so that no read model keeps them. Checkpoints have a list of their own. */
const UNLISTED: readonly string[] = ['CheckpointSigned', 'TenantErasureAdvanced', 'TenantErased'];

/** Types of the events that the audit of a tenant lists. */
export const AUDIT_EVENT_TYPES: readonly string[] = LOGGED_TYPES.filter((type) => !UNLISTED.includes(type));

/** The event types whose subject is of the kind. */
export const typesOfKind = (kind: AuditSubjectKind): readonly string[] =>
  AUDIT_EVENT_TYPES.filter((type) => auditSubjects[type]?.kind === kind);
