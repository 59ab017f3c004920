import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer, type Server as Listener, type Socket } from 'node:net';

/**
 * Node.js accepts one connection of a listener in each turn of the event loop. Up to 511 wait at each, so beside a flood
 * of connections a further one would wait for seconds at few listeners.
 */
const LISTENERS = 64;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Resolves when `listener` takes connections. @throws the error of the system, such as EADDRINUSE */
function listening(listener: Listener, options: Address & { readonly reusePort?: boolean }): Promise<unknown> {
  listener.listen(options);
  return once(listener, 'listening');
}

/**
 * Whether several listeners can share the port, as on Linux and FreeBSD.
 * @throws EADDRINUSE when another process has the port, also where that one shares it
 */
export async function canSharePort({ host, port }: Address): Promise<boolean> {
  const probe = createServer();
  await listening(probe, { host, port });
  await new Promise((closed) => probe.close(closed));
  try {
    await listening(probe, { host, port, reusePort: true });
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

/** Further listeners on the port of a server that shares it; their connections are the server's. */
export class MoreListeners {
  private readonly all: Listener[] = [];

  async open(server: Server): Promise<void> {
    const { address: host, port } = server.address() as AddressInfo;
    const connected = (socket: Socket) => server.emit('connection', socket);
    for (let n = 1; n < LISTENERS; n++) {
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, connected);
      await listening(listener, { host, port, reusePort: true });
      this.all.push(listener);
    }
  }

  /** No connection is accepted any more; those that were accepted stay. */
  close(): void {
    for (const listener of this.all) listener.close();
  }
}
