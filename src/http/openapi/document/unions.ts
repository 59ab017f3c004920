/**
 * A schema that is one of several kinds, chosen by the value of a property. Properties that name no kind belong to all.
 */
export interface Union {
  /** The property that chooses the kind. Without it, each kind is recognised by its required properties. */
  readonly by?: string;
  /** Names of the schemas by kind; `*` is replaced by the kind. */
  readonly named: `${string}*${string}`;
  /** Values of the property by kind, where they are not those of its enum. */
  readonly kinds?: Readonly<Record<string, readonly string[]>>;
  /** Properties that only these kinds have. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Properties that are required for every kind, in addition to those of the whole. */
  readonly always?: readonly string[];
  /** Properties that are required for a kind. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
  /** Values of another property by kind. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Schemas of another property by kind. */
  readonly holds?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const LOCATED = { location: ['LOCATION'], formatted_address: ['LOCATION'] };
const MEDIA = ['IMAGE', 'VIDEO', 'AUDIO'];

const participant = {
  by: 'kind',
  only: { user_id: ['USER'], phone_number: ['CLIENT'], email: ['CLIENT'] },
  needs: { USER: ['user_id'], CLIENT: ['display_name'] },
} as const;

const NODE_ONLY = { children: ['COMPOUND'], target_identifier: ['LEAF'], compare_value: ['LEAF'], old_value: ['LEAF'] };
const nodes = {
  by: 'kind',
  needs: { COMPOUND: ['children'], LEAF: ['target_identifier'] },
  values: {
    operator: {
      COMPOUND: ['AND', 'OR', 'NOT'],
      LEAF: ['EQUALS', 'CHANGED_FROM_TO', 'CHANGED', 'EXISTS', 'NOT_EXISTS'],
    },
  },
} as const;

const SMS_ONLY = { username: ['USER'], account_sid: ['ACCOUNT'], message_service_sid: ['ACCOUNT'] };

/** Event types by the schema of their data. */
const resources: Readonly<Record<string, readonly string[]>> = {
  Conversation: ['conversation.created', 'conversation.updated', 'conversation.archived'],
  ConversationReadStatus: ['conversation.read_status'],
  Message: ['message.created', 'message.updated'],
  ShownParticipant: ['participant.created', 'participant.updated', 'participant.deleted'],
};

/** Schemas that are one of others, by name. */
export const choices: Readonly<Record<string, { readonly description: string; readonly of: readonly string[] }>> = {
  ShownParticipant: {
    description: 'A participant, or what is left of one who is erased.',
    of: ['Participant', 'ErasedParticipant'],
  },
};

/** Schema of the data of each event type. */
const eventData: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(resources).flatMap(([schema, types]) => types.map((type) => [type, schema])),
);

const EXCHANGED = ['subject_token', 'subject_token_type'];
const CODE = ['code', 'redirect_uri', 'code_verifier', 'provider_name'];

/** The schemas that are unions, by name. */
export const unions: Readonly<Record<string, Union>> = {
  Message: { by: 'kind', named: '*Message', only: { ...LOCATED, asset: MEDIA }, always: ['sequence'] },
  PostMessage: {
    by: 'kind',
    named: 'Post*Message',
    only: LOCATED,
    needs: { TEXT: ['text'], REQUEST_LOCATION: ['text'], LOCATION: ['location'] },
  },
  CreateParticipant: { ...participant, named: 'Create*Participant' },
  ReplaceParticipant: { ...participant, named: 'Replace*Participant' },
  ParticipantActivity: {
    by: 'activity',
    named: '*Activity',
    only: { last_message_sequence_seen: ['MESSAGE_SEEN'], source_id: ['IS_TYPING'] },
    needs: { MESSAGE_SEEN: ['last_message_sequence_seen'], IS_TYPING: ['source_id'] },
  },
  ConditionNode: { ...nodes, named: '*ConditionNode', only: NODE_ONLY },
  EvaluatedNode: { ...nodes, named: '*EvaluatedNode', only: { ...NODE_ONLY, old: ['LEAF'], new: ['LEAF'] } },
  WorkflowTrigger: {
    by: 'kind',
    named: '*Trigger',
    only: {
      message_sequence: ['MESSAGE_ADDED_TO_CONVERSATION'],
      participant_kind: ['MESSAGE_ADDED_TO_CONVERSATION'],
      branches: ['CONVERSATION_DATA_CHANGED'],
    },
    needs: { MESSAGE_ADDED_TO_CONVERSATION: ['action'], CONVERSATION_CREATED: ['action'] },
  },
  ReplaceSmsSettings: {
    named: 'ReplaceSms*Settings',
    kinds: { USER: [], ACCOUNT: [] },
    only: { ...SMS_ONLY, auth_token: ['USER'], account_auth_token: ['ACCOUNT'] },
    needs: { USER: ['username', 'auth_token', 'phone_number'], ACCOUNT: ['account_sid', 'account_auth_token'] },
  },
  SmsSettings: {
    named: 'Sms*Settings',
    kinds: { USER: [], ACCOUNT: [] },
    only: SMS_ONLY,
    needs: { USER: ['username', 'phone_number'], ACCOUNT: ['account_sid'] },
  },
  TokenForm: {
    by: 'grant_type',
    named: '*TokenForm',
    kinds: {
      PASSWORD: ['password'],
      REFRESH: ['refresh_token'],
      EXCHANGE: ['urn:ietf:params:oauth:grant-type:token-exchange'],
      CODE: ['authorization_code'],
      LOGIN_CODE: ['urn:tidings:grant-type:login-code'],
    },
    only: {
      username: ['PASSWORD'],
      password: ['PASSWORD'],
      refresh_token: ['REFRESH'],
      ...Object.fromEntries(EXCHANGED.map((property) => [property, ['EXCHANGE']])),
      ...Object.fromEntries(CODE.map((property) => [property, ['CODE']])),
      code: ['CODE', 'LOGIN_CODE'],
    },
    needs: {
      PASSWORD: ['username', 'password'],
      REFRESH: ['refresh_token'],
      EXCHANGE: EXCHANGED,
      CODE,
      LOGIN_CODE: ['code'],
    },
  },
  PublishedEvent: { by: 'type', named: '*Event', holds: { data: eventData } },
};
