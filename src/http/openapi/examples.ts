import { rejections } from '../../catalogue/errors/rejections.js';
import examples from './examples.json' with { type: 'json' };

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

/** A code that a status is given for. */
const codes = {
  400: 'errors.validation.failed',
  401: 'errors.unauthenticated',
  403: 'errors.forbidden',
  404: 'errors.conversation.not_found',
  406: 'errors.not_acceptable',
  408: 'errors.request.timeout',
  409: 'errors.idempotency.in_progress',
  410: 'errors.not_found',
  412: 'errors.precondition.failed',
  413: 'errors.body.too_large',
  415: 'errors.content_type.unsupported',
  422: 'errors.idempotency.body_differs',
  429: 'errors.rate_limited',
  503: 'errors.store.unavailable',
} as const;

const WRONG_FIELD = {
  code: 'errors.field.required',
  message: 'A value is required.',
  path: 'participants.0.display_name',
};

/** The body of an error response with a status. */
export function errorExample(status: string): object | undefined {
  const code = codes[Number(status) as keyof typeof codes] as (typeof codes)[keyof typeof codes] | undefined;
  if (!code) return undefined;
  const errors = code === 'errors.validation.failed' ? { errors: [WRONG_FIELD] } : {};
  return { code, message: rejections[code].en, ...errors, request_id: '0198f0c4-6a2b-7c1d-9e4f-000000000001' };
}

function give({ content }: Message, example: unknown): void {
  for (const each of Object.values(content ?? {})) if (example !== undefined) each.example = example;
}

/** A success that no call recorded has the example of another success with the same schema. */
function responseExample(responses: Operation['responses'], { responses: recorded }: CallExample, status: string) {
  const own = recorded[status];
  if (own !== undefined) return own;
  const schemaOf = (each: string) => JSON.stringify((responses[each] as Message).content?.['application/json']?.schema);
  const like = Object.keys(recorded).find((each) => each in responses && schemaOf(each) === schemaOf(status));
  return like === undefined ? undefined : recorded[like];
}

/** Adds the recorded examples of a call (`test/api/openapi-examples.spec.ts`). */
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

/** Adds an error of the catalogue to each shared error response. */
export function exemplifyErrors(responses: Readonly<Record<string, unknown>>): void {
  for (const [name, response] of Object.entries(responses))
    give(response as Message, errorExample(name.replace('Error', '')));
}
