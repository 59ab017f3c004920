import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AS_OF_HEADER, writePosition } from '../../catalogue/positions.js';
import type { Running } from '../../engine/commands/idempotency.js';
import { inPast, type Past } from '../../engine/read-models/past/past.js';
import type { RateVerdict } from '../../fairness/rate-limits/rate-limiter.js';
import type { Caller } from '../../kernel/caller.js';
import type { CommandMeta } from '../../kernel/command.js';
import type { Position, TraceContext } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import { reject } from '../../kernel/rejection.js';
import type { IfMatch } from '../../kernel/revision.js';
import type { LargeBody } from '../../large-data/large-bodies.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import type { Span } from '../../ports/process/tracing.js';
import type { EndpointInfo } from '../openapi/endpoint/endpoint-info.js';
import { type Conditions, requiredState } from './conditional.js';

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
}

/** One request and what its answer will say about itself. */
export class RequestContext {
  /** The time when it began, or the moment of the request. */
  at: Instant;
  /** The moment of the request, if it has one. */
  private asOf?: Past;
  readonly startedMs: number;
  /** The network of the client. */
  network = '';
  /** The tightest rate limit that counted the request. */
  rate?: RateVerdict | undefined;
  /** Once it is routed. */
  endpoint?: EndpointInfo;
  running?: Running;
  /** The span of the request, else that of its caller. */
  trace?: TraceContext;
  span?: Span;
  /** The body as it was sent, until the handler begins. */
  body?: Uint8Array | undefined;
  /** Takes the bound of the time for the body away, for a handler that reads it as it arrives. */
  readsItself: () => void = () => undefined;
  /** A body that was too large to be held in memory. */
  large?: LargeBody;
  /** The body is a merge patch (RFC 7396). */
  isMergePatch = false;
  /** Sent as `Tidings-Position`. */
  position: Position = 0;
  /** Sent in `ETag`, with the digest of the body; only responses with a single resource have one. */
  revision?: number;
  /** Digest of an answer that is sent as a stream. */
  digest?: string;
  /** Media type of the response that `Accept` selects. */
  accepted?: string;
  /** Why a store was not available, for the log alone. */
  reason?: string;
  /** Instead of the call's usual success status. */
  status?: number;
  readonly headers: Record<string, string> = {};
  private known?: Caller;
  private drawn = 0;
  private closing: (() => void)[] | undefined = [];

  /** As the caller gave it, else our own. */
  readonly requestId: string;
  /** Always our own, so that the log and other stores hold no text of the caller. */
  readonly correlationId: string;

  constructor(
    private readonly given: string | undefined,
    readonly language: 'en' | 'de',
    private readonly conditions: Conditions,
    clock: Clock,
    private readonly ids: Ids,
  ) {
    this.correlationId = ids.next();
    this.requestId = given ?? this.correlationId;
    this.at = clock.now();
    this.startedMs = clock.monotonic();
  }

  get caller(): Caller {
    return this.known ?? reject('errors.unauthenticated');
  }

  set caller(caller: Caller) {
    this.known = caller;
  }

  /** The state that `If-Match` and `If-None-Match: *` require. @throws Rejection 412 when the header cannot be read */
  get ifMatch(): IfMatch | undefined {
    return requiredState(this.conditions);
  }

  get isAnonymous(): boolean {
    return this.known === undefined;
  }

  /** A new id; the same ones in the same order when a keyed request is made again. */
  nextId(): string {
    if (!this.running) return this.ids.next();
    const { key, startedAt } = this.running;
    return this.ids.derived(startedAt, key.tenantId, key.id, String(this.drawn++));
  }

  /** The meta of one command; each command of a request needs its own. */
  meta(as: { readonly tenantId: string; readonly actor: string } = this.caller): CommandMeta {
    const commandId = this.nextId();
    const { tenantId, actor } = as;
    const base = { tenantId, actor, at: this.at, commandId, ...this.cause };
    if (!this.running) return base;
    const { again, startedAt, record } = this.running;
    const claimed = record.after === undefined ? base : { ...base, after: record.after };
    return again ? { ...claimed, since: startedAt } : claimed;
  }

  /** The ids of the request, for the meta of a command. */
  get cause(): Pick<CommandMeta, 'correlationId' | 'requestId' | 'trace'> {
    const { correlationId, given: requestId, trace } = this;
    const own = requestId === undefined ? { correlationId } : { correlationId, requestId };
    return trace === undefined ? own : { ...own, trace };
  }

  /** Sets status 201 and the location of the new resource. */
  created(location: string): void {
    this.status = 201;
    this.headers.Location = location;
  }

  /** The read models do not show yet what the request wrote. */
  get isLagging(): boolean {
    return this.headers['Tidings-Lag'] !== undefined;
  }

  lags(): void {
    this.headers['Tidings-Lag'] = 'true';
  }

  /** Calls `listener` once the answer is sent or the connection is lost; at once where that was before. */
  onClosed(listener: () => void): void {
    if (this.closing) this.closing.push(listener);
    else listener();
  }

  closed(): void {
    const listeners = this.closing ?? [];
    this.closing = undefined;
    for (const listener of listeners) listener();
  }

  get past(): Past | undefined {
    return this.asOf;
  }

  /** The handler reads everything as of the moment of the request. */
  answering<T>(handle: () => T): T {
    return this.asOf ? inPast(this.asOf, handle) : handle();
  }

  /** The answer is as of this moment. */
  answerAsOf(past: Past): void {
    this.asOf = past;
    this.at = past.at;
    this.headers[AS_OF_HEADER] = writePosition(past.position);
  }

  reached(position: Position): void {
    if (position > this.position) this.position = position;
  }
}

/** `@Ctx() ctx: RequestContext` */
export const Ctx = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestContext =>
    context.switchToHttp().getRequest<FastifyRequest>().context,
);
