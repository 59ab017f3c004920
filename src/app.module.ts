import { join } from 'node:path';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ajvJudge } from './adapters/ajv-judge/ajv-judge.js';
import { Argon2Passwords } from './adapters/argon2/argon2-passwords.js';
import { FileBlobs } from './adapters/file-blobs/file-blobs.js';
import { MemoryBlobs } from './adapters/file-blobs/memory-blobs.js';
import { FileKeys } from './adapters/file-keys/file-keys.js';
import { InProcessSignals } from './adapters/in-process/signals.js';
import { pinoLogger } from './adapters/pino/logger.js';
import { htmlCleaner } from './adapters/sanitize-html/html-cleaner.js';
import { SqliteDocumentStore } from './adapters/sqlite/document-store.js';
import { SqliteEventStore } from './adapters/sqlite/event-store.js';
import { SqliteLedger } from './adapters/sqlite/ledger.js';
import { systemClock } from './adapters/system/clock.js';
import { systemIds } from './adapters/system/ids.js';
import { CONFIG, type Config, WrongSetting } from './config.js';
import { CaughtUp } from './engine/caught-up.js';
import { codecFor } from './engine/codec.js';
import { CommandRunner } from './engine/command-runner.js';
import { EventLog } from './engine/event-log.js';
import { Idempotency } from './engine/idempotency.js';
import { Janitor } from './engine/janitor.js';
import { Machine } from './engine/machine.js';
import { ProcessRunner } from './engine/process-runner.js';
import { Projector } from './engine/projector.js';
import { Reservations } from './engine/reservations.js';
import { CallGuard } from './http/call.guard.js';
import { Writes } from './http/writes.js';
import { ApiKeyModule } from './modules/api-key/api-key.module.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { ConversationModule } from './modules/conversation/conversation.module.js';
import { ConversationTypeModule } from './modules/conversation-type/conversation-type.module.js';
import { MessageModule } from './modules/message/message.module.js';
import { ParticipantModule } from './modules/participant/participant.module.js';
import { ServiceModule } from './modules/service/service.module.js';
import { SignUpModule } from './modules/signup/signup.module.js';
import { TenantModule } from './modules/tenant/tenant.module.js';
import { UserModule } from './modules/user/user.module.js';
import { BLOBS } from './ports/blobs.js';
import { CLOCK, type Clock, IDS } from './ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from './ports/document-store.js';
import { EVENT_STORE, type EventStore } from './ports/event-store.js';
import { HTML_CLEANER } from './ports/html-cleaner.js';
import { KEYS } from './ports/keys.js';
import { LEDGER, type Ledger } from './ports/ledger.js';
import { LOGGER, type Logger } from './ports/logger.js';
import { PASSWORDS } from './ports/passwords.js';
import { SCHEMA_JUDGE, type SchemaJudge } from './ports/schema-judge.js';
import { SIGNALS } from './ports/signals.js';
import { RealtimeModule } from './realtime/realtime.module.js';
import { expiring, processes, projections, reactingDeciders, vocabulary } from './registry.js';

const inData = ({ dataDir }: Config, file: string) => (dataDir === ':memory:' ? dataDir : join(dataDir, file));

/** A judged value costs about 64 bytes a character. */
const judgeMemory = ({ conversationDataMax }: Config) =>
  Math.max(256, Math.ceil((conversationDataMax * 64) / 1_048_576));

