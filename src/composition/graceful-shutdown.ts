import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { ServiceStart } from '../engine/read-models/building/service-start.js';
import { CLOCK, type Clock } from '../ports/process/clock.js';
import { LOGGER, type Logger } from '../ports/process/logger.js';
import { STOP_SIGNALS } from '../processes/stop-signals.js';

export interface ShutdownTimes {
  /** Milliseconds without a request that show that the load balancer has noticed that this process is not ready. */
  readonly quietMs: number;
  /** Longest wait under requests that do not stop. */
  readonly maxWaitMs: number;
  /** Time for requests that still run after the last connection was accepted. */
  readonly drainMs: number;
}

const TIMES: ShutdownTimes = { quietMs: 300, maxWaitMs: 10_000, drainMs: 5_000 };
const LOOK_MS = 50;
const QUIET_LOOKS = 2;
/** A terminal and npm both pass on the same Ctrl-C. */
const SAME_SIGNAL_MS = 500;

/** Monitoring requests these paths all the time, and sockets are ended last, so neither counts as traffic. */
const UNCOUNTED = /^\/(health\/|metrics|socket\.io\/)/;

/**
 * Ends a process without a failed request. First it is not ready, but serves every request and closes each connection
 * after its response. When requests stop, it accepts no more connections. It ends the sockets, whose clients reconnect
 * to another process. It finishes running work and releases its leases. Correctness does not depend on this.
 */
export function gracefulShutdown(app: NestFastifyApplication, times: ShutdownTimes = TIMES): () => Promise<void> {
  const server = app.getHttpServer() as Server;
  const clock = app.get<Clock>(CLOCK);
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      inUse.delete(socket);
    });
  });
  /** Connections that wait for an answer, and sockets. */
  const inUse = new Set<Socket>();
  let underWay = 0;
  server.on('upgrade', (_: IncomingMessage, socket: Socket) => inUse.add(socket));
  server.on('request', ({ url = '', socket }: IncomingMessage, response: ServerResponse) => {
    const counts = UNCOUNTED.test(url) ? 0 : 1;
    inUse.add(socket);
    underWay += counts;
    response.once('close', () => {
      inUse.delete(socket);
      underWay -= counts;
    });
  });

  async function untilNoRequests(): Promise<void> {
    const begunMs = clock.monotonic();
    let requestedMs = begunMs;
    server.prependListener('request', ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      response.setHeader('Connection', 'close');
      if (!UNCOUNTED.test(url)) requestedMs = clock.monotonic();
    });
    const isOver = (nowMs: number) => nowMs - requestedMs >= times.quietMs || nowMs - begunMs >= times.maxWaitMs;
    while (!isOver(clock.monotonic())) await sleep(LOOK_MS);
  }

  /**
   * The application closes its stores without a wait for requests. A connection that was accepted before may not have
   * sent its request yet.
   */
  async function untilAllAreServed(): Promise<void> {
    server.close();
    for (let quietLooks = 0; quietLooks < QUIET_LOOKS; ) {
      await sleep(LOOK_MS);
      quietLooks = underWay === 0 ? quietLooks + 1 : 0;
    }
    for (const socket of connections) if (!inUse.has(socket)) socket.destroy();
  }

  return async () => {
    app.get(WorkerHost).retire();
    await untilNoRequests();
    const sweeping = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const patience = setTimeout(() => {
      for (const socket of connections) socket.destroy();
    }, times.drainMs);
    await untilAllAreServed();
    await app.close();
    clearInterval(sweeping);
    clearTimeout(patience);
  };
}

/**
 * The first signal starts the graceful shutdown. A second signal, or one before the service has started, ends the process
 * at once.
 */
export function shutdownOnSignal(app: NestFastifyApplication): void {
  const start = app.get(ServiceStart);
  const clock = app.get<Clock>(CLOCK);
  const leave = gracefulShutdown(app);
  let signalledMs: number | undefined;
  const onSignal = () => {
    const again = signalledMs !== undefined;
    if (again && clock.monotonic() - (signalledMs ?? 0) < SAME_SIGNAL_MS) return;
    if (again || !start.isOver) process.exit(0);
    signalledMs = clock.monotonic();
    leave().then(
      () => process.exit(0),
      (error) => {
        app.get<Logger>(LOGGER).error({ err: error }, 'The shutdown failed; the process exits with code 1');
        process.exit(1);
      },
    );
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
}
