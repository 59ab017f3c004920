import 'reflect-metadata';
import type { RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../catalogue/limits/limits.js';
import type { Config } from '../config/config.js';
import { Idempotency } from '../engine/commands/idempotency.js';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { EventLog } from '../engine/log/event-log.js';
import type { Manifest } from '../engine/manifest.js';
import { ServedVersions } from '../engine/read-models/building/served-versions.js';
import { ServiceStart } from '../engine/read-models/building/service-start.js';
import { CaughtUp } from '../engine/read-models/caught-up.js';
import { LOOP } from '../fairness/loop.js';
import { RateLimiter } from '../fairness/rate-limits/rate-limiter.js';
import { RateSharing } from '../fairness/rate-limits/rate-sharing.js';
import type { TenantBudget } from '../fairness/tenant-budget.js';
import { RejectionFilter } from '../http/answer/rejection.filter.js';
import { Metrics } from '../http/metrics/metrics.js';
import { MetricsServer } from '../http/metrics/metrics-server.js';
import { ApiReference } from '../http/openapi/document/openapi.js';
import { EXPOSED_HEADERS } from '../http/openapi/endpoint/headers.js';
import { Admission } from '../http/request/admission.js';
import { assertEveryRouteGuarded, EndpointRoutes } from '../http/request/endpoints.js';
import { refusedAtStart } from '../http/request/refused-at-start.js';
import { bodyLimitFor, prepareRequests } from '../http/request/requests.js';
import { Routes } from '../http/request/routes.js';
import { refuseUnknownRoute } from '../http/request/unknown-route.js';
import { Connections } from '../http/server/connections.js';
import { refuseMalformedRequest } from '../http/server/malformed-request.js';
import { assertPaced } from '../http/server/paced-check.js';
import { METHODS, ServiceServer } from '../http/server/service-server.js';
import { sendSite, serveSite } from '../http/site/serve-site.js';
import { SiteRoutes } from '../http/site/site-routes.js';
import { MINUTE, SECOND } from '../kernel/instant.js';
import { Rejection } from '../kernel/rejection.js';
import { LARGE_BODY_BYTES } from '../large-data/large-bodies.js';
import { isMainDomain } from '../modules/tenants/tenant/application/is-main-domain.js';
import { AUTHENTICATOR, type Authenticator } from '../ports/identity/authenticator.js';
import { CLOCK, IDS, type Ids } from '../ports/process/clock.js';
import { LOGGER, type Logger } from '../ports/process/logger.js';
import { StartRefused } from '../ports/process/start-refused.js';
import { TELEMETRY } from '../ports/process/tracing.js';
import { DOCUMENT_STORE } from '../ports/stores/document-store.js';
import { EVENT_STORE, type EventStore, StoreRefused } from '../ports/stores/event-store.js';
import { SPOOL } from '../ports/stores/spool.js';
import { Gateway } from '../realtime/gateway/gateway.js';
import { Broadcaster } from '../realtime/subscriptions/broadcaster.js';
import { siteFolderOf } from './adapters.js';
import { AppModule } from './app.module.js';
import { combine } from './combine.js';
import { assertMasterKey, assertRestored, makePrivate } from './private-data.js';
import { manifests } from './registry.js';
import { addStoreMetrics } from './store-metrics.js';
import { useDeclared } from './use-declared.js';

const WELL_KNOWN = ['jwks.json', 'security.txt', 'tidings-log-keys'].map((name) => `.well-known/${name}`);

/** Timeouts of the server. `boundBodyTime` and uploads bound the time of bodies. */
const timeouts = ({ keepAliveSeconds }: Config) => ({
  headersTimeout: 30 * SECOND,
  requestTimeout: (limits.uploadMinutes + 1) * MINUTE,
  keepAliveTimeout: keepAliveSeconds * SECOND,
});

/** The whole application, not yet listening. Tests may replace adapters. It answers nothing before `startApp`. */
export async function createApp(
  config: Config,
  modules: readonly Manifest[] = manifests,
  replaced: readonly Provider[] = [],
): Promise<NestFastifyApplication> {
  const registry = combine(modules);
  if (config.dataDir !== ':memory:') makePrivate(config.dataDir);
  assertRestored(config);
  assertMasterKey(config);
  const folder = siteFolderOf(config);
  const site = folder && new SiteRoutes(folder, new URL(config.publicUrl).origin);
  const newId = () => app.get<Ids>(IDS).next();
  const adapter = new FastifyAdapter({
    bodyLimit: limits.bodyBytes,
    // A request that comes on an old connection while the process leaves is served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, caseSensitive: true, ignoreTrailingSlash: false },
    serverFactory: (handler: RequestListener) => new ServiceServer(timeouts(config), handler, newId),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    frameworkErrors: (_: Error, request: FastifyRequest, reply: FastifyReply) =>
      site?.has(request.url)
        ? sendSite(site, request.raw, reply.hijack().raw, { 'X-Content-Type-Options': 'nosniff' })
        : refuseUnknownRoute(request, reply, newId),
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      refuseMalformedRequest(error as { code?: string }, socket, newId),
  });
  const routes = new Routes();
  const largeBody = config.conversationDataMax + limits.bodySlack;
  const fastify = adapter.getInstance();
  fastify.addHook('onRoute', (route) => {
    routes.add(route.method, route.url);
    const large = bodyLimitFor(String(route.method), route.url, largeBody);
    if (large !== undefined) route.bodyLimit = large;
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, modules, registry, replaced),
    adapter,
    {
      logger: false,
      bodyParser: false,
      abortOnError: false,
    },
  );
  assertEveryRouteGuarded(app);
  app.setGlobalPrefix('api/v1', {
    exclude: [...WELL_KNOWN, 'health/live', 'health/ready', 'metrics'],
  });
  app.enableCors({
    origin: '*',
    methods: METHODS,
    exposedHeaders: [...EXPOSED_HEADERS],
    maxAge: 86_400,
    strictPreflight: false,
  });
  app.useWebSocketAdapter(new IoAdapter(app));
  if (!config.roles.has('api')) onlyService(fastify as never);
  const logger = app.get<Logger>(LOGGER);
  const metrics = app.get(Metrics);
  const log = app.get(EventLog);
  const caughtUp = app.get(CaughtUp);
  const start = app.get(ServiceStart);
  const broadcaster = config.roles.has('api') ? app.get(Broadcaster) : undefined;
  metrics.counter(
    'tidings_skipped_frames_total',
    'Events of which sockets got a GAP frame',
    () => broadcaster?.skipped ?? 0,
  );
  addStoreMetrics(app);
  app.useGlobalFilters(new RejectionFilter(logger, routes));
  const clock = app.get(CLOCK);
  prepareRequests(fastify as never, {
    clock,
    ids: app.get(IDS),
    tracing: app.get(TELEMETRY),
    idempotency: app.get(Idempotency),
    admission: new Admission(
      app.get<Authenticator>(AUTHENTICATOR, { strict: false }),
      app.get(RateLimiter),
      clock,
      logger,
    ),
    endpoints: new EndpointRoutes(app),
    loop: app.get(LOOP),
    connections: app.get(Connections),
    refusedAtStart: refusedAtStart(start, site),
    isSecure: config.publicUrl.startsWith('https:'),
    shown: () => caughtUp.position,
    isLogAway: () => log.outage.isOn,
    largeBodies: { spool: app.get(SPOOL), inFlight: app.get<TenantBudget>(LARGE_BODY_BYTES), largeBody },
    answered: (request, reply) => {
      note(logger, request, reply);
      metrics.answered(request.context.endpoint?.permission ?? 'none', reply.statusCode, reply.elapsedTime);
    },
  });
  const served = app.get(ServedVersions);
  // After the body, whose events come in a context of their own.
  fastify.addHook('preHandler', (_request, _reply, done) => served.keep(done));
  const isMain = (domain: string) => isMainDomain(app.get(DOCUMENT_STORE), config.publicUrl, domain);
  if (site) serveSite(fastify as never, site, isMain);
  app.get(ApiReference).describe(app);
  useDeclared(app, registry);
  return app;
}

/** A process that answers no calls still says how it is. */
function onlyService(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const [path] = request.url.split('?');
    done(path?.startsWith('/health/') || path === '/metrics' ? undefined : new Rejection('errors.not_found'));
  });
}

