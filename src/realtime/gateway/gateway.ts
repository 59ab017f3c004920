import { Inject, type OnModuleDestroy } from '@nestjs/common';
import {
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { ServiceStart } from '../../engine/read-models/building/service-start.js';
import { languageOf } from '../../http/request/requests.js';
import { Connections } from '../../http/server/connections.js';
import { refuseHandshake } from '../../http/server/refuse-handshake.js';
import { AUTHENTICATOR, type Authenticator } from '../../ports/identity/authenticator.js';
import { IDS, type Ids } from '../../ports/process/clock.js';
import { Broadcaster } from '../subscriptions/broadcaster.js';
import { Connection } from '../subscriptions/connection.js';
import { SignalFrames } from '../subscriptions/signal-frames.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { ErrorFrames } from './error-frames.js';
import { credentialsIn } from './handshake.js';
import { SocketPlaces } from './socket-places.js';
import { SocketRequests } from './socket-requests.service.js';

const connectionOf = (socket: Socket): Connection => socket.data.connection as Connection;

/**
 * Accepts sockets. The service recovers missed frames itself (`after`), because the recovery of socket.io forgets and
 * does not report gaps.
 */
@WebSocketGateway({
  // With credentials, so that long polling across origins keeps the cookie of a sticky balancer. The service reads no cookie.
  cors: { origin: true, credentials: true },
  transports: ['websocket', 'polling'],
  maxHttpBufferSize: 64 * 1024,
  perMessageDeflate: false,
  httpCompression: false,
  serveClient: false,
  connectTimeout: 10_000,
})
export class Gateway implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect, OnModuleDestroy {
  private server: Server | undefined;
  private readonly received: (this: Socket, ...event: unknown[]) => void;

  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(Broadcaster) private readonly broadcaster: Broadcaster,
    @Inject(SignalFrames) private readonly signals: SignalFrames,
    @Inject(SocketRequests) requests: SocketRequests,
    @Inject(ConnectionMonitor) private readonly monitor: ConnectionMonitor,
    @Inject(ErrorFrames) private readonly errorFrames: ErrorFrames,
    @Inject(SocketPlaces) private readonly places: SocketPlaces,
    @Inject(Connections) private readonly connections: Connections,
    @Inject(ServiceStart) private readonly serviceStart: ServiceStart,
    @Inject(IDS) private readonly ids: Ids,
  ) {
    this.received = function (type, ...payloads) {
      requests.take(connectionOf(this), type, payloads);
    };
  }

  afterInit(server: Server): void {
    this.server = server;
    server.engine.use(refuseHandshake(this.serviceStart, () => this.ids.next()));
    server.engine.on('connection', (opened: Socket['conn']) => {
      this.places.opened(opened);
      opened.once('close', () => this.places.closed(opened));
    });
    server.use((socket, next) => void this.admit(socket, next));
  }

  /** Sockets are refused until the service has started. */
  async start(): Promise<void> {
    if (!this.server) return;
    await this.broadcaster.start(this.server);
    this.signals.start();
    this.monitor.start();
  }

  onModuleDestroy(): void {
    this.broadcaster.close();
    this.signals.close();
    this.monitor.close();
  }

  handleConnection(socket: Socket): void {
    this.monitor.add(connectionOf(socket));
    socket.onAny(this.received);
  }

  handleDisconnect(socket: Socket): void {
    this.monitor.remove(connectionOf(socket));
    this.broadcaster.forget(connectionOf(socket));
  }

  private async admit(socket: Socket, next: (refused?: Error) => void): Promise<void> {
    const language = languageOf(socket.handshake.headers['accept-language']);
    try {
      const credentials = credentialsIn(socket.handshake);
      const caller = await this.authenticator.authenticate(credentials);
      this.places.signedIn(socket.conn, caller.tenantId);
      this.connections.assign(socket.conn.request.socket, caller.tenantId);
      socket.data.connection = new Connection(socket, caller, credentials, language);
      next();
    } catch (error) {
      const data = this.errorFrames.body(error, language);
      next(Object.assign(new Error(data.message), { data }));
    }
  }
}
