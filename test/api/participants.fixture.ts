import { askToken, createTenant } from '../fixtures/tenant.js';
import type { Answer, Tidings } from '../support/api.js';

export type Calls = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Calls under one credential. */
export const as =
  (tidings: Tidings, token: string): Calls =>
  (method, path, body, headers) =>
    tidings.call(method, path, { token, ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) });

/** A tenant with two conversation types: `support`, and `team`, whose users share a read status. */
export async function newTenant(tidings: Tidings, subdomain: string) {
  const tenant = await createTenant(tidings, subdomain);
  const owner = as(tidings, tenant.token);
  const type = { conversation_data_list_item_template: '' };
  await owner('POST', '/conversation-types', { ...type, id: 'support' });
  await owner('POST', '/conversation-types', {
    ...type,
    id: 'team',
    shared_read_status_for_user_participants: true,
    display_name_shared_by_users: 'Acme team',
  });

  return {
    tenantId: tenant.tenantId,
    ownerId: tenant.ownerId,
    owner,

    async user(name: string) {
      const { id, token } = await tenant.user(name);
      return { id, call: as(tidings, token) };
    },

    apiKey: async () => as(tidings, (await tenant.apiKey()).key),

    /** Answers the path of its participants. */
    async conversation(id: string, more: object = {}) {
      await owner('POST', '/conversations', { id, conversation_type_id: 'support', ...more });
      return `/conversations/${id}/participants`;
    },

    /** What a client's link is exchanged for. */
    exchange: (url: string) =>
      askToken(tidings, tenant.tenantId, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:tidings:token-type:client-auth-key',
        subject_token: url.split('#auth_key=')[1] ?? '',
      }),

    /** A client who takes part, come by their link. */
    async client(participant: string) {
      const { body } = await owner('GET', `${participant}/client-url`);
      return as(tidings, (await this.exchange(body.url)).body.access_token);
    },
  };
}

export type NewTenant = Awaited<ReturnType<typeof newTenant>>;

/** Posted, and in the read model. */
export const post = (call: Calls, conversationId: string, more: object = {}) =>
  call('POST', `/conversations/${conversationId}/messages`, { kind: 'TEXT', text: 'hi', ...more }, { prefer: 'wait' });
