import { TEST_TYPE, webhookTypes } from '../../../catalogue/webhook-types.js';
import { exemplifyWebhook } from './examples.js';
import { pascal, refTo, type Schema, type Schemas } from './schema.js';

/** Headers of Standard Webhooks that every delivery has. */
const headers: Readonly<Record<string, Schema>> = {
  'webhook-id': {
    description: 'Id of the event. Repeated attempts have the same id: use it to process an event once.',
    schema: { type: 'string', format: 'uuid' },
  },
  'webhook-timestamp': {
    description: 'Time of the attempt in Unix seconds. Refuse deliveries that are more than 5 minutes old.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  'webhook-signature': {
    description:
      'Signatures, separated by spaces. Each is `v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64. The key is the base64 after `whsec_` of the secret. For 24 hours after a rotation there are two signatures; one that matches suffices.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$' },
  },
};

const RESPONSES = {
  '2XX': { description: 'The delivery is received. Tidings does not send it again.' },
  '410': { description: 'The endpoint is gone. Tidings disables it.' },
  default: {
    description:
      'The delivery failed. No response within 15 seconds is a failure, too. Tidings retries it, not before the time in `Retry-After`.',
  },
};

/** The payload of a type is its event without the id, which is a header. */
function payloadOf(schemas: Schemas, type: string): Schema {
  const event = schemas[`${pascal(type)}Event`];
  if (!event?.properties) throw new Error(`The webhook type ${type} has no event.`);
  const { id: _, ...properties } = event.properties;
  const description = `Payload of the webhook \`${type}\`.`;
  return { ...event, description, properties, required: (event.required ?? []).filter((name) => name !== 'id') };
}

function testPayload(payload: Schema): Schema {
  const data: Schema = {
    type: 'object',
    description: 'The test.',
    properties: { delivery_id: { type: 'string', maxLength: 100, description: 'Id of the test delivery.' } },
    required: ['delivery_id'],
  };
  const type: Schema = { type: 'string', enum: [TEST_TYPE], description: 'Webhook type.' };
  const description = `Payload of the webhook \`${TEST_TYPE}\`.`;
  return { ...payload, description, properties: { ...payload.properties, type, data } };
}

/** The requests that the service sends (OpenAPI 3.1 `webhooks`). Adds their headers and payloads to the components. */
export function describeWebhooks(components: { schemas: Schemas; parameters: Record<string, unknown> }): object {
  const { schemas, parameters } = components;
  for (const [name, header] of Object.entries(headers))
    parameters[name] = { name, in: 'header', required: true, ...header };
  const created = payloadOf(schemas, 'conversation.created');
  const types = { ...webhookTypes, [TEST_TYPE]: 'A test was requested. The type is sent even if no type is enabled.' };
  return Object.fromEntries(
    Object.entries(types).map(([type, description]) => {
      const name = type === TEST_TYPE ? 'TestPayload' : `${pascal(type)}Payload`;
      schemas[name] = type === TEST_TYPE ? testPayload(created) : payloadOf(schemas, type);
      const post = {
        operationId: `webhook_${type.replace('.', '_')}`,
        summary: description.replace(/\..*$/, ''),
        description,
        tags: ['Webhooks'],
        security: [],
        parameters: Object.keys(headers).map((header) => ({ $ref: `#/components/parameters/${header}` })),
        requestBody: { required: true, content: { 'application/json': { schema: refTo(name) } } },
        responses: RESPONSES,
      };
      exemplifyWebhook(type, post);
      return [type, { post }];
    }),
  );
}
