import { Readable } from 'node:stream';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../catalogue/limits/limits.js';
import { POSITION_HEADER, writePosition } from '../../catalogue/positions.js';
import type { Idempotency } from '../../engine/commands/idempotency.js';
import type { Loop } from '../../fairness/loop.js';
import type { RateVerdict } from '../../fairness/rate-limits/rate-limiter.js';
import type { Position } from '../../kernel/event.js';
import { Rejection } from '../../kernel/rejection.js';
import { type LargeBodyTools, takeLargeBodies } from '../../large-data/large-bodies.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import type { Tracing } from '../../ports/process/tracing.js';
import { joinChunks } from '../body/joined-chunks.js';
import { readJson } from '../body/json.js';
import { boundBodyTime } from '../server/body-time.js';
import type { Connections } from '../server/connections.js';
import { beginSpan, traceRequests } from '../tracing/request-spans.js';
import type { Admission } from './admission.js';
import { conditionsOf, etagOf, etagOfDigest, isKnown } from './conditional.js';
import type { EndpointRoutes } from './endpoints.js';
import { timesOf } from './header-times.js';
import { endKeyed } from './idempotent.js';
import type { RefusedAtStart } from './refused-at-start.js';
import { RequestContext } from './request-context.js';

/** One year, the hosts of tenants included. */
const HSTS = 'max-age=31536000; includeSubDomains';
const REQUEST_ID = /^[\w.-]{1,100}$/;

/** English unless German is preferred (RFC 9110 12.5.4). */
export function languageOf(header: string | undefined): 'en' | 'de' {
  if (header === undefined) return 'en';
  let best: { language: 'en' | 'de'; q: number } = { language: 'en', q: 0 };
  for (const range of header.toLowerCase().split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = tag.split('-')[0];
    if (language !== 'en' && language !== 'de') continue;
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (q > best.q) best = { language, q };
  }
  return best.language;
}

/** As sent, where it may be one. */
export const requestIdOf = (request: FastifyRequest, newId: () => string): string => givenIdOf(request) ?? newId();

