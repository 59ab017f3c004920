import type { FastifyReply, FastifyRequest } from 'fastify';
import { Rejection } from '../../kernel/rejection.js';
import { errorBody } from '../answer/rejection.filter.js';
import { languageOf, requestIdOf } from './requests.js';

/**
 * Refuses a path that the router cannot read (broken percent-encoding, an endless parameter) as an unknown one. Fastify
 * calls no hook for it, so the whole response is made here.
 */
export function refuseUnknownRoute(request: FastifyRequest, reply: FastifyReply, newId: () => string): void {
  const requestId = requestIdOf(request, newId);
  const language = languageOf(request.headers['accept-language']);
  const headers = { 'X-Request-Id': requestId, 'Content-Language': language, 'Access-Control-Allow-Origin': '*' };
  void reply
    .code(404)
    .headers(headers)
    .send(errorBody(new Rejection('errors.not_found'), language, requestId));
}
