import { join } from 'node:path';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ajvValidator } from '../adapters/ajv/ajv-validator.js';
import { Argon2Passwords } from '../adapters/argon2/argon2-passwords.js';
import { FileBlobs } from '../adapters/file-blobs/file-blobs.js';
import { MemoryBlobs } from '../adapters/file-blobs/memory-blobs.js';
import { FileKeys } from '../adapters/file-keys/file-keys.js';
import { fileSecrets } from '../adapters/file-keys/file-secrets.js';
import { InProcessSignals } from '../adapters/in-process/signals.js';
import { noFolder, outboxFolder } from '../adapters/outbox-folder/outbox-folder.js';
import { mailOutbox, smsOutbox } from '../adapters/outbox-folder/outboxes.js';
import { pinoLogger } from '../adapters/pino/logger.js';
import { htmlCleaner } from '../adapters/sanitize-html/html-cleaner.js';
import { SqliteDocumentStore } from '../adapters/sqlite/document-store.js';
import { SqliteEventStore } from '../adapters/sqlite/event-store.js';
import { SqliteOperationalStore } from '../adapters/sqlite/operational-store.js';
import { SsrfSafeHttp } from '../adapters/ssrf-safe-http/ssrf-safe-http.js';
import { StoredSignals } from '../adapters/stored-signals/signals.js';
import { systemClock } from '../adapters/system/clock.js';
import { systemIds } from '../adapters/system/ids.js';
import { twilioSms } from '../adapters/twilio/twilio-sms.js';
import { CONFIG, type Config, isEmbedded, WrongSetting } from '../config.js';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { Commands } from '../http/pipeline/commands.js';
import { EndpointGuard } from '../http/pipeline/endpoint.guard.js';
import { ApiKeyModule } from '../modules/api-key/api-key.manifest.js';
import { AuthModule } from '../modules/auth/auth.manifest.js';
import { ConversationModule } from '../modules/conversation/conversation.manifest.js';
import { ConversationTypeModule } from '../modules/conversation-type/conversation-type.manifest.js';
import { MessageModule } from '../modules/message/message.manifest.js';
import { MessageTemplateModule } from '../modules/message-template/message-template.manifest.js';
import { NotificationModule } from '../modules/notification/notification.manifest.js';
import { ParticipantModule } from '../modules/participant/participant.manifest.js';
import { ServiceModule } from '../modules/service/service.manifest.js';
import { SignUpModule } from '../modules/signup/signup.manifest.js';
import { SmsModule } from '../modules/sms/sms.manifest.js';
import { TenantModule } from '../modules/tenant/tenant.manifest.js';
import { UserModule } from '../modules/user/user.manifest.js';
import { WebhookModule } from '../modules/webhook/webhook.manifest.js';
import { WorkflowModule } from '../modules/workflow/workflow.manifest.js';
import { BLOBS } from '../ports/blobs.js';
import { CLOCK, type Clock, IDS } from '../ports/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../ports/document-store.js';
import { EVENT_STORE, type EventStore } from '../ports/event-store.js';
import { HTML_CLEANER } from '../ports/html-cleaner.js';
import { KEYS } from '../ports/keys.js';
import { LOGGER } from '../ports/logger.js';
import { MAILER, type Mail, type Mailer } from '../ports/mailer.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../ports/operational-store.js';
import { OUTBOUND_HTTP, type OutboundHttp } from '../ports/outbound-http.js';
import { PASSWORDS } from '../ports/passwords.js';
import { SCHEMA_VALIDATOR, type SchemaValidator } from '../ports/schema-validator.js';
import { SECRETS } from '../ports/secrets.js';
import { SIGNALS } from '../ports/signals.js';
import { SMS_OUTBOX, SMS_PROVIDER } from '../ports/sms.js';
import { RealtimeModule } from '../realtime/realtime.module.js';
import { engineProviders } from './engine.providers.js';

/** `sqlite:` is a file of the data folder, `sqlite:<path>` that file. */
const fileOf = (url: string, { dataDir }: Config, file: string) =>
  url.slice('sqlite:'.length) || (dataDir === ':memory:' ? dataDir : join(dataDir, file));

/** No other process can write the log, so none shares the other stores either. */
const isAlone = ({ eventStoreUrl }: Config) => isEmbedded(eventStoreUrl);

/** Where mails and messages lie that nobody sends. */
const outboxOf = ({ dataDir }: Config) => (dataDir === ':memory:' ? noFolder : outboxFolder(join(dataDir, 'outbox')));

/** Loaded with the first mail. */
const composed = async (mail: Mail) => (await import('../adapters/smtp/compose.js')).compose(mail);

/** A judged value costs about 64 bytes a character. */
const validatorMemory = ({ conversationDataMax }: Config) =>
  Math.max(256, Math.ceil((conversationDataMax * 64) / 1_048_576));

