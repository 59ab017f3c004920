import type { Role } from '../../src/kernel/roles.js';
import { askToken, aTenant, type Service } from './a-tenant.js';
import type { Answer, Ask } from './api.js';

/** Who makes a call in a test, and with what. */
export interface Who {
  readonly role: Role;
  /** Of the user, the key or the participant. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/**
 * A tenant in which there is one of everything, and one of every kind of caller. All ids and texts start with its name,
 * so that they are found wherever they should not be.
 */
export async function aWorld(tidings: Service, name: string) {
  const tenant = await aTenant(tidings, name);
  const { tenantId, token } = tenant;
  const named = (word: string) => `${name}-${word}`;
  const [type, open, other] = [named('type'), named('case'), named('other')];
  const template = named('template');
  const [client, gone] = [named('client'), named('gone')];

  async function as(who: Who, method: string, path: string, body?: unknown, ask: Ask = {}): Promise<Answer> {
    const headers = { ...who.headers, ...ask.headers };
    return tidings.call(method, path, { ...ask, ...(body === undefined ? {} : { body }), headers });
  }

  const owner: Who = { role: 'OWNER', id: tenant.ownerId, headers: bearer(token) };

  /** As the owner; what is refused ends the test. */
  async function make(method: string, path: string, body?: unknown, ask?: Ask): Promise<Answer> {
    const answer = await as(owner, method, path, body, ask);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  async function clientOf(conversationId: string, participantId: string): Promise<Who> {
    const { body } = await make('GET', `/conversations/${conversationId}/participants/${participantId}/client-url`);
    const exchanged = await askToken(tidings, tenantId, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:tidings:token-type:client-auth-key',
      subject_token: String(body.url).split('#auth_key=')[1] ?? '',
    });
    return { role: 'CLIENT_PARTICIPANT', id: participantId, headers: bearer(exchanged.body.access_token) };
  }

  await make('POST', '/conversation-types', { id: type, conversation_data_list_item_template: `${name} item` });
  const someone = (id: string) => ({ id, kind: 'CLIENT', display_name: `${name} client` });
  const start = { conversation_type_id: type, description: `${name} description` };
  await make('POST', '/conversations', {
    ...start,
    id: open,
    participants: [someone(client), someone(gone)],
  });
  await make('POST', '/conversations', { ...start, id: other, participants: [someone(client)] });
  const first = { kind: 'TEXT', text: `${name} text`, participant_id: client };
  const message = await make('POST', `/conversations/${open}/messages`, first, { headers: { prefer: 'wait' } });

  const workflow = named('workflow');
  await make('POST', '/workflows', {
    id: workflow,
    conversation_type_id: type,
    enabled: false,
    trigger: {
      kind: 'CONVERSATION_CREATED',
      action: { kind: 'SEND_MESSAGE', template_name: 'system_request_location' },
    },
  });

  await make('POST', '/message_templates', { name: template, kind: 'TEXT', texts: { en: `${name} text` } });

  const user = await tenant.user(`${name}-user`);
  const key = await tenant.apiKey({ name: `${name} key` });
  let made = 0;

  return {
    name,
    tenantId,
    refreshToken: tenant.refreshToken,
    ids: {
      type,
      template,
      open,
      other,
      client,
      gone,
      user: user.id,
      key: key.id,
      workflow,
      message: message.body.id as string,
    },
    owner,
    user: { role: 'USER', id: user.id, headers: bearer(user.token) } satisfies Who as Who,
    apiKey: { role: 'API_KEY', id: key.id, headers: { 'x-api-key': key.key } } satisfies Who as Who,
    keyAsBearer: { role: 'API_KEY', id: key.id, headers: bearer(key.key) } satisfies Who as Who,
    client: await clientOf(open, client),
    otherClient: await clientOf(other, client),
    as,
    make,
    clientOf,
    /** An id that was not there before. */
    fresh: (word: string) => `${name}-${word}-${++made}`,
    newUser: () => tenant.user(`${name}-${++made}`),
    newKey: () => tenant.apiKey({ name: `${name} key` }),
  };
}

export type World = Awaited<ReturnType<typeof aWorld>>;
