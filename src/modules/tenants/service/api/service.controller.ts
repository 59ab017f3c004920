import { Controller, Headers, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CONFIG, type Config } from '../../../../config/config.js';
import { WorkerHost } from '../../../../engine/effects/worker-host.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { ServiceStart } from '../../../../engine/read-models/building/service-start.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { isAnyParked } from '../../../../engine/read-models/parked/parked-list.js';
import { Metrics } from '../../../../http/metrics/metrics.js';
import { assertMayReadMetrics } from '../../../../http/metrics/metrics-access.js';
import { ApiReference } from '../../../../http/openapi/document/openapi.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { DAY, plus } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import { sharedCall } from '../../../../lib/shared-call.js';
import { StoreRefused } from '../../../../ports/stores/event-store.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { HealthDto, ReadyDto } from './service.dto.js';

const PATIENCE_MS = 1_000;
/** A year at most (RFC 9116, 2.5.5). */
const SECURITY_DAYS = 180;

/** Health, metrics and the OpenAPI document; not part of the document itself. */
@ApiExcludeController()
@Controller()
export class ServiceController {
  private readonly hasCaughtUp = sharedCall(async () => this.caughtUp.reached(await this.log.head(), PATIENCE_MS));

  private readonly anyParked = sharedCall(() => isAnyParked(this.operations));

  /** @throws StoreUnavailable, the reason why a process is not ready while a store is away */
  private readonly operationsAnswer = sharedCall(() =>
    this.operations.get({ tenantId: NO_TENANT, kind: 'lease', id: 'none' }),
  );

  constructor(
    @Inject(WorkerHost) private readonly machine: WorkerHost,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(ServiceStart) private readonly start: ServiceStart,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(ApiReference) private readonly reference: ApiReference,
  ) {}

  @Endpoint('service.health', {
    route: 'GET health/live',
    summary: 'Check that the process is alive',
    responses: { 200: HealthDto },
  })
  live(): HealthDto {
    return { status: 'ok' };
  }

  /** Ready if the stores answer, a projector works, and the read models have applied the log. Calls at once share one read. */
  @Endpoint('service.health', {
    route: 'GET health/ready',
    summary: 'Check that the process is ready for requests',
    responses: { 200: ReadyDto },
    id: 'ready',
  })
  async ready(): Promise<ReadyDto> {
    if (!this.start.isComplete) throw this.start.rejection();
    try {
      if (this.machine.ready && (await this.hasCaughtUp())) {
        return { status: (await this.anyParked()) ? 'degraded' : 'ok' };
      }
      await Promise.all([this.log.head(), this.operationsAnswer()]);
    } catch (error) {
      if (error instanceof StoreRefused) return reject('errors.store.refused');
      throw error;
    }
    return reject('errors.position.not_reached');
  }

  @Endpoint('service.metrics', {
    route: 'GET metrics',
    summary: 'Read the metrics for Prometheus',
    responses: { 200: null },
    text: true,
  })
  figures(@Ctx() ctx: RequestContext, @Headers('authorization') authorization: string | undefined): Promise<string> {
    assertMayReadMetrics(authorization, this.config);
    ctx.headers['Content-Type'] = this.metrics.contentType;
    return this.metrics.text();
  }

  @Endpoint('service.security', {
    route: 'GET .well-known/security.txt',
    summary: 'Read whom to tell about a vulnerability (RFC 9116)',
    responses: { 200: null },
    text: true,
  })
  security(@Ctx() ctx: RequestContext): string {
    const { securityContacts: contacts, publicUrl } = this.config;
    if (contacts.length === 0) reject('errors.not_found');
    ctx.headers['Content-Type'] = 'text/plain; charset=utf-8';
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${plus(ctx.at, SECURITY_DAYS * DAY)}`,
      'Preferred-Languages: en, de',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return `${lines.join('\n')}\n`;
  }

  @Endpoint('service.openapi', {
    route: 'GET openapi.json',
    summary: 'Read the OpenAPI 3.1 document of this API',
    responses: { 200: null },
  })
  openApi(@Ctx() ctx: RequestContext): string {
    ctx.headers['Content-Type'] = 'application/json; charset=utf-8';
    return this.reference.text;
  }
}
