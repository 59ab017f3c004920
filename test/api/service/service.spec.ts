import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { writePosition } from '../../../src/catalogue/positions.js';
import { Outbox } from '../../../src/engine/effects/outbox.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import { CLOCK, type Clock } from '../../../src/ports/process/clock.js';
import { LOGGER } from '../../../src/ports/process/logger.js';
import { EVENT_STORE, type EventStore, StoreUnavailable } from '../../../src/ports/stores/event-store.js';
import { REACHES_LOOPBACK } from '../../fixtures/identity-provider.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import { createWorld, type World } from '../../fixtures/world.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { holdReadModel } from '../../support/given/paused-read-model.js';
import { METRICS_HEADERS } from '../../support/metrics.js';
import { goodCall } from '../../support/openapi/good-call.js';
import { sampleCalls } from '../../support/openapi/sample-calls.js';
import { shortestMs } from '../../support/shortest-ms.js';

let tidings: Tidings;
let world: World;
let release = () => {};
/** Every line the service logged, from its first on. */
const lines: string[] = [];

/** What pino would write, where a test can read it. */
function listen({ app }: Tidings): void {
  const logger = app.get<Record<string, unknown>>(LOGGER);
  for (const level of ['info', 'warn', 'error'])
    logger[level] = (fields: object, message: string) => {
      const err = (fields as { err?: Error }).err;
      lines.push(JSON.stringify({ level, message, ...fields, ...(err ? { err: `${err.message} ${err.stack}` } : {}) }));
    };
}

beforeAll(async () => {
  tidings = await startTidings({ ...REACHES_LOOPBACK, LOG_LEVEL: 'silent' });
  listen(tidings);
  world = await createWorld(tidings, 'pluto');
});
afterAll(() => tidings.close());
afterEach(() => release());

describe('health', () => {
  test.each(['live', 'ready'])('%s needs no credential', async (which) => {
    const { status, body } = await tidings.call('GET', `//health/${which}`);
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });

  test('is alive, but not ready, while the read models stay behind the log', async () => {
    ({ release } = holdReadModel(tidings));
    await world.owner.call('POST', `/conversations/${world.ids.open}/messages`, { kind: 'TEXT', text: 'behind' });
    const spent = await shortestMs(async () => {
      const ahead = { headers: { 'Tidings-Position': writePosition(Number.MAX_SAFE_INTEGER) } };
      for (const asked of [undefined, ahead])
        expect((await tidings.call('GET', '//health/live', asked)).status).toBe(200);
    });
    expect(spent).toBeLessThan(50);
    const unready = await tidings.call('GET', '//health/ready');
    expect([unready.status, unready.body.code]).toEqual([503, 'errors.position.not_reached']);
    expect(Number(unready.headers.get('retry-after'))).toBeGreaterThan(0);
    release();
    await expect.poll(async () => (await tidings.call('GET', '//health/ready')).status).toBe(200);
  });
});

describe('readiness', () => {
  test('of many calls at once shares its reads of the log', async () => {
    const log = tidings.app.get(EventLog);
    const head = log.head.bind(log);
    let reads = 0;
    log.head = () => {
      reads++;
      return head();
    };
    ({ release } = holdReadModel(tidings));
    await world.owner.call('POST', `/conversations/${world.ids.open}/messages`, { kind: 'TEXT', text: 'ahead' });
    const answers = Promise.all(Array.from({ length: 20 }, () => tidings.call('GET', '//health/ready')));
    await new Promise((resolve) => setTimeout(resolve, 200));
    release();
    expect((await answers).map(({ status }) => status)).toEqual(Array(20).fill(200));
    log.head = head;
    expect(reads).toBeLessThan(10);
  });
});

