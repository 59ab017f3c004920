import { apiKeys } from '../../projections/api-key/projection.js';
import { conversationData } from '../../projections/conversation-data/projection.js';
import { conversationList } from '../../projections/conversation-list/projection.js';
import { conversationTypes } from '../../projections/conversation-type/projection.js';
import { messageLog } from '../../projections/message-log/projection.js';
import { messageTemplates } from '../../projections/message-template/projection.js';
import { participantRoster } from '../../projections/participant-roster/projection.js';
import { smsSettings as smsSettingsModel } from '../../projections/sms-settings/projection.js';
import { tenants } from '../../projections/tenant/projection.js';
import { users } from '../../projections/user/projection.js';
import { webhookFeatures } from '../../projections/webhook-feature/projection.js';
import { webhookSettingsModel } from '../../projections/webhook-settings/projection.js';
import { workflows } from '../../projections/workflow/projection.js';
import { workflowRuns } from '../../projections/workflow-run/projection.js';
import type { Vocabulary } from '../engine/log/codec.js';
import type { Decider } from '../kernel/decider.js';
import type { Event } from '../kernel/event.js';
import type { Process } from '../kernel/process.js';
import type { AnyProjection } from '../kernel/projection.js';
import { reservationEventTypes } from '../kernel/reservation.js';
import { apiKey } from '../modules/api-key/domain/api-key.resource.js';
import { conversationDecider } from '../modules/conversation/domain/conversation.decider.js';
import { conversationEventTypes } from '../modules/conversation/domain/conversation.events.js';
import { lockExpiry } from '../modules/conversation/domain/conversation.process.js';
import { conversationType } from '../modules/conversation-type/domain/conversation-type.resource.js';
import { messageEventTypes } from '../modules/message/domain/message.events.js';
import { messageTemplate } from '../modules/message-template/domain/message-template.resource.js';
import { participantEventTypes } from '../modules/participant/domain/participant.events.js';
import { smsSettings } from '../modules/sms/domain/sms-settings.resource.js';
import { tenant } from '../modules/tenant/domain/tenant.resource.js';
import { ownerDecider } from '../modules/user/domain/owner.decider.js';
import { ownerEventTypes } from '../modules/user/domain/owner.events.js';
import { ownerProcess } from '../modules/user/domain/owner.process.js';
import { user } from '../modules/user/domain/user.resource.js';
import { webhookFeature, webhookSettings } from '../modules/webhook/domain/webhook.resource.js';
import { workflowEventTypes } from '../modules/workflow/domain/workflow.events.js';
import { workflow } from '../modules/workflow/domain/workflow.resource.js';

/** Every event type there is, with the schema version it is written in. A type that is missing here cannot be written. */
export const vocabulary: Vocabulary = {
  types: {
    ...conversationType.eventTypes,
    ...conversationEventTypes,
    ...participantEventTypes,
    ...messageEventTypes,
    ...reservationEventTypes,
    ...tenant.eventTypes,
    ...user.eventTypes,
    ...ownerEventTypes,
    ...apiKey.eventTypes,
    ...smsSettings.eventTypes,
    ...webhookSettings.eventTypes,
    ...webhookFeature.eventTypes,
    ...workflow.eventTypes,
    ...workflowEventTypes,
    ...messageTemplate.eventTypes,
  },
  upcasters: {},
};

/** Every read model. */
export const projections: readonly AnyProjection[] = [
  conversationTypes,
  conversationList,
  conversationData,
  participantRoster,
  messageLog,
  tenants,
  users,
  apiKeys,
  smsSettingsModel,
  webhookSettingsModel,
  webhookFeatures,
  workflows,
  workflowRuns,
  messageTemplates,
];

/** Every process manager, and the deciders their commands go to. */
export const processes: readonly Process<Event>[] = [lockExpiry as Process<Event>, ownerProcess as Process<Event>];

// biome-ignore lint/suspicious/noExplicitAny: a list of deciders is of mixed commands.
export const reactingDeciders: readonly Decider<any, any, any>[] = [conversationDecider, ownerDecider, user.decider];

/** Kinds of ledger entries that are worth nothing once they are due. */
export const expiring: readonly string[] = ['idempotency', 'webhook-delivery', 'presence', 'refresh-token'];
