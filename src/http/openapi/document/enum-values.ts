import { assetFailures } from '../../../catalogue/assets.js';
import { fieldErrors } from '../../../catalogue/error-texts/field-errors.js';
import { rejections } from '../../../catalogue/errors/rejections.js';
import { messageKindTexts } from '../../../catalogue/message-kinds.js';
import { apiKeyScopes } from '../../../catalogue/permissions/permissions.js';
import { socketTypes } from '../../../catalogue/socket-types.js';
import { TEST_TYPE, webhookTypes } from '../../../catalogue/webhook-types.js';
import { auditEnums } from './audit-enums.js';

/** Description of an enum and of each of its values. */
export interface EnumEntry {
  readonly description: string;
  readonly values: Readonly<Record<string, string>>;
  /** The values have documentation of their own: the description does not list them. */
  readonly isLong?: true;
}

const mapped = <T>(table: Readonly<Record<string, T>>, text: (entry: T) => string) =>
  Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, text(entry)]));

const operationOf = (scope: string): string => scope.replaceAll(/[.-]/g, '_');

const created = 'By the time of creation.';
const updated = 'By the time of the last change.';

/** The named enums of the document. */
export const enumValues: Readonly<Record<string, EnumEntry>> = {
  ...auditEnums,
  ApiKeyScope: {
    description: 'Call that an API key may make. `x-scope` of each operation has the same name.',
    values: Object.fromEntries(apiKeyScopes.map((scope) => [scope, `Operation \`${operationOf(scope)}\`.`])),
    isLong: true,
  },
  AssetFailure: { description: 'Reason why an upload failed.', values: assetFailures },
  AssetStatus: {
    description: 'Status of the file of a message.',
    values: {
      UPLOAD_PENDING: 'The file is not uploaded yet. `upload_url` takes it.',
      COMPRESSION_STARTED: 'The file is uploaded and is being processed.',
      UPLOAD_COMPLETED: 'The file can be downloaded.',
      UPLOAD_COMPLETED_MISSING: 'The file was uploaded and is lost.',
      UPLOAD_FAILED: 'The upload failed for the reason in `failure`. The status is final.',
      UNKNOWN: 'The status is not known.',
    },
  },
  AuthenticatorAttachment: {
    description: 'How the authenticator is attached (WebAuthn).',
    values: { platform: 'It is part of the device.', 'cross-platform': 'It can be used with several devices.' },
  },
  CompoundOperator: {
    description: 'How a node combines its children.',
    values: {
      AND: 'Every child is met.',
      OR: 'At least one child is met.',
      NOT: 'The only child is not met.',
    },
  },
  ConversationInclude: {
    description: 'Field that a response contains only on request.',
    values: {
      PARTICIPANTS: '`participants`.',
      CONVERSATION_TYPE: '`conversation_type`.',
      LIST_ITEM_TEMPLATE_DATA: '`template_data.list_item_template`.',
      CLIENT_HEADER_TEMPLATE_DATA: '`template_data.client_header_template`.',
      CONVERSATION_DATA: '`conversation_data`.',
      CURRENT_USER_READ_STATUS: '`read_status`. API keys have none.',
      CLIENT_PARTICIPANT_FRONTEND_URL: '`client_frontend_urls`.',
      LAST_MESSAGE: '`last_message`. Absent without a message.',
    },
  },
  ConversationOrder: { description: 'Order of conversations.', values: { created_at: created, updated_at: updated } },
  DomainStatus: {
    description: 'Status of a domain.',
    values: {
      REQUESTED: 'The DNS record that proves the domain was not found yet.',
      CREATED: 'The domain is proven and in use.',
    },
  },
  DomainType: {
    description: 'App that a domain serves.',
    values: { MAIN: 'The main app, for users.', CLIENT: 'The client app, for clients.' },
  },
  ErrorCode: {
    description: 'Code of the error catalogue. Each code has a page at `/docs/api/errors/<code>`.',
    values: mapped(rejections, ({ cause }) => cause),
    isLong: true,
  },
  FieldErrorCode: {
    description: 'Code of an error of a single value. `{…}` is a field of `details`.',
    values: mapped(fieldErrors, ({ en }) => en),
    isLong: true,
  },
  FrameType: {
    description: 'Type of a frame.',
    values: mapped(socketTypes.publications, (meaning) => `${meaning}.`),
  },
  Language: { description: 'Language (ISO 639-1).', values: { en: 'English.', de: 'German.' } },
  LeafOperator: {
    description: 'How a node tests the value at its path.',
    values: {
      EQUALS: 'The value after the event equals `compare_value`. Objects are compared without regard to key order.',
      CHANGED_FROM_TO: 'The event changed the value from `old_value` to `compare_value`.',
      CHANGED: 'The event changed the value. A value that appears or disappears is changed.',
      EXISTS: 'The value is present after the event. `null` is present.',
      NOT_EXISTS: 'The value is absent after the event.',
    },
  },
  MessageKind: { description: 'Kind of a message.', values: messageKindTexts },
  LocationSource: {
    description: 'Origin of a location.',
    values: { MANUAL: 'A person entered it.', GPS: 'A device measured it.' },
  },
  MessageOrder: {
    description: 'Order of messages.',
    values: { sequence: 'By the number in the conversation.', created_at: created, updated_at: updated },
  },
  MessageTemplateInclude: {
    description: 'Field that a list contains only on request.',
    values: { TEXTS: '`texts`.', PARAMETERS: '`parameters`.' },
  },
  MessageTemplateKind: {
    description: 'Kind of the message that a template produces.',
    values: { TEXT: 'A text.', REQUEST_LOCATION: 'A text that requests a location from the client.' },
  },
  MessageTemplateOrder: {
    description: 'Order of message templates.',
    values: { name: 'By name.', created_at: created, updated_at: updated },
  },
  NotificationChannel: {
    description: 'Channel of a notification.',
    values: { SMS: 'SMS to `phone_number`.', EMAIL: 'E-mail to `email`.' },
  },
  ErasureKind: {
    description: 'Kind of the subject of an erasure.',
    values: {
      CONVERSATION: 'A conversation, with its messages and participants.',
      PARTICIPANT: 'A participant, with the content of their messages.',
      USER: 'A user, with each of their participants.',
      RETENTION: 'A conversation that its retention policy removed.',
      MESSAGE: 'A message that was deleted.',
    },
  },
  NotificationStatus: {
    description: 'Status of a notification.',
    values: {
      QUEUED: 'It waits to be sent.',
      SENT: 'The SMS provider or mail server has accepted it.',
      SUPPRESSED: 'It is not sent: the participant has no address for the channel, or is not a client.',
      FAILED: 'It was not accepted. It can be sent again on request.',
      UNKNOWN: 'It may have been sent. It is sent again only on request.',
    },
  },
  OAuthErrorCode: {
    description: 'OAuth error code (RFC 6749, section 5.2).',
    values: {
      invalid_request: 'The request lacks a parameter or has a wrong one.',
      invalid_grant: 'The e-mail address, password, code or token is wrong, used or expired.',
      unsupported_grant_type: 'The grant type is not supported.',
      temporarily_unavailable: 'Too many requests, or a part of the service is unavailable. Retry later.',
      server_error: 'The service failed unexpectedly.',
    },
  },
  ParticipantKind: {
    description: 'Kind of a participant.',
    values: {
      USER: 'A user of the tenant.',
      CLIENT: 'An external person.',
      SHARED: 'The read status that all users of the conversation share. The service manages it.',
      WORKFLOW: 'The author of messages of workflows. The service manages it.',
    },
  },
  PreferenceLanguage: { description: 'Language, in upper case.', values: { EN: 'English.', DE: 'German.' } },
  RetentionPolicyScope: {
    description: 'Conversations that retention removes, and the start of their days.',
    values: {
      ARCHIVED: 'Archived conversations. The days count from archiving.',
      ALL: 'All conversations. The days count from `updated_at`.',
    },
  },
  SortOrder: { description: 'Direction of an order.', values: { ASC: 'Smallest first.', DESC: 'Greatest first.' } },
  TemplateParameterKind: {
    description: 'Source of the value of a parameter.',
    values: {
      CURRENT_TIMESTAMP: 'The time of rendering, RFC 3339 in UTC.',
      CONVERSATION_DATA: 'The value at `value_path` in the data of the conversation.',
      APP_URL: 'The client URL for a client, otherwise the page of the conversation in the main app.',
      WORKFLOW_ID: 'The id of the workflow that runs, otherwise empty.',
      ERROR: 'The failure that caused the text to be sent, otherwise empty.',
    },
  },
  UserRole: {
    description: 'Role of a user.',
    values: { OWNER: 'Administers the tenant and works in conversations.', USER: 'Works in conversations.' },
  },
  WebhookAttemptError: {
    description: 'Failure of an attempt to deliver.',
    values: {
      timeout: 'No response within 15 seconds.',
      refused: 'The connection was refused, or the address is not allowed.',
      dns_failed: 'The host name cannot be resolved.',
      tls_failed: 'The TLS connection failed, for example because of its certificate.',
      reset: 'The connection ended before the response, or the response is not HTTP.',
      too_long: 'The headers of the response are too long.',
      redirect: 'The response is a redirect. Redirects are not followed.',
      status: 'The response has another status than 2xx.',
    },
  },
  WebhookDeliveryStatus: {
    description: 'Status of a delivery.',
    values: {
      PENDING: 'It waits for its first or next attempt.',
      DELIVERED: 'The endpoint returned 2xx.',
      FAILED: 'Every attempt failed. It can be sent again on request.',
      CANCELLED: 'The endpoint was disabled, or the webhook type was switched off, before the delivery.',
    },
  },
  WebhookDeliveryType: {
    description: 'Type of a delivery.',
    values: { ...webhookTypes, [TEST_TYPE]: 'A test was requested.' },
  },
  WebhookReplayStatus: {
    description: 'Status of a replay.',
    values: {
      RUNNING: 'Deliveries are being planned.',
      DONE: 'All deliveries of the range are planned.',
      CANCELLED: 'The replay was cancelled. Deliveries that were planned before are sent.',
    },
  },
  WebhookType: { description: 'Type of a webhook and of an event.', values: webhookTypes },
  WorkflowActionKind: {
    description: 'Action of a workflow.',
    values: {
      NOTIFY_PARTICIPANTS: 'Notifies every client except the cause of the event, by SMS and e-mail.',
      SEND_MESSAGE: 'Posts a message to the conversation.',
    },
  },
  WorkflowOrder: {
    description: 'Order of workflows.',
    values: { created_at: created, updated_at: updated, id: 'By id.' },
  },
  WorkflowRunStatus: {
    description: 'Result of a run.',
    values: { DONE: 'The action was carried out.', FAILED: 'The action failed. `error` has the cause.' },
  },
};
