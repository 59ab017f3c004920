import { http } from '../../lib/node-http.js';
import { PacedSocket } from './paced-socket.js';

/**
 * An HTTP server whose connections are paced. Node documents that the event `connection` may be emitted with any
 * `Duplex`. So all listeners, and each request, have the paced socket.
 */
export class PacedServer extends http.Server {
  // biome-ignore lint/suspicious/noExplicitAny: as the method of Node.
  override emit(event: string, ...args: any[]): boolean {
    const [first, second] = args;
    if (event === 'connection' && !(first instanceof PacedSocket)) return super.emit(event, new PacedSocket(first));
    if (event === 'request' && first.socket instanceof PacedSocket) first.socket.begun(first, second);
    if (event === 'upgrade' && second instanceof PacedSocket) second.upgraded();
    return super.emit(event, ...args);
  }
}
