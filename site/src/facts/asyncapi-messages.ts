import {
  type PublicationType,
  type SignalType,
  type SocketRequestType,
  socketTypes,
} from '../../../src/catalogue/socket-types.js';
import type { Schema, Schemas } from './openapi-schemas.js';

/** The member of a frame that shows the resource, and its schema in the OpenAPI document. */
export const frameMembers = {
  conversation: 'Conversation',
  message: 'Message',
  participant: 'ShownParticipant',
  read_status: 'ReadStatus',
} as const;
type Member = keyof typeof frameMembers;

/** `test/site/asyncapi.spec.ts` checks the table against the publications of the service. */
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

/** A read status in a frame says in addition whose it is. */
function resourceOf(member: Member): Schema {
  const resource = schemaRef(frameMembers[member]);
  if (member !== 'read_status') return resource;
  return { allOf: [resource, object({ participant_id: participantId }, ['participant_id'])] };
}

function frame(type: PublicationType | SignalType): Schema {
  const member = frameShows[type];
  const placed: Readonly<Record<string, Schema>> = Object.hasOwn(socketTypes.publications, type) ? { position } : {};
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

/** The part of the OpenAPI document that the messages are made of. */
export interface OpenApi {
  readonly info: { readonly version: string; readonly license?: object };
  readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, { readonly in: string; readonly name: string } & Described>>;
  };
}

interface Described {
  readonly description?: string;
  readonly schema: Schema;
}

interface Webhook {
  readonly description: string;
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

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

/** The webhook of the OpenAPI document, with its headers and its payload. */
function webhook(type: string, { description, parameters, requestBody }: Webhook, components: OpenApi['components']) {
  const headers = parameters.map(({ $ref }) => {
    const {
      name,
      description: what = '',
      schema,
    } = components.parameters[$ref.split('/').at(-1) ?? ''] ?? missing($ref);
    return [name, { ...schema, description: what }] as const;
  });
  const { schema } = requestBody.content['application/json'];
  return message(type, description, schema, object(Object.fromEntries(headers)));
}

function missing(ref: string): never {
  throw new Error(`The OpenAPI document has no ${ref}.`);
}

const typesOf = <T extends string>(entries: Readonly<Record<T, string>>) => Object.entries(entries) as [T, string][];

/** Every message of the socket and of webhooks. */
export const messageGroups = ({ webhooks, components }: Pick<OpenApi, 'webhooks' | 'components'>) => ({
  requests: typesOf(socketTypes.requests).map(([type, what]) => message(type, what, requests[type])),
  frames: [...typesOf(socketTypes.publications), ...typesOf(socketTypes.signals)].map(([type, what]) =>
    message(type, what, frame(type)),
  ),
  notices: typesOf(socketTypes.notices).map(([type, what]) => message(type, what, notices[type])),
  webhooks: Object.entries(webhooks).map(([type, { post }]) => webhook(type, post, components)),
  acknowledgements: [message('ACKNOWLEDGEMENT', 'The acknowledgement of a request.', acknowledgement)],
});
export type MessageGroups = ReturnType<typeof messageGroups>;
