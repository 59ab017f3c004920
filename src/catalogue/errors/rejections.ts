import { assetRejections } from './asset.js';
import { conversationRejections } from './conversation.js';
import { geocoderRejections } from './geocoder.js';
import { identityRejections } from './identity.js';
import { messageRejections } from './message.js';
import { messageTemplateRejections } from './message-template.js';
import { notificationRejections } from './notification.js';
import { participantRejections } from './participant.js';
import type { RejectionTable } from './rejection-entry.js';
import { requestRejections } from './request.js';
import { serviceRejections } from './service.js';
import { tenantRejections } from './tenant.js';
import { webhookRejections } from './webhook.js';
import { workflowRejections } from './workflow.js';

/** The error catalogue by code. `test/architecture/catalogue.spec.ts` refuses a code that two subjects define. */
export const rejections = {
  ...requestRejections,
  ...identityRejections,
  ...tenantRejections,
  ...conversationRejections,
  ...messageRejections,
  ...assetRejections,
  ...participantRejections,
  ...messageTemplateRejections,
  ...workflowRejections,
  ...webhookRejections,
  ...notificationRejections,
  ...geocoderRejections,
  ...serviceRejections,
} as const satisfies RejectionTable;

export type RejectionCode = keyof typeof rejections;
