import examples from './examples.json' with { type: 'json' };
import type { Schema } from './schema.js';

interface CallExample {
  readonly request?: unknown;
  /** Bodies by status. */
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Content {
  example?: unknown;
  readonly schema?: unknown;
}

interface Message {
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly requestBody?: Message;
  readonly responses: Readonly<Record<string, unknown>>;
}

const calls: Readonly<Record<string, CallExample | undefined>> = examples.calls;
const payloads: Readonly<Record<string, unknown>> = examples.webhooks;

function give({ content }: Message, example: unknown): void {
  if (example === undefined) return;
  for (const each of Object.values(content ?? {})) if (each.schema !== undefined) each.example = example;
}

/** A success that no call recorded has the example of another success with the same schema, or with it as the first one. */
function responseExample(responses: Operation['responses'], { responses: recorded }: CallExample, status: string) {
  const own = recorded[status];
  if (own !== undefined) return own;
  const schemaOf = (each: string) => {
    const schema = (responses[each] as Message).content?.['application/json']?.schema as Schema | undefined;
    return JSON.stringify(schema?.oneOf?.[0] ?? schema);
  };
  const like = Object.keys(recorded).find((each) => each in responses && schemaOf(each) === schemaOf(status));
  return like === undefined ? undefined : recorded[like];
}

/** Adds the recorded examples of a call (`test/api/openapi/openapi-examples.spec.ts`). */
export function exemplify(operationId: string, { requestBody, responses }: Operation): void {
  const call = calls[operationId];
  if (!call) return;
  if (requestBody) give(requestBody, call.request);
  for (const [status, response] of Object.entries(responses))
    if ((response as Message).content) give(response as Message, responseExample(responses, call, status));
}

/** Adds the recorded payload of a webhook type. */
export const exemplifyWebhook = (type: string, { requestBody }: { readonly requestBody: Message }): void =>
  give(requestBody, payloads[type]);
