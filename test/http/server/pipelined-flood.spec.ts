import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { PacedServer } from '../../../src/http/server/paced-server.js';
import { get, type Handler, leave, listening } from './connections.fixture.js';

afterEach(leave);

const CONNECTIONS = 40;
/** One read of 64 KiB. */
const REQUESTS = 1_872;
/** Another thread, so that the event loop of the server does nothing else. */
const FLOOD = `
const { connect } = require('node:net');
const { workerData: { port, connections, requests, text }, parentPort } = require('node:worker_threads');
for (let n = 0; n < connections; n++) {
  let answers = 0;
  const socket = connect(port, '127.0.0.1', () => socket.write(text.repeat(requests)));
  socket.on('data', (bytes) => {
    answers += bytes.toString('latin1').split('<').length - 1;
    if (answers === requests) socket.destroy();
  });
}`;

interface Flooded {
  /** Requests that began in a turn of the event loop, at most. */
  readonly mostInTurn: number;
  readonly stallMs: number;
}

/** Sends 74,880 pipelined requests over 40 connections. */
async function flooded(serverOf: (handler: Handler) => Server): Promise<Flooded> {
  let [begun, inTurn, mostInTurn] = [0, 0, 0];
  const server = await listening(
    serverOf((_, response) => {
      begun++;
      if (inTurn++ === 0) {
        setImmediate(() => {
          mostInTurn = Math.max(mostInTurn, inTurn);
          inTurn = 0;
        });
      }
      response.end('<');
    }),
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { port } = server.address() as AddressInfo;
  const workerData = { port, connections: CONNECTIONS, requests: REQUESTS, text: get('/') };
  await once(new Worker(FLOOD, { eval: true, workerData }), 'exit');
  delay.disable();
  expect(begun).toBe(CONNECTIONS * REQUESTS);
  return { mostInTurn, stallMs: Math.round(delay.max / 1e6) };
}

test('a flood of pipelined requests begins one request of each connection in a turn of the event loop', async () => {
  const plain = await flooded((handler) => createServer(handler));
  const paced = await flooded((handler) => new PacedServer({}, handler));
  console.info(`longest stall: plain ${plain.stallMs} ms, paced ${paced.stallMs} ms`);
  expect(plain.mostInTurn).toBeGreaterThan(1_000);
  expect(paced.mostInTurn).toBeLessThanOrEqual(CONNECTIONS);
}, 120_000);
