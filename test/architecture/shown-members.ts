/**
 * Members of the data of events that answers show, by event type or by the resource of it. Someone has looked at each:
 * a member that is a secret belongs in `src/catalogue/audit/secrets.ts` instead.
 */
export const shownMembers: Readonly<Record<string, string>> = {
  Reserved: 'holder',
  PlaceTaken: 'holder',
  ParkedSkipped: 'eventId model position reason',
  PlaceFreed: 'holder',
  Tenant:
    'colors.client_button colors.client_button_hover colors.client_header colors.client_other_bubble colors.client_other_bubble_text colors.client_own_bubble colors.client_own_bubble_text colors.main_button colors.main_button_hover colors.main_header colors.main_label colors.main_other_bubble colors.main_other_bubble_text colors.main_own_bubble colors.main_own_bubble_text demo.ownerId demo.until name preferredLanguage signIn.passkey signIn.password signIn.sso subdomain suspendedAt tokenExchangeAudience tokenExchangeTrustsEmail tokenExchangeUserinfoUrl userAutoProvisioningDomains workflowFailedTemplate workflowsPaused',
  TenantDomainRequested: 'domain domainType id requestId',
  TenantDomainVerified: 'domainType requestId',
  TenantDomainDeleted: 'domainType',
  OidcConfig: 'authorityUrl clientId scope trustEmail',
  User: 'email firstname formerEmail identities.issuer identities.subject isProvisioned lastname pendingEmail provenEmail role',
  UserPreference: 'preferredConversationTypeId preferredLanguage',
  OwnerAdded: 'revision userId',
  OwnerRemoved: 'userId',
  OwnerDemoted: 'revision userId',
  PasskeyRegistered: 'aaguid isBackupEligible rpId signCount transports userRevision',
  ApiKey: 'expiresAt name scopes',
  ConversationType:
    'dataSchema description displayNameForWorkflows displayNameSharedByUsers headerTemplate listItemTemplate messageTemplates.NOTIFY_PARTICIPANTS_VIA_EMAIL messageTemplates.NOTIFY_PARTICIPANTS_VIA_SMS messageTemplates.REQUEST_LOCATION pushText retentionDays retentionScope sharedReadStatus smsSenderId visitorKey',
  ConversationOpened: 'archived conversationTypeId data.digest data.text data.value description sharedReadStatus',
  ConversationChanged: 'archived conversationTypeId data.digest data.text data.value description gate sharedReadStatus',
  ConversationArchived: 'gate',
  ConversationLabelled: 'labels',
  ConversationLocked: 'by note until',
  ConversationUnlocked: 'by',
  ConversationLockExpired: 'until',
  ConversationRemoved: 'conversationTypeId dueAt runId',
  ConversationErased: 'conversationTypeId',
  GateWithdrawn: 'gate',
  ParticipantJoined: 'displayName email fromSequence kind participantId phoneNumber preferredLanguage unnamed userId',
  ParticipantChanged: 'displayName email participantId phoneNumber preferredLanguage seen unnamed',
  ParticipantLeft: 'gate participantId',
  ParticipantErased: 'kind participantId userId',
  MessageSeen: 'sequence',
  ConversationSeen: 'sequence userId',
  MessagePosted:
    'formattedAddress kind location.accuracy location.language location.latitude location.longitude location.positionedAt location.source messageId participantId seenBy sequence sourceId text',
  MessageDeleted: 'lastSequence media messageId sequence',
  AssetStatusChanged:
    'asset.failure asset.file asset.size asset.status asset.thumbnail asset.type lastSequence messageId sequence',
  MessagesEnded: 'lastAt lastSequence removal.at removal.conversationTypeId removal.days removal.runId removal.scope',
  MessagesReopened: 'lastAt lastSequence',
  MessagesClosed: 'gate lastAt lastSequence participantId',
  MessagesOpened: 'gate lastAt lastSequence',
  MessageGatesRepeated: 'gates.gate gates.participantId lastAt lastSequence',
  MessageTemplate: 'description kind parameters.kind parameters.name parameters.valuePath texts.de texts.en',
  SmsSettings: 'accountSid messageServiceSid phoneNumber username',
  Workflow:
    'conversationTypeId enabled trigger.action.kind trigger.action.templateName trigger.branches.action.kind trigger.branches.action.templateName trigger.branches.condition.children trigger.branches.condition.compareValue trigger.branches.condition.kind trigger.branches.condition.oldValue trigger.branches.condition.operator trigger.branches.condition.target trigger.kind trigger.messageSequence trigger.participantKind',
  WorkflowRan:
    'action.kind action.templateName branch conditions.children.children.children conditions.children.children.compareValue conditions.children.children.held conditions.children.children.kind conditions.children.children.new conditions.children.children.old conditions.children.children.oldValue conditions.children.children.operator conditions.children.children.target conditions.children.compareValue conditions.children.held conditions.children.kind conditions.children.new conditions.children.old conditions.children.oldValue conditions.children.operator conditions.children.target conditions.compareValue conditions.held conditions.kind conditions.new conditions.old conditions.oldValue conditions.operator conditions.target conversationId effectId error eventId eventPosition missing runId status',
  NotificationsRequested:
    'conversationId dataAt earlier notifications.channel notifications.id notifications.participantId resendOf runId templateName workflowId',
  WebhookSettings: 'disabledAt disabledReason enabled endpointUrl old.until',
  WebhookFeature: 'enabled',
  UserErased: 'userId',
  ErasureAdvanced: 'participantId ranges.from ranges.stream ranges.to through.category through.version',
  ErasureCompleted: 'completedAt events signature',
  RetentionRunStarted: 'conversationTypeId days scope',
  CheckpointSigned: 'note',
  AuditRead: 'call count filters from to',
};