function givenIdOf({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : undefined;
}

export interface RequestTools {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tracing: Tracing;
  readonly idempotency: Idempotency;
  readonly admission: Admission;
  readonly endpoints: EndpointRoutes;
  readonly loop: Loop;
  readonly connections: Pick<Connections, 'assign'>;
  readonly refusedAtStart: RefusedAtStart;
  /** Whether clients reach the service over https. */
  readonly isSecure: boolean;
  /** Position that the read models have reached. */
  readonly shown: () => Position;
  /** True while the log is away: answers may lag behind it. */
  readonly isLogAway: () => boolean;
  /** Takes the bodies of conversation writes that are too large for the memory. */
  readonly largeBodies: LargeBodyTools;
  /** Called once an answer went out. */
  readonly answered: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Steps of every request and answer, before and after Nest. */
export function prepareRequests(fastify: FastifyInstance, tools: RequestTools): void {
  fastify.decorateRequest('context');
  fastify.addHook('onRequest', (request, reply, done) => {
    begin(tools, request, reply);
    const encoding = request.headers['content-encoding'];
    if (request.headers['content-type'] === '') delete request.headers['content-type'];
    if (timesOf('host', request.raw.rawHeaders) > 1) return done(new Rejection('errors.request.malformed'));
    if (encoding !== undefined && encoding !== 'identity') {
      return done(new Rejection('errors.content_type.unsupported'));
    }
    boundBodyTime(request, reply, tools.ids);
    admit(tools, request, done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => conclude(tools, request, reply, payload, done));
  fastify.addHook('onResponse', (request, reply, done) => {
    tools.answered(request, reply);
    done();
  });
  if (tools.tracing.isOn) traceRequests(fastify, tools.tracing);
  takeLargeBodies(fastify, tools.largeBodies);
  joinChunks(fastify);
  takeBodies(fastify, tools);
}

/** Runs before the body is read, so a request that is refused costs no more than its headers. */
function admit(tools: RequestTools, request: FastifyRequest, done: (error?: Error) => void): void {
  const endpoint = tools.endpoints.get(request.method, request.routeOptions.url);
  const refused = tools.refusedAtStart(request, endpoint);
  if (refused) {
    done(refused);
    return;
  }
  if (!endpoint) {
    const mayHaveBody = request.method !== 'GET' && request.method !== 'HEAD';
    done(request.is404 && mayHaveBody ? new NotFoundException() : undefined);
    return;
  }
  try {
    const admitted = tools.admission.admit(request, endpoint);
    if (admitted) admitted.then(() => serve(tools, request, done), done);
    else serve(tools, request, done);
  } catch (error) {
    done(error as Error);
  }
}

/** Requests of tenants take turns. */
function serve({ loop, connections }: RequestTools, { context, raw }: FastifyRequest, done: () => void): void {
  const tenantId = context.isAnonymous ? undefined : context.caller.tenantId;
  if (tenantId !== undefined) connections.assign(raw.socket, tenantId);
  const turn = tenantId === undefined ? undefined : loop.pause(tenantId);
  if (turn) turn.then(() => done());
  else done();
}

function begin(tools: RequestTools, request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(request.headers['accept-language']);
  request.context = new RequestContext(
    givenIdOf(request),
    language,
    conditionsOf(request.method, request.headers),
    tools.clock,
    tools.ids,
  );
  if (tools.tracing.isOn || request.headers.traceparent !== undefined) beginSpan(tools.tracing, request);
  reply.raw.once('close', () => request.context.closed());
  reply.header('X-Request-Id', request.context.requestId);
  reply.header('X-Content-Type-Options', 'nosniff');
  if (tools.isSecure) reply.header('Strict-Transport-Security', HSTS);
}

/** Conversation writes may be as large as the deployment takes conversation_data. */
export const bodyLimitFor = (method: string, url: string, large: number): number | undefined =>
  ['POST', 'PUT', 'PATCH'].includes(method) && /^\/api\/v1\/conversations(\/:conversation_id)?$/.test(url)
    ? large
    : undefined;

/** To parse a larger body takes up to 10 ms. */
const LARGE_BYTES = 65_536;

const parsed = (body: Buffer): unknown => (body.length === 0 ? undefined : readJson(body));

/** Anonymous requests take turns by the network of the client. */
const tenantOf = ({ context }: FastifyRequest): string =>
  context.isAnonymous ? context.network : context.caller.tenantId;

function takeBodies(fastify: FastifyInstance, tools: RequestTools): void {
  fastify.removeAllContentTypeParsers();
  const json = (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
    try {
      const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
      const isMerge = /^application\/merge-patch\+json\b/i.test(request.headers['content-type'] ?? '');
      if (!/^utf-?8$/i.test(charset) || (isMerge && request.method !== 'PATCH')) {
        throw new Rejection('errors.content_type.unsupported');
      }
      request.context.isMergePatch = isMerge;
      if (request.headers['idempotency-key'] !== undefined) request.context.body = body;
      const turn = body.length > LARGE_BYTES ? tools.loop.pause(tenantOf(request)) : undefined;
      if (turn) turn.then(() => parsed(body)).then((value) => done(null, value), done);
      else done(null, parsed(body));
    } catch (error) {
      done(error as Error);
    }
  };
  fastify.addContentTypeParser(['application/json', 'application/merge-patch+json'], { parseAs: 'buffer' }, json);
  fastify.addContentTypeParser('*', ({ context, headers }, payload, done) => {
    const { file, fileBytes = Number.POSITIVE_INFINITY } = context.endpoint ?? {};
    // A body in chunks has no length. Its handler bounds it, or does not read it.
    const isTooLarge = Number(headers['content-length'] ?? 0) > fileBytes;
    if (file === undefined) done(new Rejection('errors.content_type.unsupported'));
    else done(isTooLarge ? new Rejection('errors.body.too_large') : null, payload);
  });
  const form = { parseAs: 'buffer', bodyLimit: limits.formBytes } as const;
  fastify.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => done(null, body));
}

function describeRate(reply: FastifyReply, { limit, remaining, resetSeconds }: RateVerdict): void {
  reply.header('RateLimit-Limit', String(limit));
  reply.header('RateLimit-Remaining', String(remaining));
  reply.header('RateLimit-Reset', String(resetSeconds));
}

/** Only answers of a single resource have one. */
function etagFor({ revision, digest }: RequestContext, payload: unknown): string | undefined {
  if (revision === undefined) return undefined;
  if (digest !== undefined) return etagOfDigest(revision, digest);
  return typeof payload === 'string' ? etagOf(revision, payload) : undefined;
}

function conclude(
  tools: RequestTools,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  // The response to a browser's preflight is sent before any hook of ours.
  if (request.context == null) begin(tools, request, reply);
  const { context } = request;
  const replayed = reply.hasHeader('Idempotent-Replayed');
  // The handler read what the read models showed at some moment before this one.
  if (!replayed && context.position > 0) context.reached(tools.shown());
  if (!replayed && (context.position > 0 || reply.statusCode < 400))
    reply.header(POSITION_HEADER, writePosition(context.position));
  if (reply.statusCode < 300) {
    if (context.status !== undefined) reply.code(context.status);
    for (const name of Object.keys(context.headers)) reply.header(name, context.headers[name]);
  }
  const isAboutService = context.endpoint?.permission.startsWith('service.') ?? true;
  if (!isAboutService && reply.statusCode < 400 && tools.isLogAway()) reply.header('Tidings-Lag', 'true');
  if (context.rate) describeRate(reply, context.rate);
  if (!context.isAnonymous && !reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
  let sent = payload;
  const etag = reply.statusCode < 300 ? etagFor(context, payload) : undefined;
  if (etag !== undefined) {
    reply.header('ETag', etag);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && isKnown(request.headers['if-none-match'], etag)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      sent = '';
      if (payload instanceof Readable) payload.destroy();
    }
  }
  if (!context.running) {
    done(null, sent);
    return;
  }
  endKeyed(tools.idempotency, request, reply, sent).then(
    () => done(null, sent),
    (error: Error) => done(error),
  );
}
