import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp, startApp } from '../../src/composition/create-app.js';
import { readConfig } from '../../src/config/config.js';
import { LOGGER } from '../../src/ports/process/logger.js';
import { givenLongLog } from '../fixtures/long-log.js';
import { createTenant } from '../fixtures/tenant.js';
import { closeApp, startTidings } from '../support/api.js';
import { enginesFor } from '../support/engines.js';
import { METRICS_TOKEN, metricsOf } from '../support/metrics.js';
import { freePort } from '../support/processes/free-port.js';
import { shareGazetteer } from '../support/processes/shared-gazetteer.js';
import { until } from '../support/until.js';

const EVENTS = 30_000;

interface Seen {
  readonly live: number;
  readonly liveMs: number;
  readonly ready: { readonly status: number; readonly code: string; readonly percent: number; readonly retry: string };
  readonly call: { readonly status: number; readonly code: string; readonly retry: string | null };
  readonly unknown: number;
  readonly ratio: number;
  readonly socket: string;
  readonly polled: number;
}

let dataDir: string;
let url: string;
let app: Awaited<ReturnType<typeof createApp>>;
const lines: { readonly message: string; readonly [field: string]: unknown }[] = [];
const seen: Seen[] = [];
let after: Seen;

const asked = async (path: string) => {
  const response = await fetch(`${url}${path}`);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : {},
  };
};

/** The first bytes that a WebSocket handshake is answered with. */
const handshake = () =>
  new Promise<string>((resolve, reject) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.once('error', reject).once('data', (data) => {
      resolve(String(data));
      socket.destroy();
    });
    const headers = ['Host: a', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${[...headers, key].join('\r\n')}\r\n\r\n`);
  });

async function look(): Promise<Seen> {
  const beganMs = performance.now();
  const live = await asked('/health/live');
  const liveMs = performance.now() - beganMs;
  const ready = await asked('/health/ready');
  const call = await asked('/api/v1/users/me');
  const [, ratio] = /^tidings_start_progress_ratio (.+)$/m.exec(await metricsOf({ url })) ?? [];
  return {
    live: live.status,
    liveMs,
    ready: {
      status: ready.status,
      code: ready.body.code,
      percent: ready.body.details?.percent,
      retry: ready.headers.get('retry-after') ?? '',
    },
    call: { status: call.status, code: call.body.code, retry: call.headers.get('retry-after') },
    unknown: (await asked('/api/v1/nowhere')).status,
    ratio: Number(ratio),
    socket: await handshake(),
    polled: (await asked('/socket.io/?EIO=4&transport=polling')).status,
  };
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidings-starting-'));
  shareGazetteer(dataDir);
  const tidings = await startTidings({}, dataDir);
  const { tenantId } = await createTenant(tidings, 'acme');
  await tidings.close();
  const settings = { PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...enginesFor(dataDir) };
  await givenLongLog(settings, tenantId, EVENTS);

  const config = readConfig({ ...settings, METRICS_TOKEN });
  const logger = Object.fromEntries(
    ['debug', 'info', 'warn', 'error'].map((level) => [
      level,
      (fields: object, message: string) => lines.push({ level, ...fields, message }),
    ]),
  );
  app = await createApp(config, undefined, [{ provide: LOGGER, useValue: logger }]);
  url = `http://127.0.0.1:${settings.PORT}`;
  let isOver = false;
  const started = startApp(app, config).finally(() => {
    isOver = true;
  });
  const isAlive = () =>
    asked('/health/live').then(
      ({ status }) => status === 200,
      () => false,
    );
  await until(isAlive);
  while (!isOver) {
    const one = await look();
    if (!isOver) seen.push(one);
  }
  await started;
  after = await look();
}, 120_000);
afterAll(async () => {
  await closeApp(app);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('while a long log is folded', () => {
  test('the process is alive, and tells within 250 ms', () => {
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen.map(({ live }) => live))).toEqual(new Set([200]));
    expect(Math.max(...seen.map(({ liveMs }) => liveMs))).toBeLessThan(250);
  });

  test('it is not ready, and says the per cent, which rises', () => {
    for (const { ready } of seen) {
      expect([ready.status, ready.code, ready.retry]).toEqual([503, 'errors.service.starting', '1']);
    }
    const percents = seen.map(({ ready }) => ready.percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    expect(new Set(percents).size).toBeGreaterThan(2);
    expect(Math.max(...percents)).toBeLessThan(100);
  });

  test('every other call is 503 with Retry-After, an unknown one and sockets too', () => {
    for (const { call, unknown, socket, polled } of seen) {
      expect(call).toEqual({ status: 503, code: 'errors.service.starting', retry: '1' });
      expect([unknown, polled]).toEqual([503, 503]);
      expect(socket).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n(.+\r\n)*Retry-After: 1\r\n/);
      expect(socket).toContain('errors.service.starting');
    }
  });

  test('the metric tells the share', () => {
    const ratios = seen.map(({ ratio }) => ratio);
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
    expect(ratios.at(-1)).toBeGreaterThan(0);
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1);
  });

  test('the log has a line at the begin and at the end', () => {
    const told = lines.filter(({ message }) => message.startsWith('The read models'));
    expect(told.at(0)).toMatchObject({ level: 'info', percent: 0, events: 0 });
    expect(told.at(-1)).toMatchObject({ percent: 100, seconds_left: 0, events_per_second: expect.any(Number) });
    expect(told.at(-1)?.events).toBeGreaterThanOrEqual(EVENTS);
  });
});

test('afterwards everything answers', () => {
  expect(after).toMatchObject({ live: 200, ready: { status: 200 }, call: { status: 401 }, unknown: 404, ratio: 1 });
  expect(after.socket).toMatch(/^HTTP\/1\.1 101 /);
  expect(after.polled).toBe(200);
});
