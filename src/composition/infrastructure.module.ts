import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../config/config.js';
import { OutboxWorker } from '../engine/effects/outbox-worker.js';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { OperatorCommands } from '../engine/operator/operator-commands.js';
import { provide } from '../engine/provide.js';
import { LOOP } from '../fairness/loop.js';
import { RateSharing } from '../fairness/rate-limits/rate-sharing.js';
import { TenantBudget } from '../fairness/tenant-budget.js';
import { BoundedAnswers } from '../http/answer/bounded-answers.js';
import { Commands } from '../http/request/commands.js';
import { Connections } from '../http/server/connections.js';
import { LARGE_BODY_BYTES } from '../large-data/large-bodies.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../ports/delivery/outbound-http.js';
import { PASSWORDS, type Passwords } from '../ports/identity/passwords.js';
import { PROCESS_LAUNCHER, type ProcessLauncher } from '../ports/process/process-launcher.js';
import { SCHEMA_VALIDATOR, type SchemaValidator } from '../ports/process/schema-validator.js';
import { TELEMETRY, type Telemetry } from '../ports/process/tracing.js';
import { DOCUMENT_STORE, type DocumentStore } from '../ports/stores/document-store.js';
import { EVENT_STORE, type EventStore } from '../ports/stores/event-store.js';
import { LARGE_JSON, type LargeJson } from '../ports/stores/large-json.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../ports/stores/operational-store.js';
import { SPOOL, type Spool } from '../ports/stores/spool.js';
import { SocketPlaces } from '../realtime/gateway/socket-places.js';
import { adapters } from './adapters.js';
import type { Registry } from './combine.js';
import { idleBounds, socketBounds } from './connection-bounds.js';
import { engineProviders } from './engine.providers.js';
import { sealedEntries } from './stores.js';

const EFFECTS_END_MS = 5_000;

/** Least bytes of large bodies that a tenant may send at once. TENANT_BODIES of the largest size always fit. */
const LARGE_BODIES = 67_108_864;
const TENANT_BODIES = 2;
/** The room for all, in shares of a tenant. */
const TENANTS_AT_ONCE = 4;

/** Ports and engine: what every module may inject. The only global module. */
@Global()
@Module({ imports: [CqrsModule.forRoot()] })
export class InfrastructureModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    @Inject(WorkerHost) private readonly workers: WorkerHost,
    @Inject(OutboxWorker) private readonly outbox: OutboxWorker,
    @Inject(RateSharing) private readonly rates: RateSharing,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SCHEMA_VALIDATOR) private readonly validator: SchemaValidator,
    @Inject(LARGE_JSON) private readonly largeJson: LargeJson,
    @Inject(PROCESS_LAUNCHER) private readonly launcher: ProcessLauncher,
    @Inject(SPOOL) private readonly spool: Spool,
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
    @Inject(PASSWORDS) private readonly passwords: Passwords,
    @Inject(OperatorCommands) private readonly operator: OperatorCommands,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  /** The last provider for a port replaces earlier ones. */
  static with(config: Config, registry: Registry, replaced: readonly Provider[]): DynamicModule {
    const answers = provide(
      BoundedAnswers,
      [CONFIG, LOOP],
      ({ answerMaxBytes }, loop) => new BoundedAnswers(answerMaxBytes, loop),
    );
    const inFlight = provide(LARGE_BODY_BYTES, [CONFIG], ({ conversationDataMax }) => {
      const perTenant = Math.max(LARGE_BODIES, TENANT_BODIES * conversationDataMax);
      return new TenantBudget({ perTenant, total: TENANTS_AT_ONCE * perTenant, leavesFree: true });
    });
    const connections = provide(Connections, [], () => new Connections(idleBounds()));
    const places = provide(SocketPlaces, [], () => new SocketPlaces(socketBounds()));
    const shared = [Commands, answers, inFlight, connections, places];
    const engine = [sealedEntries(registry), ...engineProviders(registry)];
    const own = [{ provide: CONFIG, useValue: config }, ...adapters, ...engine, ...shared];
    const providers = [...own, ...replaced];
    return { module: InfrastructureModule, global: true, providers, exports: providers };
  }

  onApplicationBootstrap(): Promise<void> {
    return this.operator.listen();
  }

  /** Effects under way end first, so that their outcomes are known. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.operator.close();
    this.outbox.close();
    await this.outbox.idle(EFFECTS_END_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.telemetry.close();
    this.rates.close();
    await this.workers.close();
    await this.outside.close();
    await this.events.close();
    await this.documents.close();
    await this.operations.close();
    await this.validator.close();
    await this.largeJson.close();
    await this.launcher.close();
    await this.spool.close();
    await this.passwords.close();
  }
}
