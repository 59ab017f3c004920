import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, NotFoundException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldErrorText } from '../../catalogue/error-texts/field-errors.js';
import { oauthError } from '../../catalogue/error-texts/oauth-error.js';
import { statusOf } from '../../catalogue/errors/rejection-entry.js';
import { type RejectionCode, rejections } from '../../catalogue/errors/rejections.js';
import { limits } from '../../catalogue/limits/limits.js';
import { DamagedEvent } from '../../engine/log/damaged-events.js';
import { type FieldError, Rejection } from '../../kernel/rejection.js';
import type { Logger } from '../../ports/process/logger.js';
import { SearchTooBroad } from '../../ports/stores/document-store.js';
import { NoSuchPosition, StoreUnavailable, WrongVersion } from '../../ports/stores/event-store.js';
import { Replayed } from '../request/idempotent.js';
import { challengeOf } from '../request/recent-sign-in.js';
import type { Routes } from '../request/routes.js';

type Language = 'en' | 'de';

const toWire = ({ path, code, details }: FieldError, language: Language) => ({
  code,
  message: fieldErrorText(code, language, details),
  path,
  ...(details ? { details } : {}),
});

/** The body of a refusal: the same over REST and over the socket. */
export const errorBody = (rejection: Rejection, language: Language, requestId: string) => ({
  code: rejection.code,
  message: rejections[rejection.code][language],
  ...(rejection.fieldErrors.length > 0
    ? { errors: rejection.fieldErrors.map((fault) => toWire(fault, language)) }
    : {}),
  ...(rejection.details ? { details: rejection.details } : {}),
  request_id: requestId,
});

/** Codes for errors that Fastify and Nest throw. */
const FOREIGN: Readonly<Record<number, RejectionCode>> = {
  400: 'errors.body.malformed',
  404: 'errors.not_found',
  405: 'errors.method_not_allowed',
  413: 'errors.body.too_large',
  414: 'errors.not_found',
  415: 'errors.content_type.unsupported',
};

export function asRejection(error: unknown): Rejection | undefined {
  if (error instanceof Rejection) return error;
  if (error instanceof DamagedEvent) return new Rejection('errors.stream.unreadable');
  if (error instanceof NoSuchPosition) return new Rejection('errors.position.unreadable');
  if (error instanceof SearchTooBroad) {
    const details = { seconds: limits.searchMs / 1_000 };
    return new Rejection('errors.validation.failed', [{ path: 'search', code: 'errors.field.too_broad', details }]);
  }
  if (error instanceof StoreUnavailable || error instanceof WrongVersion)
    return new Rejection('errors.store.unavailable');
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number })?.statusCode;
  const code = status === undefined ? undefined : FOREIGN[status];
  return code ? new Rejection(code) : undefined;
}

/**
 * Turns each thrown error into a clear refusal. A fault of the service itself is logged and gets a response without
 * detail.
 */
@Catch()
export class RejectionFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly routes: Routes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { context } = request;
    if (error instanceof Replayed) {
      const { status, headers, body } = error.answer;
      void reply.code(status).headers(headers).header('Idempotent-Replayed', 'true').send(body);
      return;
    }
    const allowed = error instanceof NotFoundException ? this.routes.methodsOf(request.url) : [];
    if (allowed.length > 0) reply.header('Allow', allowed.join(', '));
    const known = allowed.length > 0 ? new Rejection('errors.method_not_allowed') : asRejection(error);
    if (!known)
      this.logger.error(
        { err: error, request_id: context.requestId, call: context.endpoint?.permission },
        'The request failed with an unexpected error',
      );
    if (error instanceof StoreUnavailable) context.reason = error.message;
    const rejection = known ?? new Rejection('errors.internal');
    const status = statusOf[rejections[rejection.code].kind];
    delete context.revision;
    if (status === 401) reply.header('WWW-Authenticate', challengeOf(rejection.code, rejection.details));
    if (status === 429 && typeof rejection.details?.limit === 'number') {
      const resetSeconds = Number(rejection.details.retry_after);
      context.rate = { allowed: false, limit: rejection.details.limit, remaining: 0, resetSeconds };
    }
    const retryAfter = rejection.details?.retry_after ?? (status === 503 || status === 429 ? 1 : undefined);
    if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
    void reply
      .code(status)
      .header('Content-Language', context.language)
      .send({
        ...(context.endpoint?.permission === 'auth.token' ? oauthError(rejection) : {}),
        ...errorBody(rejection, context.language, context.requestId),
      });
  }
}
