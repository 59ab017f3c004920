import {
  type PublicationType,
  type SignalType,
  type SocketRequestType,
  socketTypes,
} from '../../../src/catalogue/socket-types.js';
import { TEST_TYPE, type WebhookType, webhookTypes } from '../../../src/catalogue/webhook-types.js';
import { type Schema, type Schemas, schemasFor } from './openapi-schemas.js';

/** The member of a frame that shows the resource, and its schema in the OpenAPI document. */
export const frameMembers = {
  conversation: 'Conversation',
  message: 'Message',
  participant: 'Participant',
  read_status: 'ReadStatus',
} as const;
type Member = keyof typeof frameMembers;

/** `test/site/asyncapi.spec.ts` holds both tables against the publications of the service. */
export const frameShows: Readonly<Record<PublicationType | SignalType, Member>> = {
  NEW_CONVERSATION: 'conversation',
  CONVERSATION_UPDATED: 'conversation',
  CONVERSATION_ARCHIVED: 'conversation',
  CONVERSATION_READ_STATUS: 'read_status',
  NEW_MESSAGE: 'message',
  MESSAGE_UPDATED: 'message',
  PARTICIPANT_CREATED: 'participant',
  PARTICIPANT_READ_STATUS: 'read_status',
  PARTICIPANT_WAS_TYPING: 'participant',
  PARTICIPANT_HAD_CONVERSATION_OPEN: 'participant',
};

export const webhookShows: Readonly<Record<WebhookType, Member>> = {
  'conversation.created': 'conversation',
  'conversation.updated': 'conversation',
  'conversation.archived': 'conversation',
  'conversation.read_status': 'read_status',
  'message.created': 'message',
  'message.updated': 'message',
  'participant.created': 'participant',
  'participant.updated': 'participant',
  'participant.deleted': 'participant',
};

const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
const object = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const typed = (type: string): Schema => ({ type: 'string', const: type, description: 'Type of the message.' });

const position = text('Position in the event log. Opaque.');
const address = text('`conversations` for all conversations of the tenant, or `conversations/{id}` for one.');
const conversationId = text('Id of the conversation.');
const participantId = text('Id of the participant. Absent where all users of the conversation share the status.');

/** A read status in a frame or a webhook says in addition whose it is. */
function resourceOf(member: Member, more: Readonly<Record<string, Schema>> = {}): Schema {
  const resource = schemaRef(frameMembers[member]);
  if (member !== 'read_status') return resource;
  return { allOf: [resource, object({ participant_id: participantId, ...more }, ['participant_id'])] };
}

function frame(type: PublicationType | SignalType): Schema {
  const member = frameShows[type];
  const placed = Object.hasOwn(socketTypes.publications, type) ? { position } : {};
  return object({
    type: typed(type),
    id: text('Id of the event, as in the header `webhook-id`.', { format: 'uuid' }),
    ...placed,
    occurred_at: text('Time of the event.', { format: 'date-time' }),
    conversation_id: conversationId,
    [member]: resourceOf(member),
  });
}

const requests: Readonly<Record<SocketRequestType, Schema>> = {
  SUBSCRIBE: object(
    {
      type: typed('SUBSCRIBE'),
      address,
      after: text('Position of the last frame handled. Default: live frames only.'),
    },
    ['type', 'after'],
  ),
  UNSUBSCRIBE: object({ type: typed('UNSUBSCRIBE'), address }, ['type']),
  PING: object({ type: typed('PING') }, ['type']),
  AUTHENTICATE: object({ type: typed('AUTHENTICATE'), token: text('New access token.') }, ['type']),
};

const notices: Readonly<Record<keyof typeof socketTypes.notices, Schema>> = {
  PONG: object({ type: typed('PONG'), at: text('Time of the service.', { format: 'date-time' }) }),
  GAP: object({ type: typed('GAP'), address, after: position, position }),
  ERROR: {
    allOf: [
      schemaRef('ErrorResponse'),
      object({ type: typed('ERROR'), addresses: { type: 'array', items: address } }, ['addresses']),
    ],
  },
};

const acknowledgement: Schema = {
  oneOf: [
    object({ ok: { const: true }, position, expires_at: text('End of the new access token.') }, [
      'position',
      'expires_at',
    ]),
    object({ ok: { const: false }, error: schemaRef('ErrorResponse') }),
  ],
};

const webhook = (type: string, data: Schema): Schema =>
  object({ type: typed(type), timestamp: text('Time of the event.', { format: 'date-time' }), position, data }, [
    ...(type === TEST_TYPE ? ['position'] : []),
  ]);

const webhookHeaders = object({
  'webhook-id': text('Id of the event, the same on every attempt.'),
  'webhook-timestamp': text('Unix seconds of the attempt.'),
  'webhook-signature': text('One or more signatures `v1,…`, separated by spaces.'),
});

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly contentType: 'application/json';
  readonly payload: Schema;
  readonly headers?: Schema;
}

