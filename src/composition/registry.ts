import { engineManifest } from '../engine/engine.manifest.js';
import type { Manifest } from '../engine/manifest.js';
import { asOfManifest } from '../modules/audit/as-of/as-of.manifest.js';
import { auditEventManifest } from '../modules/audit/event/event.manifest.js';
import { exportManifest } from '../modules/audit/export/export.manifest.js';
import { personManifest } from '../modules/audit/person/person.manifest.js';
import { auditReadManifest } from '../modules/audit/read/read.manifest.js';
import { traceManifest } from '../modules/audit/trace/trace.manifest.js';
import { workflowManifest } from '../modules/automation/workflow/workflow.manifest.js';
import { assetManifest } from '../modules/conversations/asset/asset.manifest.js';
import { conversationManifest } from '../modules/conversations/conversation/conversation.manifest.js';
import { conversationTypeManifest } from '../modules/conversations/conversation-type/conversation-type.manifest.js';
import { erasureManifest } from '../modules/conversations/erasure/erasure.manifest.js';
import { messageManifest } from '../modules/conversations/message/message.manifest.js';
import { participantManifest } from '../modules/conversations/participant/participant.manifest.js';
import { retentionManifest } from '../modules/conversations/retention/retention.manifest.js';
import { visitorManifest } from '../modules/conversations/visitor/visitor.manifest.js';
import { apiKeyManifest } from '../modules/people/api-key/api-key.manifest.js';
import { authManifest } from '../modules/people/auth/auth.manifest.js';
import { emailManifest } from '../modules/people/email/email.manifest.js';
import { oidcConfigManifest } from '../modules/people/oidc-config/oidc-config.manifest.js';
import { passkeyManifest } from '../modules/people/passkey/passkey.manifest.js';
import { passwordManifest } from '../modules/people/password/password.manifest.js';
import { signupManifest } from '../modules/people/signup/signup.manifest.js';
import { userManifest } from '../modules/people/user/user.manifest.js';
import { geocoderManifest } from '../modules/reach/geocoder/geocoder.manifest.js';
import { messageTemplateManifest } from '../modules/reach/message-template/message-template.manifest.js';
import { notificationManifest } from '../modules/reach/notification/notification.manifest.js';
import { pushManifest } from '../modules/reach/push/push.manifest.js';
import { smsManifest } from '../modules/reach/sms/sms.manifest.js';
import { webhookManifest } from '../modules/reach/webhook/webhook.manifest.js';
import { checkpointManifest } from '../modules/tenants/checkpoint/checkpoint.manifest.js';
import { modelsManifest } from '../modules/tenants/models/models.manifest.js';
import { serviceManifest } from '../modules/tenants/service/service.manifest.js';
import { tenantManifest } from '../modules/tenants/tenant/tenant.manifest.js';
import { tenantDomainManifest } from '../modules/tenants/tenant-domain/tenant-domain.manifest.js';
import { publicEventsManifest } from '../public-events/public-events.manifest.js';
import { webhooksManifest } from '../webhooks/webhooks.manifest.js';
import { combine } from './combine.js';

/** Every module of the product. Workers start in this order and stop in the reverse order. */
export const manifests: readonly Manifest[] = [
  engineManifest,
  serviceManifest,
  authManifest,
  signupManifest,
  tenantManifest,
  tenantDomainManifest,
  oidcConfigManifest,
  userManifest,
  passwordManifest,
  emailManifest,
  passkeyManifest,
  apiKeyManifest,
  conversationTypeManifest,
  conversationManifest,
  participantManifest,
  messageManifest,
  visitorManifest,
  assetManifest,
  geocoderManifest,
  messageTemplateManifest,
  smsManifest,
  notificationManifest,
  pushManifest,
  workflowManifest,
  webhookManifest,
  publicEventsManifest,
  webhooksManifest,
  erasureManifest,
  retentionManifest,
  checkpointManifest,
  personManifest,
  auditReadManifest,
  modelsManifest,
  auditEventManifest,
  asOfManifest,
  traceManifest,
  exportManifest,
];

/** Declarations of all modules. */
export const { vocabulary, projections, deciders } = combine(manifests);
