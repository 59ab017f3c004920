import { WEBHOOK_TYPES } from '../../src/modules/webhook/webhook.catalogue.js';
import { aTenant, type Service } from './a-tenant.js';
import type { Answer } from './api.js';

/** Receivers are on loopback; retries come quickly. */
export const webhookSettings = {
  OUTBOUND_ALLOW: '127.0.0.0/8',
  WEBHOOK_RETRY_SECONDS: '0.1,0.2,0.3,0.4',
} as const;

/** A tenant with a conversation type, and what a test of webhooks does with it. */
export async function aWebhookTenant(tidings: Service, name: string) {
  const tenant = await aTenant(tidings, name);
  const { token } = tenant;

  const ask = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    tidings.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });

  /** What is refused ends the test. */
  async function make(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
    const answer = await ask(method, path, body, headers);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  await make('POST', '/conversation-types', { id: 'case', conversation_data_list_item_template: '' });

  return {
    ...tenant,
    ask,
    make,
    /** Answers the secret. */
    async listen(url: string, types: readonly string[] = WEBHOOK_TYPES): Promise<string> {
      for (const webhook_type of types) await make('POST', '/webhooks/features', { webhook_type, enabled: true });
      await make('PUT', '/webhook-settings', { endpoint_url: url });
      return (await make('GET', '/webhook-settings')).body.secret;
    },
    async conversation(id: string): Promise<string> {
      const participants = [{ id: 'client', kind: 'CLIENT', display_name: 'Client' }];
      await make('POST', '/conversations', { id, conversation_type_id: 'case', participants });
      return id;
    },
    async post(conversation: string, text: string): Promise<string> {
      const path = `/conversations/${conversation}/messages`;
      return (await make('POST', path, { kind: 'TEXT', text, participant_id: 'client' })).body.id;
    },
    async deliveries(query = ''): Promise<Answer['body'][]> {
      return (await make('GET', `/webhooks/deliveries?limit=1000${query}`)).body.deliveries;
    },
    /** Kept when all deliveries are as `suffices` says. */
    async untilDeliveries(suffices: (deliveries: Answer['body'][]) => boolean, ms = 15_000): Promise<Answer['body'][]> {
      for (const late = performance.now() + ms; ; ) {
        const found = await this.deliveries();
        if (suffices(found)) return found;
        if (performance.now() > late) throw new Error(`deliveries stay: ${JSON.stringify(found.slice(0, 5))}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
  };
}

export type WebhookTenant = Awaited<ReturnType<typeof aWebhookTenant>>;