/** Which adapter serves which port: the only place that knows. */
const adapters: readonly Provider[] = [
  { provide: CLOCK, useValue: systemClock },
  { provide: IDS, useValue: systemIds },
  { provide: LOGGER, inject: [CONFIG], useFactory: (config: Config) => pinoLogger(config.logLevel) },
  {
    provide: EVENT_STORE,
    inject: [CONFIG],
    useFactory: (config: Config) => new SqliteEventStore(inData(config, 'log.db')),
  },
  {
    provide: DOCUMENT_STORE,
    inject: [CONFIG],
    useFactory: (config: Config) => new SqliteDocumentStore(inData(config, 'read.db')),
  },
  { provide: LEDGER, inject: [CONFIG], useFactory: (config: Config) => new SqliteLedger(inData(config, 'ledger.db')) },
  {
    provide: KEYS,
    inject: [CONFIG, CLOCK],
    useFactory: ({ dataDir, masterKey }: Config, clock: Clock) =>
      FileKeys.open(dataDir, masterKey, clock).catch(({ message }: Error) => {
        throw new WrongSetting(message);
      }),
  },
  { provide: PASSWORDS, useClass: Argon2Passwords },
  {
    provide: SCHEMA_JUDGE,
    inject: [CONFIG],
    useFactory: (config: Config) => ajvJudge({ memoryMiB: judgeMemory(config) }),
  },
  { provide: HTML_CLEANER, useValue: htmlCleaner },
  { provide: SIGNALS, useClass: InProcessSignals },
  {
    provide: BLOBS,
    inject: [CONFIG],
    useFactory: ({ dataDir }: Config) =>
      dataDir === ':memory:' ? new MemoryBlobs() : new FileBlobs(join(dataDir, 'blobs')),
  },
];

/** The moving parts, each built once from ports. */
const engine: readonly Provider[] = [
  {
    provide: EventLog,
    inject: [EVENT_STORE],
    useFactory: (store: EventStore) => new EventLog(store, codecFor(vocabulary)),
  },
  { provide: CommandRunner, inject: [EventLog, IDS], useFactory: (log, ids) => new CommandRunner(log, ids) },
  { provide: Reservations, inject: [CommandRunner, IDS], useFactory: (runner, ids) => new Reservations(runner, ids) },
  CaughtUp,
  {
    provide: Idempotency,
    inject: [LEDGER, CLOCK, IDS, EVENT_STORE, CONFIG],
    useFactory: (ledger, clock, ids, store: EventStore, config: Config) =>
      new Idempotency(ledger, clock, ids.next(), store.exclusive, config.idempotencyHours),
  },
  {
    provide: Projector,
    inject: [EventLog, DOCUMENT_STORE, CaughtUp, LOGGER],
    useFactory: (log, documents, caughtUp, logger: Logger) =>
      new Projector(log, documents, projections, caughtUp, Machine.failed(logger)),
  },
  {
    provide: ProcessRunner,
    inject: [EventLog, CommandRunner, LEDGER, CLOCK, IDS, LOGGER],
    useFactory: (log, runner, ledger, clock, ids, logger: Logger) =>
      new ProcessRunner(log, runner, ledger, clock, ids, processes, reactingDeciders, Machine.failed(logger)),
  },
  {
    provide: Janitor,
    inject: [LEDGER, CLOCK, LOGGER],
    useFactory: (ledger, clock, logger: Logger) => new Janitor(ledger, clock, expiring, Machine.failed(logger)),
  },
  {
    provide: Machine,
    inject: [Projector, ProcessRunner, Janitor],
    useFactory: (projector, runner, janitor) => new Machine(projector, runner, janitor),
  },
];

/** What every module may ask for. */
@Global()
@Module({ imports: [CqrsModule.forRoot()] })
class HouseModule implements OnApplicationShutdown {
  constructor(
    @Inject(Machine) private readonly machine: Machine,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(LEDGER) private readonly ledger: Ledger,
    @Inject(SCHEMA_JUDGE) private readonly judge: SchemaJudge,
  ) {}

  static with(config: Config): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, ...adapters, ...engine, Writes];
    return { module: HouseModule, global: true, providers, exports: providers };
  }

  async onApplicationShutdown(): Promise<void> {
    this.machine.close();
    await this.events.close();
    await this.documents.close();
    await this.ledger.close();
    await this.judge.close();
  }
}

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        HouseModule.with(config),
        ServiceModule,
        AuthModule,
        SignUpModule,
        TenantModule,
        UserModule,
        ApiKeyModule,
        ConversationTypeModule,
        ConversationModule,
        ParticipantModule,
        MessageModule,
        RealtimeModule,
      ],
      providers: [{ provide: APP_GUARD, useClass: CallGuard }],
    };
  }
}
