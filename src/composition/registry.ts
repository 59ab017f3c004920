import { engineManifest } from '../engine/engine.manifest.js';
import type { Manifest } from '../engine/manifest.js';
import { apiKeyManifest } from '../modules/api-key/api-key.manifest.js';
import { assetManifest } from '../modules/asset/asset.manifest.js';
import { authManifest } from '../modules/auth/auth.manifest.js';
import { conversationManifest } from '../modules/conversation/conversation.manifest.js';
import { conversationTypeManifest } from '../modules/conversation-type/conversation-type.manifest.js';
import { erasureManifest } from '../modules/erasure/erasure.manifest.js';
import { messageManifest } from '../modules/message/message.manifest.js';
import { messageTemplateManifest } from '../modules/message-template/message-template.manifest.js';
import { notificationManifest } from '../modules/notification/notification.manifest.js';
import { oidcConfigManifest } from '../modules/oidc-config/oidc-config.manifest.js';
import { participantManifest } from '../modules/participant/participant.manifest.js';
import { passkeyManifest } from '../modules/passkey/passkey.manifest.js';
import { passwordManifest } from '../modules/password/password.manifest.js';
import { retentionManifest } from '../modules/retention/retention.manifest.js';
import { serviceManifest } from '../modules/service/service.manifest.js';
import { signupManifest } from '../modules/signup/signup.manifest.js';
import { smsManifest } from '../modules/sms/sms.manifest.js';
import { tenantManifest } from '../modules/tenant/tenant.manifest.js';
import { tenantDomainManifest } from '../modules/tenant-domain/tenant-domain.manifest.js';
import { userManifest } from '../modules/user/user.manifest.js';
import { webhookManifest } from '../modules/webhook/webhook.manifest.js';
import { workflowManifest } from '../modules/workflow/workflow.manifest.js';
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
  passkeyManifest,
  apiKeyManifest,
  conversationTypeManifest,
  conversationManifest,
  participantManifest,
  messageManifest,
  assetManifest,
  messageTemplateManifest,
  smsManifest,
  notificationManifest,
  workflowManifest,
  webhookManifest,
  publicEventsManifest,
  webhooksManifest,
  erasureManifest,
  retentionManifest,
];

/** Declarations of all modules. */
export const { vocabulary, projections, deciders } = combine(manifests);
