/** Events and attributes of the elements, for the pages that have them. */

/** Reasons for which a conversation ends for this client. After `invalid` and `removed` a new client URL may help. */
export type Ending = 'invalid' | 'removed' | 'gone';

/** Detail of `tidings-ready`: the conversation is on screen. */
export interface Ready {
  readonly tenant_name: string;
  readonly conversation_id: string;
  readonly participant_id: string;
  readonly language: 'en' | 'de';
}

/** Detail of `tidings-ended`. */
export interface EndedDetail {
  readonly reason: Ending;
}

/** Detail of `tidings-message`: a message that arrived after the element was ready, also one of the client. */
export interface ArrivedMessage {
  readonly id: string;
  readonly conversation_id: string;
  readonly participant_id: string;
  readonly sequence: number;
  readonly kind: string;
  readonly text?: string | undefined;
  readonly created_at: string;
}

/** Detail of `tidings-unread`: messages that the client has not seen. */
export interface Unread {
  readonly count: number;
}

export interface TidingsEvents {
  'tidings-ready': CustomEvent<Ready>;
  'tidings-ended': CustomEvent<EndedDetail>;
  'tidings-message': CustomEvent<ArrivedMessage>;
  'tidings-unread': CustomEvent<Unread>;
}

/** Attributes of `<tidings-conversation>`. */
export interface ConversationAttributes {
  'client-url'?: string;
  'api-url'?: string;
  lang?: string;
  palette?: 'client' | 'main';
  'heading-level'?: string;
  full?: boolean | '';
}

/** Attributes of `<tidings-launcher>`. */
export interface LauncherAttributes {
  'client-url'?: string;
  'visitor-key'?: string;
  'api-url'?: string;
  lang?: string;
  open?: boolean | '';
}

declare global {
  interface HTMLElementEventMap extends TidingsEvents {}
}
