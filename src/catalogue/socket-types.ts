/** Every type of socket message, with what it means (contract 7). The name of the socket.io event is the type. */
export const socketTypes = {
  /** A subscriber sends them; each is acknowledged. */
  requests: {
    SUBSCRIBE: 'Starts a subscription to `address`; with `after`, frames since that position are sent first',
    UNSUBSCRIBE: 'Ends the subscription to `address`',
    PING: 'Requests a PONG',
    AUTHENTICATE: 'Replaces the access token of the connection with another of the same tenant and subject',
  },
  /** The service sends them for events of the log. They have a position and can be replayed. */
  publications: {
    NEW_CONVERSATION: 'A conversation was created',
    CONVERSATION_UPDATED: 'A conversation, its labels or its lock changed, or a participant changed or left',
    CONVERSATION_ARCHIVED: 'A conversation was archived',
    CONVERSATION_READ_STATUS: 'The read marker that all users of a conversation share moved forward',
    NEW_MESSAGE: 'A message was posted',
    MESSAGE_UPDATED: 'A message changed or was deleted',
    PARTICIPANT_CREATED: 'A participant joined a conversation',
    PARTICIPANT_READ_STATUS: 'The read marker of a participant moved forward',
  },
  /** The service sends them to the subscribers of the moment. They have no position and are never replayed. */
  signals: {
    PARTICIPANT_WAS_TYPING: 'A participant was typing',
    PARTICIPANT_HAD_CONVERSATION_OPEN: 'A participant had the conversation open',
  },
  /** The service sends them about the connection and its subscriptions. */
  notices: {
    PONG: 'The response to PING, with the time of the service',
    GAP: 'Frames since `after` cannot be replayed; live frames follow from `position`',
    ERROR: 'A request without an acknowledgement was refused, or the subscriptions to `addresses` ended',
  },
} as const;

export type SocketRequestType = keyof typeof socketTypes.requests;
export type PublicationType = keyof typeof socketTypes.publications;
export type SignalType = keyof typeof socketTypes.signals;

export const SOCKET_REQUEST_TYPES = Object.keys(socketTypes.requests) as readonly SocketRequestType[];
