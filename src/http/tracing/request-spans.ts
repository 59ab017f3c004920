import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTraceparent } from '../../ports/process/traceparent.js';
import type { Tracing } from '../../ports/process/tracing.js';

const LEAST_FAULT = 500;

/** The span has the method and the template of the route: ids and queries are not in it. */
export function beginSpan(tracing: Tracing, { context, headers, method, routeOptions, is404 }: FastifyRequest): void {
  const parent = parseTraceparent(headers.traceparent);
  if (parent) context.trace = { traceId: parent.traceId, spanId: parent.spanId };
  const route = is404 ? undefined : routeOptions.url;
  const attributes = { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) };
  const name = route === undefined ? method : `${method} ${route}`;
  const span = tracing.begin(name, { kind: 'server', parent, attributes });
  if (!span) return;
  context.span = span;
  context.trace = span.context;
}

/** The handler runs within the span of its request. */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  // After the body, whose events come in a context of their own.
  fastify.addHook('preHandler', ({ context }, _reply, done) => tracing.within(context.span, done));
  fastify.addHook('onResponse', ({ context }, reply, done) => {
    const { statusCode } = reply;
    context.span?.end(
      {
        'http.response.status_code': statusCode,
        'tidings.request_id': context.requestId,
        ...(context.isAnonymous ? {} : { 'tidings.tenant_id': context.caller.tenantId }),
      },
      statusCode >= LEAST_FAULT ? String(statusCode) : undefined,
    );
    done();
  });
}
