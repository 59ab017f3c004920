import type { Calls } from '../../../sdk/src/api.ts';

/** A step of the story: what a person does, the call that does it, and the frames that follow from it. */
export interface Step {
  readonly who: 'Grace' | 'Ada' | 'Workflow';
  /** Text of a message, or what the person does. */
  readonly text: string;
  readonly is: 'message' | 'act';
  /** The credential of the call; a step of the service itself has none. */
  readonly as?: 'client' | 'team';
  readonly method?: 'POST' | 'PATCH';
  /** Path below the conversation. */
  readonly path?: string;
  readonly body?: object;
  /** Types of the frames of the step, in the order of the log. */
  readonly frames: readonly string[];
}

/** Name of the demo tenant. Its clients see it. */
export const TENANT_NAME = 'Acme Heating';
/** Description of the conversation. */
export const OPENING = 'The heating hums';
export const APPOINTMENT = '24 Nov, 9:00';

const says = (who: 'Grace' | 'Ada', text: string): Step => ({
  who,
  text,
  is: 'message',
  as: who === 'Grace' ? 'client' : 'team',
  method: 'POST',
  path: '/messages',
  body: { kind: 'TEXT', text },
  frames: ['NEW_MESSAGE'],
});

/** The conversation that the home page plays: recorded by test/api/service/home-recording.spec.ts, run live by its reader. */
export const story: readonly Step[] = [
  says('Grace', 'The heating hums all night.'),
  {
    who: 'Ada',
    as: 'team',
    is: 'act',
    text: 'reads it',
    method: 'POST',
    path: '/participants/ada/activity',
    body: { activity: 'MESSAGE_SEEN', last_message_sequence_seen: 1 },
    frames: ['PARTICIPANT_READ_STATUS'],
  },
  says('Ada', 'We can come on the 24th at nine.'),
  {
    who: 'Ada',
    as: 'team',
    is: 'act',
    text: 'books the appointment',
    method: 'PATCH',
    path: '',
    body: { conversation_data: { appointment: APPOINTMENT } },
    frames: ['CONVERSATION_UPDATED'],
  },
  {
    who: 'Workflow',
    is: 'message',
    text: `Your appointment: ${APPOINTMENT}.`,
    frames: ['PARTICIPANT_CREATED', 'NEW_MESSAGE'],
  },
];

interface SetUp {
  readonly type: {
    readonly id: string;
    readonly body: Calls['PUT /conversation-types/{conversation_type_id}']['body'];
  };
  readonly template: { readonly name: string; readonly body: Calls['PUT /message_templates/{name}']['body'] };
  readonly workflow: { readonly id: string; readonly body: Calls['PUT /workflows/{workflow_id}']['body'] };
}

const TYPE = 'support';
/** Member of `conversation_data` whose change starts the workflow. */
export const WATCHED = 'appointment';

/** Requests before the first conversation. Each is a PUT, so that it may be sent again. */
export const setUp: SetUp = {
  type: {
    id: TYPE,
    body: {
      description: 'Repairs',
      display_name_for_workflow_participants: 'Workflow',
      conversation_data_list_item_template: '{{ conversation_description }}',
      conversation_data_schema: { type: 'object', properties: { appointment: { type: 'string', maxLength: 100 } } },
      retention_policy_scope: 'ALL',
      retention_policy_days: 1,
    },
  },
  template: {
    name: 'appointment_booked',
    body: {
      kind: 'TEXT',
      texts: {
        en: 'Your appointment: {{ appointment }}.',
        de: 'Ihr Termin: {{ appointment }}.',
      },
      parameters: [{ name: 'appointment', kind: 'CONVERSATION_DATA', value_path: 'appointment' }],
    },
  },
  workflow: {
    id: 'appointment',
    body: {
      conversation_type_id: TYPE,
      trigger: {
        kind: 'CONVERSATION_DATA_CHANGED',
        branches: [
          {
            condition_node: { kind: 'LEAF', target_identifier: WATCHED, operator: 'CHANGED' },
            action: { kind: 'SEND_MESSAGE', template_name: 'appointment_booked' },
          },
        ],
      },
    },
  },
};

/** The conversation with its two people, and the frames of its creation. */
export const opening = {
  body: (id: string, userId: string): Calls['POST /conversations']['body'] => ({
    id,
    conversation_type_id: TYPE,
    description: OPENING,
    participants: [
      { id: 'grace', kind: 'CLIENT', display_name: 'Grace' },
      { id: 'ada', kind: 'USER', user_id: userId },
    ],
  }),
  frames: ['NEW_CONVERSATION', 'PARTICIPANT_CREATED', 'PARTICIPANT_CREATED'],
};
