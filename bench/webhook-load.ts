import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { fileSecrets } from '../src/adapters/file-keys/file-secrets.js';
import { SqliteEventStore } from '../src/adapters/sqlite/events/event-store.js';
import { SqliteOperationalStore } from '../src/adapters/sqlite/operational/operational-store.js';
import { SsrfSafeHttp } from '../src/adapters/ssrf-safe-http/ssrf-safe-http.js';
import { systemClock } from '../src/adapters/system/clock.js';
import { systemIds } from '../src/adapters/system/ids.js';
import { vocabulary } from '../src/composition/registry.js';
import type { Config } from '../src/config/config.js';
import { CommandRunner } from '../src/engine/commands/command-runner.js';
import { QueueLengths } from '../src/engine/effects/queue-lengths.js';
import { codecFor } from '../src/engine/log/codec.js';
import { EventLog } from '../src/engine/log/event-log.js';
import type { Event } from '../src/kernel/event.js';
import { streamName } from '../src/kernel/stream.js';
import { secretPurpose } from '../src/modules/reach/webhook/domain/webhook-secret.js';
import { NO_TELEMETRY } from '../src/ports/process/tracing.js';
import { DeliveryStore } from '../src/webhooks/plan/delivery-store.js';
import { Dispatcher } from '../src/webhooks/plan/dispatcher.js';
import { EndpointSettings } from '../src/webhooks/plan/endpoint-settings.js';
import { directGateway } from '../test/support/given/direct-gateway.js';
import { publicEventHistory } from '../test/support/given/public-event-history.js';

/** Delivers signed webhooks to a receiver, through the product's dispatcher or without it. */
const [kind = '', folder = '', port = ''] = process.argv.slice(2);
const TENANTS = 8;
const AT_ONCE = 8 * TENANTS;
const CONVERSATIONS = 400;
const URL_OF_SINK = `http://127.0.0.1:${port}/hook`;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const TEXT = 'x'.repeat(200);

type Deliver = (count: number) => Promise<void>;
/** The preparation is not measured; the delivery that it returns is. */
type Prepare = (count: number) => Promise<Deliver>;

function product(): Prepare {
  const log = new EventLog(new SqliteEventStore(join(folder, 'log.db')), codecFor(vocabulary));
  const operations = new SqliteOperationalStore(join(folder, 'operational.db'));
  const secrets = fileSecrets(folder, randomBytes(32));
  const tenants = Array.from({ length: TENANTS }, () => systemIds.next());
  const versions = new Map<string, number>();
  let delivered = 0;
  let removedOne = () => {};
  const deliveries = new DeliveryStore(operations, systemClock);
  const remove = deliveries.queues.remove.bind(deliveries.queues);
  deliveries.queues.remove = async (tenantId, queued) => {
    const removed = await remove(tenantId, queued);
    delivered++;
    removedOne();
    return removed;
  };

  async function append(stream: string, event: Event): Promise<void> {
    const version = versions.get(stream) ?? 0;
    versions.set(stream, version + 1);
    const id = systemIds.next();
    const meta = { id, at: systemClock.now(), actor: 'user:anna', commandId: id, correlationId: 'r' };
    await log.append(stream, version, [{ ...event, meta }]);
  }

  const listening = Promise.all(
    tenants.map(async (tenantId) => {
      const sealed = secrets.seal(secretPurpose(tenantId), SECRET);
      const data = { endpointUrl: URL_OF_SINK, enabled: true, sealed };
      await append(streamName('webhookSettings', tenantId, tenantId), { type: 'WebhookSettingsCreated', data });
      const feature = streamName('webhookFeature', tenantId, 'message.created');
      await append(feature, { type: 'WebhookFeatureCreated', data: { enabled: true } });
    }),
  );

  function posted(n: number): Promise<void> {
    const stream = streamName('messageLog', tenants[n % TENANTS] as string, `c${n % CONVERSATIONS}`);
    const sequence = (versions.get(stream) ?? 0) + 1;
    const ids = { messageId: systemIds.next(), participantId: 'client', seenBy: 'client' };
    return append(stream, { type: 'MessagePosted', data: { kind: 'TEXT', text: TEXT, sequence, ...ids } });
  }

  return async (count) => {
    await listening;
    for (let n = 0; n < count; n += CONVERSATIONS) {
      await Promise.all(Array.from({ length: Math.min(CONVERSATIONS, count - n) }, (_, i) => posted(n + i)));
    }
    const dispatcher = new Dispatcher(
      await publicEventHistory(log),
      operations,
      deliveries,
      new EndpointSettings(log, secrets),
      new SsrfSafeHttp({ allow: ['127.0.0.0/8'], resolve: async () => [] }),
      directGateway(new CommandRunner(log, systemIds, systemClock)),
      systemClock,
      systemIds,
      {} as Config,
      { debug() {}, info() {}, warn() {}, error: (fields) => process.stderr.write(`${JSON.stringify(fields)}\n`) },
      new QueueLengths(),
      NO_TELEMETRY,
    );
    return async () => {
      const until = delivered + count;
      const all = new Promise<void>((resolve) => {
        removedOne = () => delivered >= until && resolve();
      });
      await dispatcher.start();
      await all;
      dispatcher.close();
    };
  };
}

function bare(): Prepare {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const signer = new Webhook(SECRET);
  const body = JSON.stringify({
    type: 'message.created',
    data: { id: systemIds.next(), text: TEXT, more: 'y'.repeat(250) },
  });
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const [id, now] = [systemIds.next(), new Date()];
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': signer.sign(id, now, body),
      };
      const sent = http.request(URL_OF_SINK, { method: 'POST', agent, headers }, (answer) =>
        answer.resume().on('end', resolve),
      );
      sent.on('error', reject).end(body);
    });
  return async () => async (count) => {
    let left = count;
    const sender = async () => {
      while (left-- > 0) await send();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  };
}

const prepare = kind === 'product' ? product() : bare();
process.on('message', async ({ ask, count = 0 }: { readonly ask: string; readonly count?: number }) => {
  if (ask !== 'deliver') return;
  const deliver = await prepare(count);
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  await deliver(count);
  const { user, system } = process.cpuUsage(cpu);
  process.send?.({ cpuMs: (user + system) / 1_000 / count, perSecond: (count / (performance.now() - start)) * 1_000 });
});
process.channel?.ref();
process.stderr.write('ready\n');