describe('metrics', () => {
  const figures = async () => {
    const { text, headers, status } = await tidings.call('GET', '//metrics', { headers: METRICS_HEADERS });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    return text;
  };
  const figureOf = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    );

  test('are lines that Prometheus reads, each described', async () => {
    const text = await figures();
    for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#')))
      expect(line).toMatch(/^[a-z_0-9]+(\{([a-z_]+="[^"]*",?)*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|\+Inf)$/i);
    for (const name of ['tidings_log_position', 'tidings_read_model_position', 'tidings_request_seconds'])
      expect(text).toContain(`# HELP ${name} `);
  });

  test('tell how far workers are behind, and how long the event loop stood still', async () => {
    const text = await figures();
    expect(figureOf(text, 'tidings_event_loop_stall_seconds')).toBeGreaterThanOrEqual(0);
    expect(figureOf(text, 'tidings_oldest_due_seconds{kind="timer"}')).toBe(0);
    expect(figureOf(text, 'tidings_parked_documents')).toBe(0);
    expect(figureOf(text, 'tidings_subscriber_lag_seconds{subscriber="owners"}')).toBeGreaterThanOrEqual(0);
  });

  test('have the lag of each subscriber of the log in events, and what waits by kind', async () => {
    const text = await figures();
    for (const subscriber of ['projector', 'sockets', 'owners', 'lock-expiry', 'workflows', 'webhooks'])
      await expect
        .poll(async () => figureOf(await figures(), `tidings_subscriber_lag_events{subscriber="${subscriber}"}`))
        .toBe(0);
    for (const kind of ['timer', 'effect', 'workflow', 'webhook', 'resume', 'password', 'validation'])
      expect(figureOf(text, `tidings_queue_length{kind="${kind}"}`)).toBe(0);
    expect(figureOf(text, 'tidings_queue_length{kind="turn"}')).toBeGreaterThanOrEqual(0);
    expect(figureOf(text, 'tidings_event_loop_stalls_total')).toBeGreaterThanOrEqual(0);
  });

  test('count effects by outcome, unknown ones too', async () => {
    const outbox = tidings.app.get(Outbox);
    const { tenantId } = world;
    const plan = { channel: 'LETTER', about: {}, at: tidings.app.get<Clock>(CLOCK).now() };
    await outbox.plan(tenantId, 'metered', plan);
    await outbox.settle({ tenantId, id: 'metered' }, () => ({ status: 'unknown', reason: 'no_clear_answer' }));
    await outbox.plan(tenantId, 'muted', { ...plan, suppressed: 'no_email' });
    const text = await figures();
    expect(figureOf(text, 'tidings_effects_total{status="unknown"}')).toBe(1);
    expect(figureOf(text, 'tidings_effects_total{status="suppressed"}')).toBe(1);
    expect(figureOf(text, 'tidings_effects_total{status="failed"}')).toBe(0);
  });

  test('count calls by what they are and how they ended', async () => {
    const series = 'tidings_request_seconds_count{call="conversation.read",status="404"}';
    const before = figureOf(await figures(), series) || 0;
    await world.owner.call('GET', '/conversations/nowhere');
    await expect.poll(async () => figureOf(await figures(), series)).toBe(before + 1);
  });

  test('know how far log and read models are', async () => {
    const text = await figures();
    expect(figureOf(text, 'tidings_log_position')).toBeGreaterThan(0);
    expect(figureOf(text, 'tidings_read_model_position')).toBe(figureOf(text, 'tidings_log_position'));
  });

  test('name nobody', async () => expect(await figures()).not.toMatch(/pluto|@|[0-9a-f]{8}-[0-9a-f]{4}-/));
});

describe('the log', () => {
  test('has a line for each request: who by ids, what and how it ended', async () => {
    await world.user.call('GET', '/conversations/nowhere', undefined, { 'x-request-id': 'look-me-up' });
    await expect.poll(() => lines.filter((line) => line.includes('look-me-up')).length).toBe(1);
    const line = JSON.parse(lines.find((each) => each.includes('look-me-up')) ?? '');
    expect(line).toMatchObject({
      message: 'request',
      method: 'GET',
      call: 'conversation.read',
      status: 404,
      tenant_id: world.tenantId,
      actor: `user:${world.user.id}`,
    });
  });

  test('has the reason where a store is unavailable', async () => {
    const store = tidings.app.get<EventStore>(EVENT_STORE);
    const refusing = vi.spyOn(store, 'append').mockRejectedValue(new StoreUnavailable('The disk is full.'));
    const { status } = await world.user.call(
      'POST',
      '/conversations',
      { id: 'unheard', conversation_type_id: world.ids.type },
      { 'x-request-id': 'why-503' },
    );
    refusing.mockRestore();
    expect(status).toBe(503);
    await expect.poll(() => lines.filter((line) => line.includes('why-503')).length).toBe(1);
    const line = JSON.parse(lines.find((each) => each.includes('why-503')) ?? '');
    expect(line).toMatchObject({ status: 503, reason: 'The disk is full.' });
  });

  test('holds nothing personal and no secret, whatever was done and refused', async () => {
    const said: string[] = [];
    for (const operation of Object.keys(sampleCalls)) {
      const { call, send, good } = await goodCall(tidings, world, operation);
      said.push(...textsIn(good));
      const { body } = await send();
      for (const name of ['api_key', 'access_token', 'id_token', 'refresh_token', 'url'])
        if (body?.[name]) said.push(body[name]);
      await send({}, '?name=Quite%20Personal');
      if (call.method !== 'GET') await send({ raw: '{"text":"Quite Personal"' });
      await send({ headers: { authorization: 'Bearer QuitePersonal', 'x-api-key': 'QuitePersonal' } });
    }
    const secrets = Object.values(world).flatMap((each) =>
      Object.values((each as { headers?: object })?.headers ?? {}),
    );
    const mustNot = [PASSWORD, 'Quite', 'acme.example', 'pluto text', 'pluto client', 'pluto description', ...said];
    mustNot.push(...secrets.map((secret) => String(secret).replace(/^Bearer /, '')), world.refreshToken);
    expect(lines.length).toBeGreaterThan(200);
    const log = lines.join('\n');
    for (const text of mustNot.filter((each) => each.length > 5)) expect(log).not.toContain(text);
  });
});

/** Texts of a body that are no ids and no choices. */
const textsIn = (body: unknown): readonly string[] =>
  Object.entries((body ?? {}) as object).flatMap(([name, value]) =>
    typeof value === 'string' && !/(^|_)(id|ids|kind|activity|by|at|subdomain)$/.test(name) ? [value] : [],
  );
