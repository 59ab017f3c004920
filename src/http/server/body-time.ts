import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../kernel/instant.js';
import { bodyLength } from '../../large-data/body-length.js';
import type { Ids } from '../../ports/process/clock.js';
import { refuseMalformedRequest } from './malformed-request.js';

const BODY_MS = 30 * SECOND;

/** A body that does not arrive in time ends its connection. A handler that reads a file has bounds of its own. */
export function boundBodyTime(request: FastifyRequest, reply: FastifyReply, ids: Ids): void {
  const { headers, raw, context } = request;
  if (bodyLength(headers) === 0) return;
  const timer = setTimeout(() => {
    if (reply.sent) return void raw.socket.destroy();
    reply.hijack();
    refuseMalformedRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket, () => ids.next());
  }, BODY_MS).unref();
  context.readsItself = () => clearTimeout(timer);
  raw.once('end', context.readsItself);
  raw.once('close', context.readsItself);
}
