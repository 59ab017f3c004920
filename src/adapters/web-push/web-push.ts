import type { RequestOptions } from 'web-push';
import type { WebPush } from '../../ports/delivery/web-push.js';
import type { VapidKeys } from './vapid-keys.js';

/**
 * Loads the library at the first push.
 * @param subject where push services find the operator: a URL with https or mailto
 */
export const webPush = (keys: VapidKeys, subject: string): WebPush => ({
  publicKey: keys.publicKey,
  async request(device, text, { ttlSeconds, topic }) {
    const { default: library } = await import('web-push');
    const options: RequestOptions = { vapidDetails: { subject, ...keys }, TTL: ttlSeconds, topic, urgency: 'high' };
    const { headers, body } = library.generateRequestDetails(device, text, options);
    const written = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return { headers: Object.fromEntries(written), body };
  },
});
