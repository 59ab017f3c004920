import { BUILT_SOCKET } from '../../../src/catalogue/site/built-origin.js';
import { type MessageGroups, messageGroups, type OpenApi } from './asyncapi-messages.js';
import { schemaNames, schemasFor } from './openapi-schemas.js';

type Group = keyof MessageGroups;

const channelMessages = (groups: MessageGroups, ...names: readonly Group[]) =>
  Object.fromEntries(
    names.flatMap((name) => groups[name]).map((each) => [each.name, { $ref: `#/components/messages/${each.name}` }]),
  );
const channelRef = (channel: string) => ({ $ref: `#/channels/${channel}` });
const messageRefs = (groups: MessageGroups, channel: string, group: Group) =>
  groups[group].map(({ name }) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

const SOCKET = [{ $ref: '#/servers/socket' }];

const channelsOf = (groups: MessageGroups) => ({
  connection: {
    address: '/',
    title: 'The connection',
    description: 'The default namespace of socket.io. The name of each socket.io event is the type of its message.',
    servers: SOCKET,
    messages: channelMessages(groups, 'requests', 'acknowledgements', 'notices'),
  },
  conversations: {
    address: 'conversations',
    title: 'Every conversation of the tenant',
    description: 'Not open to client participants.',
    servers: SOCKET,
    messages: channelMessages(groups, 'frames'),
  },
  conversation: {
    address: 'conversations/{conversation_id}',
    title: 'One conversation',
    servers: SOCKET,
    parameters: { conversation_id: { description: 'Id of the conversation.' } },
    messages: channelMessages(groups, 'frames'),
  },
  webhooks: {
    address: null,
    title: 'Webhooks',
    description: 'A `POST` to the `endpoint_url` of the tenant, signed after Standard Webhooks.',
    messages: channelMessages(groups, 'webhooks'),
    bindings: { http: { bindingVersion: '0.3.0' } },
  },
});

const operationsOf = (groups: MessageGroups) => ({
  receive_requests: {
    action: 'receive',
    channel: channelRef('connection'),
    summary: 'A subscriber sends a request.',
    messages: messageRefs(groups, 'connection', 'requests'),
    reply: { channel: channelRef('connection'), messages: messageRefs(groups, 'connection', 'acknowledgements') },
  },
  send_notices: {
    action: 'send',
    channel: channelRef('connection'),
    summary: 'The service reports on the connection and its subscriptions.',
    messages: messageRefs(groups, 'connection', 'notices'),
  },
  send_frames: {
    action: 'send',
    channel: channelRef('conversations'),
    summary: 'The service sends the frames of all conversations.',
    messages: messageRefs(groups, 'conversations', 'frames'),
  },
  send_frames_of_conversation: {
    action: 'send',
    channel: channelRef('conversation'),
    summary: 'The service sends the frames of one conversation.',
    messages: messageRefs(groups, 'conversation', 'frames'),
  },
  send_webhooks: {
    action: 'send',
    channel: channelRef('webhooks'),
    summary: 'The service calls the endpoint of the tenant.',
    messages: messageRefs(groups, 'webhooks', 'webhooks'),
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
  },
});

/** The messages of the socket and of webhooks as AsyncAPI 3. */
export function asyncApiDocument(openApi: OpenApi) {
  const { info, components } = openApi;
  const groups = messageGroups(openApi);
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
        ...BUILT_SOCKET,
        pathname: '/socket.io/',
        description: 'socket.io, protocol 5. Send an access token or an API key as `token` of its `auth`.',
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: channelsOf(groups),
    operations: operationsOf(groups),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Access token or API key.' } },
      messages: Object.fromEntries(messages.map((each) => [each.name, each])),
      schemas: schemasFor(schemaNames(messages), components.schemas),
    },
  };
}
