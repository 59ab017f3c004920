import { Inject, type OnModuleDestroy } from '@nestjs/common';
import {
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  type OnGatewayInit,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { AUTHENTICATOR, type Authenticator } from '../http/pipeline/caller.js';
import { languageOf } from '../http/pipeline/requests.js';
import { Announcer } from './broadcaster.js';
import { credentialsIn } from './handshake.js';
import { Line } from './connection.js';
import { Refusals } from './error-frames.js';
import { Requests } from './socket-requests.service.js';
import { SignalFrames } from './signal-frames.js';
import { Watch } from './connection-monitor.js';

const lineOf = (socket: Socket): Line => socket.data.line as Line;

/** Sockets come in and go out here. Recovery is ours (`after`), not socket.io's, which forgets and is not told of gaps. */
@WebSocketGateway({
  cors: { origin: '*' },
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
    @Inject(Announcer) private readonly announcer: Announcer,
    @Inject(SignalFrames) private readonly signals: SignalFrames,
    @Inject(Requests) requests: Requests,
    @Inject(Watch) private readonly watch: Watch,
    @Inject(Refusals) private readonly refusals: Refusals,
  ) {
    this.received = function (type, ...payloads) {
      requests.take(lineOf(this), type, payloads);
    };
  }

  afterInit(server: Server): void {
    this.server = server;
    server.use((socket, next) => void this.admit(socket, next));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.server) return;
    await this.announcer.start(this.server);
    this.signals.start();
    this.watch.start();
  }

  onModuleDestroy(): void {
    this.announcer.close();
    this.signals.close();
    this.watch.close();
  }

  handleConnection(socket: Socket): void {
    this.watch.add(lineOf(socket));
    socket.onAny(this.received);
  }

  handleDisconnect(socket: Socket): void {
    this.watch.remove(lineOf(socket));
    this.announcer.forget(lineOf(socket));
  }

  private async admit(socket: Socket, next: (refused?: Error) => void): Promise<void> {
    const language = languageOf(socket.handshake.headers['accept-language']);
    try {
      const credentials = credentialsIn(socket.handshake);
      const caller = await this.authenticator.authenticate(credentials);
      socket.data.line = new Line(socket, caller, credentials, language);
      next();
    } catch (error) {
      const data = this.refusals.body(error, language);
      next(Object.assign(new Error(data.message), { data }));
    }
  }
}
