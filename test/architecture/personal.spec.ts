import { describe, expect, test } from 'vitest';
import { manifests } from '../../src/composition/registry.js';

const user = [
  'user',
  'email',
  'provenEmail',
  'pendingEmail',
  'formerEmail',
  'firstname',
  'lastname',
  'passwordHash',
  'identities',
] as const;

/**
 * Every event type with the subject whose key seals it and the members that are sealed. A new event type is added here
 * once it is decided which of its members are personal: texts, names, addresses, numbers, languages, labels and notes.
 */
const decided: Readonly<Record<string, readonly [subject: string, ...personal: readonly string[]]>> = {
  CheckpointSigned: ['tenant'],
  AuditRead: ['tenant'],
  Reserved: ['tenant'],
  Released: ['tenant'],
  PlaceTaken: ['tenant'],
  PlaceFreed: ['tenant'],
  ParkedSkipped: ['tenant'],
  TenantCreated: ['tenant', 'name'],
  TenantChanged: ['tenant', 'name'],
  TenantDeleted: ['tenant'],
  TenantReserved: ['tenant'],
  TenantReleased: ['tenant'],
  TenantErasureAdvanced: ['tenant'],
  TenantErased: ['tenant'],
  TenantDomainRequested: ['tenant'],
  TenantDomainVerified: ['tenant'],
  TenantDomainDeleted: ['tenant'],
  OidcConfigCreated: ['tenant'],
  OidcConfigChanged: ['tenant'],
  OidcConfigDeleted: ['tenant'],
  UserCreated: user,
  UserChanged: user,
  UserDeleted: ['user'],
  UserPreferenceCreated: ['user', 'preferredConversationTypeId', 'preferredLanguage'],
  UserPreferenceChanged: ['user', 'preferredConversationTypeId', 'preferredLanguage'],
  UserPreferenceDeleted: ['user'],
  OwnerAdded: ['tenant'],
  OwnerRemoved: ['tenant'],
  OwnerDemoted: ['tenant'],
  PasskeyRegistered: ['user', 'credentialId', 'publicKey', 'aaguid', 'transports'],
  PasskeyRemoved: ['user', 'credentialId'],
  ApiKeyCreated: ['tenant', 'name'],
  ApiKeyChanged: ['tenant', 'name'],
  ApiKeyDeleted: ['tenant'],
  ConversationTypeCreated: ['tenant', 'displayNameSharedByUsers', 'displayNameForWorkflows'],
  ConversationTypeChanged: ['tenant', 'displayNameSharedByUsers', 'displayNameForWorkflows'],
  ConversationTypeDeleted: ['tenant'],
  ConversationTypeReserved: ['tenant'],
  ConversationTypeReleased: ['tenant'],
  ConversationOpened: ['conversation', 'description', 'data.value', 'data.text'],
  ConversationChanged: ['conversation', 'description', 'data.value', 'data.text'],
  ConversationArchived: ['conversation'],
  ConversationLabelled: ['conversation', 'labels'],
  ConversationLocked: ['conversation', 'note'],
  ConversationUnlocked: ['conversation'],
  ConversationLockExpired: ['conversation'],
  LegalHoldPlaced: ['conversation'],
  LegalHoldLifted: ['conversation'],
  ConversationRemoved: ['conversation'],
  ConversationErased: ['conversation'],
  ParticipantErased: ['participant'],
  GateWithdrawn: ['conversation'],
  ParticipantJoined: ['participant', 'displayName', 'email', 'phoneNumber', 'preferredLanguage'],
  ParticipantChanged: ['participant', 'displayName', 'email', 'phoneNumber', 'preferredLanguage'],
  ParticipantLeft: ['participant'],
  MessageSeen: ['participant'],
  ConversationSeen: ['user'],
  MessagePosted: ['message', 'text', 'location', 'formattedAddress'],
  MessageDeleted: ['conversation'],
  AssetStatusChanged: ['conversation'],
  MessagesEnded: ['conversation'],
  MessagesReopened: ['conversation'],
  MessagesClosed: ['conversation'],
  MessagesOpened: ['conversation'],
  MessageGatesRepeated: ['conversation'],
  MessageTemplateCreated: ['tenant'],
  MessageTemplateChanged: ['tenant'],
  MessageTemplateDeleted: ['tenant'],
  MessageTemplateReserved: ['tenant'],
  MessageTemplateReleased: ['tenant'],
  SmsSettingsCreated: ['tenant', 'phoneNumber'],
  SmsSettingsChanged: ['tenant', 'phoneNumber'],
  SmsSettingsDeleted: ['tenant'],
  WorkflowCreated: ['tenant', 'trigger'],
  WorkflowChanged: ['tenant', 'trigger'],
  WorkflowDeleted: ['tenant'],
  WorkflowRan: ['conversation', 'conditions'],
  NotificationsRequested: ['conversation'],
  WebhookSettingsCreated: ['tenant', 'endpointUrl'],
  WebhookSettingsChanged: ['tenant', 'endpointUrl'],
  WebhookSettingsDeleted: ['tenant'],
  WebhookFeatureCreated: ['tenant'],
  WebhookFeatureChanged: ['tenant'],
  WebhookFeatureDeleted: ['tenant'],
  UserErased: ['user'],
  ErasureAdvanced: ['tenant'],
  ErasureCompleted: ['tenant'],
  RetentionRunStarted: ['tenant'],
  RetentionRunFinished: ['tenant'],
};

const declared = manifests.flatMap(({ events = {} }) => Object.entries(events));
describe('what an event says about people', () => {
  test('is decided for every event type', () =>
    expect(Object.fromEntries(declared.map(([type, { subject, personal }]) => [type, [subject, ...personal]]))).toEqual(
      decided,
    ));

  test('is sealed with a key that ends with the conversation, where it is about one', () => {
    const about = declared.filter(([type]) =>
      /^(Conversation(?!Type)|Participant|Message(?!Template)|Asset)/.test(type),
    );
    expect(about.length).toBeGreaterThan(15);
    for (const [type, { subject }] of about) expect([type, subject]).not.toEqual([type, 'tenant']);
  });

  test('is sealed with a key that ends with the user, where it is about one', () => {
    const about = declared.filter(([type]) => /^(User|Passkey)/.test(type));
    for (const [type, { subject }] of about) expect([type, subject]).toEqual([type, 'user']);
  });

  test('ends its key with the deletion of a message', () => {
    const ending = declared.filter(([, { ends }]) => ends).map(([type]) => type);
    expect(ending).toContain('MessageDeleted');
    const [, { ends } = {}] = declared.find(([type]) => type === 'MessageDeleted') ?? [];
    const ended = [{ kind: 'message', conversationId: 'talk', sequence: 3 }];
    expect(ends?.({ messageId: 'm', sequence: 3, lastSequence: 9 } as never, 'talk')).toEqual(ended);
  });
});
