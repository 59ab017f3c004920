import { randomBytes } from 'node:crypto';
import { fileSecrets } from '../../../src/adapters/file-keys/file-secrets.js';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../../../src/adapters/sqlite/operational/operational-store.js';
import { SsrfSafeHttp } from '../../../src/adapters/ssrf-safe-http/ssrf-safe-http.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import type { WebhookType } from '../../../src/catalogue/webhook-types.js';
import { vocabulary } from '../../../src/composition/registry.js';
import type { Config } from '../../../src/config/config.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { QueueLengths } from '../../../src/engine/effects/queue-lengths.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Event } from '../../../src/kernel/event.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { MessageDeleted } from '../../../src/modules/conversations/message/domain/message.events.js';
import { secretPurpose } from '../../../src/modules/reach/webhook/domain/webhook-secret.js';
import type { Clock } from '../../../src/ports/process/clock.js';
import type { Logger } from '../../../src/ports/process/logger.js';
import { NO_TELEMETRY } from '../../../src/ports/process/tracing.js';
import type { OperationalStore } from '../../../src/ports/stores/operational-store.js';
import { deliveryRange } from '../../../src/webhooks/plan/delivery.js';
import { DeliveryStore } from '../../../src/webhooks/plan/delivery-store.js';
import { Dispatcher } from '../../../src/webhooks/plan/dispatcher.js';
import { EndpointSettings } from '../../../src/webhooks/plan/endpoint-settings.js';

import { directGateway } from './direct-gateway.js';
import { newEventMeta } from './given.js';
import { publicEventHistory } from './public-event-history.js';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Log and ledger in memory, and dispatchers on them that come and go. Without pauses the schedule is the default one. */
export async function dispatcherHarness(pauses: readonly number[] = [0.05, 0.05], clock: Clock = systemClock) {
  const log = new EventLog(new SqliteEventStore(':memory:'), codecFor(vocabulary));
  const history = await publicEventHistory(log);
  const operations = new SqliteOperationalStore(':memory:');
  const secrets = fileSecrets(':memory:', randomBytes(32));
  const runner = new CommandRunner(log, systemIds, clock);
  const deliveries = new DeliveryStore(operations, clock);
  const versions = new Map<string, number>();

  async function append(stream: string, ...events: readonly Event[]): Promise<void> {
    const version = versions.get(stream) ?? 0;
    const meta = () => newEventMeta(systemIds.next(), { at: clock.now() });
    await log.append(
      stream,
      version,
      events.map((event) => ({ ...event, meta: meta() })),
    );
    versions.set(stream, version + events.length);
  }

  const queued = (tenantId: string) => operations.list<{ rest?: object }>(tenantId, 'webhook-queue', '', 200_000);

  return {
    log,
    operations,
    deliveries,
    /** Through a ledger of its own, if need be, which is what a crash is made with. */
    dispatcher(through: OperationalStore = operations): Dispatcher {
      const config = (pauses.length > 0 ? { webhookRetrySeconds: pauses } : {}) as Config;
      return new Dispatcher(
        history,
        through,
        new DeliveryStore(through, clock),
        new EndpointSettings(log, secrets),
        new SsrfSafeHttp({ allow: ['127.0.0.0/8'], resolve: async () => [] }),
        directGateway(runner),
        clock,
        systemIds,
        config,
        silent,
        new QueueLengths(),
        NO_TELEMETRY,
      );
    },
    async listen(tenantId: string, endpointUrl: string, types: readonly WebhookType[]): Promise<void> {
      const sealed = secrets.seal(secretPurpose(tenantId), SECRET);
      const settings = { type: 'WebhookSettingsCreated', data: { endpointUrl, enabled: true, sealed } };
      await append(streamName('webhookSettings', tenantId, tenantId), settings);
      for (const type of types) {
        const stream = streamName('webhookFeature', tenantId, type);
        await append(stream, { type: 'WebhookFeatureCreated', data: { enabled: true } });
      }
    },
    open: (tenantId: string, id: string) =>
      append(streamName('conversation', tenantId, id), {
        type: 'ConversationOpened',
        data: { conversationTypeId: 'case' },
      }),
    post(tenantId: string, conversation: string, texts: readonly string[]): Promise<void> {
      const stream = streamName('messageLog', tenantId, conversation);
      const before = versions.get(stream) ?? 0;
      const posted = texts.map((text, i) => ({
        type: 'MessagePosted',
        data: {
          kind: 'TEXT',
          text,
          messageId: systemIds.next(),
          sequence: before + i + 1,
          participantId: 'client',
          seenBy: 'client',
        },
      }));
      return append(stream, ...posted);
    },
    /** Changes the settings, as a PUT does. */
    change: (tenantId: string, patch: object) =>
      append(streamName('webhookSettings', tenantId, tenantId), { type: 'WebhookSettingsChanged', data: patch }),
    /** Deletes a message; the read models hold the deletion too. */
    async delete(tenantId: string, conversation: string, data: MessageDeleted['data']): Promise<void> {
      await append(streamName('messageLog', tenantId, conversation), { type: 'MessageDeleted', data });
      await history.project();
    },
    all: (tenantId: string) => deliveries.listed(tenantId).newest(deliveryRange({}), { limit: 100_000 }),
    now: () => clock.now(),
    /** Deliveries that wait for their next attempts. */
    resting: async (tenantId: string) => (await queued(tenantId)).filter(({ value }) => value.rest),
    queued,
    async close() {
      await operations.close();
    },
  };
}

export type Dispatchery = Awaited<ReturnType<typeof dispatcherHarness>>;