/**
 * Logs one line for each request, with the caller's ids and without content. After the outage of a store it says the
 * reason. Health checks are frequent, so their level is debug.
 */
function note(logger: Logger, { context, method }: FastifyRequest, reply: FastifyReply): void {
  const isHealthCheck = context.endpoint?.permission === 'service.health' && reply.statusCode < 400;
  logger[isHealthCheck ? 'debug' : 'info'](
    {
      request_id: context.requestId,
      ...(context.correlationId === context.requestId ? {} : { correlation_id: context.correlationId }),
      method,
      call: context.endpoint?.permission,
      status: reply.statusCode,
      ...(context.reason === undefined ? {} : { reason: context.reason }),
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(context.isAnonymous ? {} : { tenant_id: context.caller.tenantId, actor: context.caller.actor }),
    },
    'request',
  );
}

/** Listens, then recovers what the log holds. Resolves when the service answers every call. */
export async function startApp(app: NestFastifyApplication, config: Config): Promise<string> {
  await assertPaced();
  await app.init();
  const connections = app.get(Connections);
  connections.watch(app.getHttpServer());
  app
    .get(Metrics)
    .counter(
      'tidings_closed_idle_connections_total',
      'Connections that waited for their client and were closed for further ones',
      () => connections.closedIdle,
    );
  const { host, port, metricsPort, metricsToken } = config;
  if (metricsPort !== undefined) {
    const own = new MetricsServer(app.get(Metrics), metricsToken);
    await own.listen(metricsPort);
    app.getHttpServer().once('close', () => own.close());
  }
  await app.listen(port, host);
  const url = await app.getUrl();
  const { address, port: bound } = app.getHttpServer().address() as AddressInfo;
  app.get<Logger>(LOGGER).info({ address, port: bound }, 'The service listens, and starts');
  try {
    await recover(app, config);
  } catch (error) {
    app.getHttpServer().close();
    throw error instanceof StoreRefused ? new StartRefused(`${error.message}. Correct it, and start again.`) : error;
  }
  app.get(ServiceStart).end();
  return url;
}

/** Sockets begin at the end of the log, before the read models are built. */
async function recover(app: NestFastifyApplication, { roles }: Config): Promise<void> {
  const [events, workers] = [app.get<EventStore>(EVENT_STORE), app.get(WorkerHost)];
  await events.check?.().catch(({ message }: Error) => {
    throw new StartRefused(message);
  });
  await workers.reachable();
  if (roles.has('api')) {
    if (!events.exclusive) app.get(RateSharing).start();
    await app.get(Gateway).start();
  }
  await workers.start();
}