const message = (name: string, summary: string, payload: Schema, headers?: Schema): Message => ({
  name,
  summary,
  contentType: 'application/json',
  payload,
  ...(headers ? { headers } : {}),
});

const typesOf = <T extends string>(entries: Readonly<Record<T, string>>) => Object.entries(entries) as [T, string][];

const groups = {
  requests: typesOf(socketTypes.requests).map(([type, what]) => message(type, what, requests[type])),
  frames: [...typesOf(socketTypes.publications), ...typesOf(socketTypes.signals)].map(([type, what]) =>
    message(type, what, frame(type)),
  ),
  notices: typesOf(socketTypes.notices).map(([type, what]) => message(type, what, notices[type])),
  webhooks: [
    ...typesOf(webhookTypes).map(([type, what]) =>
      message(
        type,
        what,
        webhook(type, resourceOf(webhookShows[type], { conversation_id: conversationId })),
        webhookHeaders,
      ),
    ),
    message(
      TEST_TYPE,
      'Sent on demand by `POST /webhook-settings/test`.',
      webhook(TEST_TYPE, { type: 'object' }),
      webhookHeaders,
    ),
  ],
  acknowledgements: [message('ACKNOWLEDGEMENT', 'The acknowledgement of a request.', acknowledgement)],
};
type Group = keyof typeof groups;

const channelMessages = (...names: readonly Group[]) =>
  Object.fromEntries(
    names.flatMap((name) => groups[name]).map((each) => [each.name, { $ref: `#/components/messages/${each.name}` }]),
  );
const channelRef = (channel: string) => ({ $ref: `#/channels/${channel}` });
const messageRefs = (channel: string, group: Group) =>
  groups[group].map(({ name }) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

const SOCKET = [{ $ref: '#/servers/socket' }];

const channels = {
  connection: {
    address: '/',
    title: 'The connection',
    description: 'The default namespace of socket.io. The name of each socket.io event is the type of its message.',
    servers: SOCKET,
    messages: channelMessages('requests', 'acknowledgements', 'notices'),
  },
  conversations: {
    address: 'conversations',
    title: 'Every conversation of the tenant',
    description: 'Not open to client participants.',
    servers: SOCKET,
    messages: channelMessages('frames'),
  },
  conversation: {
    address: 'conversations/{conversation_id}',
    title: 'One conversation',
    servers: SOCKET,
    parameters: { conversation_id: { description: 'Id of the conversation.' } },
    messages: channelMessages('frames'),
  },
  webhooks: {
    address: null,
    title: 'Webhooks',
    description: 'A `POST` to the `endpoint_url` of the tenant, signed after Standard Webhooks.',
    messages: channelMessages('webhooks'),
    bindings: { http: { bindingVersion: '0.3.0' } },
  },
};

const operations = {
  receive_requests: {
    action: 'receive',
    channel: channelRef('connection'),
    summary: 'A subscriber sends a request.',
    messages: messageRefs('connection', 'requests'),
    reply: { channel: channelRef('connection'), messages: messageRefs('connection', 'acknowledgements') },
  },
  send_notices: {
    action: 'send',
    channel: channelRef('connection'),
    summary: 'The service tells about the connection and its subscriptions.',
    messages: messageRefs('connection', 'notices'),
  },
  send_frames: {
    action: 'send',
    channel: channelRef('conversations'),
    summary: 'The service sends the frames of all conversations.',
    messages: messageRefs('conversations', 'frames'),
  },
  send_frames_of_conversation: {
    action: 'send',
    channel: channelRef('conversation'),
    summary: 'The service sends the frames of one conversation.',
    messages: messageRefs('conversation', 'frames'),
  },
  send_webhooks: {
    action: 'send',
    channel: channelRef('webhooks'),
    summary: 'The service calls the endpoint of the tenant.',
    messages: messageRefs('webhooks', 'webhooks'),
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
  },
};

/** What the document takes from the OpenAPI document. */
interface OpenApi {
  readonly info: { readonly version: string; readonly license?: object };
  readonly components: { readonly schemas: Schemas };
}

/** The messages of the socket and of webhooks as AsyncAPI 3. `publicUrl` is the origin of the service. */
export function asyncApiDocument({ info, components }: OpenApi, publicUrl: string) {
  const { host, protocol } = new URL(publicUrl);
  const messages = Object.values(groups).flat();
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tidings: sockets and webhooks',
      version: info.version,
      description: 'Messages of the socket (socket.io) and of webhooks. The REST API is described in `/openapi.json`.',
      ...(info.license ? { license: info.license } : {}),
    },
    defaultContentType: 'application/json',
    servers: {
      socket: {
        host,
        pathname: '/socket.io/',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description: 'socket.io, protocol 5. Send an access token or an API key as `token` of its `auth`.',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels,
    operations,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Access token or API key.' } },
      messages: Object.fromEntries(messages.map((each) => [each.name, each])),
      schemas: schemasFor([...Object.values(frameMembers), 'ErrorResponse'], components.schemas),
    },
  };
}
