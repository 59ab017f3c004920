import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../catalogue/limits/limits.js';
import type { Answer, Idempotency } from '../../engine/commands/idempotency.js';
import type { AnswerSubject } from '../../engine/commands/remembered-answers.js';
import { rejectAt } from '../../kernel/rejection.js';
import { innerId, NO_TENANT } from '../../kernel/stream.js';
import { type EndpointInfo, isKeyed } from '../openapi/endpoint/endpoint-info.js';

const PRINTABLE = /^[\x20-\x7e]+$/;
const COMPARED_AS_SENT = 65_536;
const KEPT_HEADERS = ['content-type', 'location', 'tidings-position', 'etag', 'cache-control', 'preference-applied'];

/** The request already has a response. The filter catches this error and sends that response again. */
export class Replayed extends Error {
  constructor(readonly answer: Answer) {
    super('replayed');
  }
}

/** The key of the request, if it has one and the call heeds it. @throws Rejection 400 */
function keyOf(request: FastifyRequest, endpoint: EndpointInfo): string | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined || !isKeyed(endpoint)) return undefined;
  const key = String(given);
  if (key.length >= 1 && key.length <= limits.idempotencyKey && PRINTABLE.test(key)) return key;
  return rejectAt('idempotency-key', 'errors.field.length', { min: 1, max: limits.idempotencyKey });
}

/** Small bodies without regard to white space; large ones as they were sent, since making JSON of them takes long. */
function contentOf({ body, context }: FastifyRequest): string | Uint8Array {
  const sent = context.body;
  context.body = undefined;
  if (context.large) return context.large.digest;
  return sent && sent.length > COMPARED_AS_SENT ? sent : JSON.stringify(body ?? null);
}

/**
 * Runs before anything is decided. Throws Replayed if the key has a response, else notes that the request is in
 * progress.
 */
export async function beginKeyed(
  idempotency: Idempotency,
  request: FastifyRequest,
  endpoint: EndpointInfo,
): Promise<void> {
  const key = keyOf(request, endpoint);
  if (key === undefined) return;
  const { context } = request;
  const caller = context.isAnonymous ? undefined : context.caller;
  const scope = [caller?.actor ?? 'anonymous', endpoint.permission, request.url.split('?')[0] ?? '', key];
  const id = createHash('sha256').update(JSON.stringify(scope)).digest('base64url');
  const begun = await idempotency.begin(
    { tenantId: caller?.tenantId ?? NO_TENANT, kind: 'idempotency', id },
    contentOf(request),
    context.position,
  );
  if ('answer' in begun) throw new Replayed(begun.answer);
  context.running = begun.running;
}

/** After the answer is made, before it goes out. */
export async function endKeyed(
  idempotency: Idempotency,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { running, endpoint } = request.context;
  if (!running) return;
  if (reply.statusCode >= 500) return idempotency.abandon(running);
  if (reply.statusCode >= 400) return running.done ? idempotency.abandon(running) : idempotency.forget(running);
  if (running.done) reply.header('Idempotent-Replayed', 'true');
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  const text = payload ?? '';
  if (typeof text !== 'string' || Buffer.byteLength(text) > limits.rememberedAnswerBytes) {
    return idempotency.finish(running, 'repeatable', subjectOf(request, headers.location));
  }
  const answer = { status: reply.statusCode, headers, body: without(text, endpoint?.redact) };
  await idempotency.finish(running, answer, subjectOf(request, headers.location));
}

const CREATED = /^\/api\/v1\/(conversations|users)\/([\w-]+)(?:\/(?:messages|participants)\/([\w-]+))?$/;

/** The conversation or user of the path, or what the call created. */
function subjectOf({ params }: FastifyRequest, location: string | undefined): AnswerSubject | undefined {
  const { conversation_id: conversation, user_id: user } = (params ?? {}) as Readonly<Record<string, string>>;
  const [, resource, created, part] = (location && CREATED.exec(location)) || [];
  const about = part === undefined ? {} : { part };
  if (conversation !== undefined) return { key: conversation, ...about };
  if (user !== undefined) return { key: innerId('', user) };
  if (created === undefined) return undefined;
  return resource === 'users' ? { key: innerId('', created) } : { key: created, ...about };
}

function without(body: string, members: readonly string[] = []): string {
  if (members.length === 0 || body === '') return body;
  const kept = Object.entries(JSON.parse(body) as object).filter(([name]) => !members.includes(name));
  return JSON.stringify(Object.fromEntries(kept));
}
