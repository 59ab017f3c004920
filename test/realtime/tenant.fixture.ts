import type { Answer, Tidings } from '../support/api.js';
import { type Listener, listenAs } from './listener.js';

export const PASSWORD = 'a quiet green river';

export interface Person {
  readonly id: string;
  readonly token: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  listen(): Promise<Listener>;
}

function person(tidings: Tidings, id: string, token: string): Person {
  return {
    id,
    token,
    async call(method, path, body, headers = {}) {
      const answer = await tidings.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
      if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer;
    },
    listen: () => listenAs(tidings.url, token),
  };
}

async function tokenFor(tidings: Tidings, tenantId: string, fields: Record<string, string>): Promise<string> {
  const raw = new URLSearchParams(fields).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { body } = await tidings.call('POST', `/auth/${tenantId}/oauth2/token`, { raw, headers });
  return body.access_token as string;
}

/** A tenant with an owner, a plain type `support`, and `team` whose users share a read status. */
export async function newTenant(tidings: Tidings, subdomain: string) {
  const signUp = {
    tenant_name: 'Acme',
    tenant_subdomain: subdomain,
    user_email: 'olga@acme.example',
    user_password: PASSWORD,
    user_firstname: 'Olga',
  };
  const { body: made } = await tidings.call('POST', '/signup', { body: signUp });
  const tenantId = made.tenant_id as string;
  const signIn = (username: string) =>
    tokenFor(tidings, tenantId, { grant_type: 'password', username, password: PASSWORD });
  const owner = person(tidings, made.user_id, await signIn(signUp.user_email));
  const type = { conversation_data_list_item_template: '' };
  await owner.call('POST', '/conversation-types', { ...type, id: 'support' });
  await owner.call('POST', '/conversation-types', {
    ...type,
    id: 'team',
    shared_read_status_for_user_participants: true,
  });

  return {
    tenantId,
    owner,
    /** A new token, the owner's if nobody is named. */
    renewed: (email: string = signUp.user_email) => signIn(email),

    async user(name: string): Promise<Person> {
      const email = `${name}@acme.example`;
      const { body } = await owner.call('POST', '/users', { email, password: PASSWORD });
      return person(tidings, body.id, await signIn(email));
    },

    async apiKey(): Promise<Person> {
      const { body } = await owner.call('POST', '/api-keys', { name: 'Importer' });
      return person(tidings, body.key_id, body.api_key);
    },

    /** Opened with a client of its own, whose id is `<conversation>-client`. */
    async conversation(id: string, more: Record<string, unknown> = {}): Promise<void> {
      const client = { id: `${id}-client`, kind: 'CLIENT', display_name: 'Cleo', email: 'cleo@example.com' };
      await owner.call('POST', '/conversations', {
        id,
        conversation_type_id: 'support',
        participants: [client],
        ...more,
      });
    },

    async client(conversationId: string): Promise<Person> {
      const id = `${conversationId}-client`;
      const { body } = await owner.call('GET', `/conversations/${conversationId}/participants/${id}/client-url`);
      const token = await tokenFor(tidings, tenantId, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:tidings:token-type:client-auth-key',
        subject_token: String(body.url).split('#auth_key=')[1] ?? '',
      });
      return person(tidings, id, token);
    },

    /** By its client; answers once it has its sequence. */
    async post(conversationId: string, text = 'hello'): Promise<Answer> {
      const message = { kind: 'TEXT', text, participant_id: `${conversationId}-client` };
      return owner.call('POST', `/conversations/${conversationId}/messages`, message, { prefer: 'wait' });
    },
  };
}

export type NewTenant = Awaited<ReturnType<typeof newTenant>>;
