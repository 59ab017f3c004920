import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTenant } from '../fixtures/tenant.js';
import type { Answer, Ask, Tidings } from '../support/api.js';

const OVER = ['SENT', 'SUPPRESSED', 'FAILED', 'UNKNOWN'];

export interface Notification {
  readonly id: string;
  readonly participant_id: string;
  readonly channel: 'SMS' | 'EMAIL';
  readonly status: string;
  readonly reason?: string;
  readonly at: string;
  readonly language?: string;
  readonly template_name?: string;
}

/** Gerda is reached by both ways and speaks German, Max by mail, Nils by none. */
const clients = [
  {
    id: 'gerda',
    kind: 'CLIENT',
    display_name: 'Gerda',
    phone_number: '+4930222',
    email: 'gerda@client.example',
    preferred_language: 'de',
  },
  { id: 'max', kind: 'CLIENT', display_name: 'Max', email: 'max@client.example' },
  { id: 'nils', kind: 'CLIENT', display_name: 'Nils' },
];

/** A tenant with a conversation whose clients may be notified. */
export async function notifying(tidings: Tidings, subdomain: string) {
  const tenant = await createTenant(tidings, subdomain);
  const { token } = tenant;
  const ask = (method: string, path: string, body?: unknown, more: Ask = {}): Promise<Answer> =>
    tidings.call(method, path, { token, ...(body === undefined ? {} : { body }), ...more });
  const type = { id: 'support', conversation_data_list_item_template: '' };
  await ask('POST', '/conversation-types', type);
  const start = { conversation_type_id: 'support', participants: clients };
  await ask('POST', '/conversations', { ...start, id: 'case' });
  let made = 0;

  const list = async (id: string, query = ''): Promise<readonly Notification[]> =>
    (await ask('GET', `/conversations/${id}/notifications${query}`)).body.notifications;

  return {
    ...tenant,
    ask,
    list,
    async conversation() {
      const id = `case-${++made}`;
      await ask('POST', '/conversations', { ...start, id });
      return id;
    },
    notify: (id: string, body: object = {}, more: Ask = {}) =>
      ask('POST', `/conversations/${id}/participants/notify`, body, more),
    /** The decisions, once nothing is under way any more. */
    async settled(id: string): Promise<readonly Notification[]> {
      for (;;) {
        const all = await list(id);
        if (all.every(({ status }) => OVER.includes(status))) return all;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

/** `gerda SMS SENT`, in the order they were decided. */
export const inShort = (notifications: readonly Notification[]) =>
  notifications.map((each) =>
    [each.participant_id, each.channel, each.status, each.reason].filter((part) => part !== undefined).join(' '),
  );

/** What lies in the outbox folder, by file name. */
export function outboxOf({ dataDir }: Tidings): ReadonlyMap<string, string> {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return new Map();
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
