import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../kernel/instant.js';
import { bodyLength } from '../../large-data/body-length.js';
import type { Ids } from '../../ports/process/clock.js';
import type { LateTimers } from './late-timers.js';
import { refuseMalformedRequest } from './malformed-request.js';

const BODY_MS = 30 * SECOND;

/** A body that does not arrive in time ends its connection. A handler that reads a file has bounds of its own. */
export function boundBodyTime(
  request: FastifyRequest,
  reply: FastifyReply,
  { ids, timers }: { readonly ids: Ids; readonly timers: LateTimers },
): void {
  const { headers, raw, context } = request;
  if (bodyLength(headers) === 0) return;
  const timer = timers.begin(BODY_MS, () => {
    if (reply.sent) return void raw.socket.destroy();
    reply.hijack();
    refuseMalformedRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket, () => ids.next());
  });
  context.readsItself = () => timer.cancel();
  raw.once('end', context.readsItself);
  raw.once('close', context.readsItself);
}