/** Which adapter serves which port: the only place that knows. */
const adapters: readonly Provider[] = [
  { provide: CLOCK, useValue: systemClock },
  { provide: IDS, useValue: systemIds },
  { provide: LOGGER, inject: [CONFIG], useFactory: (config: Config) => pinoLogger(config.logLevel) },
  {
    provide: EVENT_STORE,
    inject: [CONFIG],
    useFactory: async (config: Config): Promise<EventStore> => {
      const { eventStoreUrl: url, eventStoreMayLose: allowVolatile } = config;
      if (isEmbedded(url)) return new SqliteEventStore(fileOf(url, config, 'log.db'));
      const { KurrentEventStore } = await import('../adapters/eventstoredb/event-store.js');
      const { VolatileServer } = await import('../adapters/eventstoredb/server-settings.js');
      const store = new KurrentEventStore(url, { allowVolatile });
      await store.check().catch((error) => {
        if (error instanceof VolatileServer) throw new WrongSetting(error.message);
      });
      return store;
    },
  },
  {
    provide: DOCUMENT_STORE,
    inject: [CONFIG],
    useFactory: async (config: Config): Promise<DocumentStore> => {
      const { readStoreUrl: url } = config;
      if (isEmbedded(url)) return new SqliteDocumentStore(fileOf(url, config, 'read.db'), { shared: !isAlone(config) });
      const { MongoDocumentStore } = await import('../adapters/mongodb/document-store.js');
      return new MongoDocumentStore(url);
    },
  },
  {
    provide: OPERATIONAL_STORE,
    inject: [CONFIG],
    useFactory: async (config: Config): Promise<OperationalStore> => {
      const { readStoreUrl: url } = config;
      if (isEmbedded(url))
        return new SqliteOperationalStore(fileOf('sqlite:', config, 'ledger.db'), { shared: !isAlone(config) });
      const { MongoOperationalStore } = await import('../adapters/mongodb/operational-store.js');
      return new MongoOperationalStore(url);
    },
  },
  {
    provide: KEYS,
    inject: [CONFIG, CLOCK],
    useFactory: ({ dataDir, masterKey }: Config, clock: Clock) =>
      FileKeys.open(dataDir, masterKey, clock).catch(({ message }: Error) => {
        throw new WrongSetting(message);
      }),
  },
  {
    provide: SECRETS,
    inject: [CONFIG],
    useFactory: ({ dataDir, masterKey }: Config) => fileSecrets(dataDir, masterKey),
  },
  {
    provide: OUTBOUND_HTTP,
    inject: [CONFIG],
    useFactory: ({ outboundAllow: allow }: Config) => new SsrfSafeHttp({ allow }),
  },
  { provide: PASSWORDS, useClass: Argon2Passwords },
  {
    provide: SCHEMA_VALIDATOR,
    inject: [CONFIG],
    useFactory: (config: Config) => ajvValidator({ memoryMiB: validatorMemory(config) }),
  },
  { provide: HTML_CLEANER, useValue: htmlCleaner },
  {
    provide: MAILER,
    inject: [CONFIG],
    useFactory: async (config: Config): Promise<Mailer> => {
      if (config.smtpUrl === undefined) return mailOutbox(outboxOf(config), composed);
      const { smtpMailer } = await import('../adapters/smtp/smtp-mailer.js');
      return smtpMailer(config.smtpUrl);
    },
  },
  { provide: SMS_PROVIDER, inject: [CONFIG], useFactory: (config: Config) => twilioSms(config.twilioBaseUrl) },
  { provide: SMS_OUTBOX, inject: [CONFIG], useFactory: (config: Config) => smsOutbox(outboxOf(config)) },
  {
    provide: SIGNALS,
    inject: [CONFIG, OPERATIONAL_STORE, CLOCK, IDS, LOGGER],
    useFactory: (config: Config, operations, clock, ids, logger) =>
      isAlone(config) ? new InProcessSignals() : new StoredSignals(operations, clock, ids, WorkerHost.failed(logger)),
  },
  {
    provide: BLOBS,
    inject: [CONFIG],
    useFactory: ({ dataDir }: Config) =>
      dataDir === ':memory:' ? new MemoryBlobs() : new FileBlobs(join(dataDir, 'blobs')),
  },
];

/** What every module may ask for. */
@Global()
@Module({ imports: [CqrsModule.forRoot()] })
class InfrastructureModule implements OnApplicationShutdown {
  constructor(
    @Inject(WorkerHost) private readonly machine: WorkerHost,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SCHEMA_VALIDATOR) private readonly validate: SchemaValidator,
    @Inject(OUTBOUND_HTTP) private readonly outside: OutboundHttp,
  ) {}

  static with(config: Config): DynamicModule {
    const providers = [{ provide: CONFIG, useValue: config }, ...adapters, ...engineProviders, Commands];
    return { module: InfrastructureModule, global: true, providers, exports: providers };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.machine.close();
    await this.outside.close();
    await this.events.close();
    await this.documents.close();
    await this.operations.close();
    await this.validate.close();
  }
}

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        InfrastructureModule.with(config),
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
        WebhookModule,
        WorkflowModule,
        MessageTemplateModule,
        NotificationModule,
        SmsModule,
        ...(config.roles.has('api') ? [RealtimeModule] : []),
      ],
      providers: [{ provide: APP_GUARD, useClass: EndpointGuard }],
    };
  }
}
