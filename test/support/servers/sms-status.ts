import { effectId } from '../../../src/modules/reach/notification/domain/notification.effect.js';
import { statusUrl } from '../../../src/modules/reach/sms/application/sms-status-url.js';
import { form } from '../../fixtures/tokens.js';
import type { World } from '../../fixtures/world.js';
import type { Ask } from '../api.js';
import { twilioSignature } from './twilio-server.js';

const PUBLIC_URL = 'http://127.0.0.1:3000';

/** What Twilio posts of a message that was never sent, signed as it would be: fine, and changes nothing. */
export async function aSmsStatus(
  { owner, tenantId, ids }: World,
  settings: { readonly auth_token: string },
): Promise<{ readonly path: string; readonly ask: Ask }> {
  await owner.mustCall('PUT', '/sms/twilio/settings', settings);
  const { body } = await owner.mustCall('POST', `/conversations/${ids.open}/participants/notify`, {
    channels: ['SMS'],
  });
  const { id, at } = body.notifications[0];
  const url = statusUrl(PUBLIC_URL, { tenantId, effectId: effectId(ids.open, at, 0, id) });
  const told = { MessageStatus: 'queued', MessageSid: 'SM1' };
  const { raw, headers } = form(told);
  const signed = { ...headers, 'x-twilio-signature': twilioSignature(settings.auth_token, url, told) };
  return { path: url.slice(`${PUBLIC_URL}/api/v1`.length), ask: { raw, headers: signed } };
}
