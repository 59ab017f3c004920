import type { IncomingMessage, RequestListener, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { Rejection } from '../../kernel/rejection.js';
import { PacedServer } from './paced-server.js';
import { rawRefusal, refuseOn } from './raw-refusal.js';

/** The methods of all calls. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** The path of socket.io. */
const SOCKETS = '/socket.io/';
/** A target that a client of a proxy sends (RFC 9112 3.2.2): authority, and path with query. */
const ABSOLUTE = /^https?:\/\/([^/?#@\\]+)([/?].*)?$/i;

/** The HTTP server of the service. It speaks HTTP/1.1 and the protocol of sockets, and opens no tunnels. */
export class ServiceServer extends PacedServer {
  constructor(options: ServerOptions, handler: RequestListener, newId: () => string) {
    const shouldUpgradeCallback = (request: IncomingMessage) => {
      takeAbsoluteTarget(request);
      return isOfSockets(request) && this.listenerCount('upgrade') > 0;
    };
    super({ ...options, shouldUpgradeCallback }, handler);
    this.on('connect', (_, socket: Socket) => {
      socket.on('error', () => undefined);
      const allow = { Allow: [...METHODS, 'OPTIONS'].join(', ') };
      refuseOn(socket, rawRefusal(new Rejection('errors.method_not_allowed'), 'en', newId(), allow));
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: as the method of Node.
  override emit(event: string, ...args: any[]): boolean {
    if (event === 'request') takeAbsoluteTarget(args[0]);
    return super.emit(event, ...args);
  }
}

/** Other protocols are ignored (RFC 9110 7.8), so that their clients get an answer in HTTP/1.1. */
const isOfSockets = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url.startsWith(SOCKETS);

/** The authority of the target takes the place of the header `Host`. */
function takeAbsoluteTarget(request: IncomingMessage): void {
  const [, authority, path = '/'] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (authority === undefined) return;
  request.url = path.startsWith('/') ? path : `/${path}`;
  request.headers.host = authority;
}
