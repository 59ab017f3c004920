import { assetLimits } from './asset.js';
import { conversationLimits } from './conversation.js';
import { geocoderLimits } from './geocoder.js';
import { identityLimits } from './identity.js';
import { messageLimits } from './message.js';
import { messageTemplateLimits } from './message-template.js';
import { notificationLimits } from './notification.js';
import { participantLimits } from './participant.js';
import { requestLimits } from './request.js';
import { tenantLimits } from './tenant.js';
import { webhookLimits } from './webhook.js';
import { workflowLimits } from './workflow.js';

/**
 * Every bound of the specification (sections 5, 9) and of the contract by name.
 * `test/architecture/catalogue.spec.ts` refuses a name that two subjects define.
 */
export const limits = {
  ...requestLimits,
  ...identityLimits,
  ...tenantLimits,
  ...conversationLimits,
  ...participantLimits,
  ...messageLimits,
  ...assetLimits,
  ...messageTemplateLimits,
  ...workflowLimits,
  ...webhookLimits,
  ...notificationLimits,
  ...geocoderLimits,
} as const;
