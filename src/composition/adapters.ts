import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Provider } from '@nestjs/common';
import { ajvValidator } from '../adapters/ajv/ajv-validator.js';
import { largeJson } from '../adapters/ajv/large-json.js';
import { Argon2Passwords, hashesAtOnce } from '../adapters/argon2/argon2-passwords.js';
import { ChildProcesses } from '../adapters/child-processes/child-processes.js';
import { FileAssets } from '../adapters/file-assets/file-assets.js';
import { MemoryAssets } from '../adapters/file-assets/memory-assets.js';
import { FileBlobs } from '../adapters/file-blobs/file-blobs.js';
import { FileSpool } from '../adapters/file-blobs/file-spool.js';
import { MemoryBlobs } from '../adapters/file-blobs/memory-blobs.js';
import { fileKeyWrap } from '../adapters/file-keys/file-key-wrap.js';
import { FileKeys } from '../adapters/file-keys/file-keys.js';
import { FileLogSigner } from '../adapters/file-keys/file-log-signer.js';
import { fileSecrets } from '../adapters/file-keys/file-secrets.js';
import { Gazetteer } from '../adapters/gazetteer/gazetteer.js';
import { nominatimGeocoder } from '../adapters/geocoder-server/nominatim.js';
import { peliasGeocoder } from '../adapters/geocoder-server/pelias.js';
import { InProcessSignals } from '../adapters/in-process/signals.js';
import { nodeDns } from '../adapters/node-dns/dns-resolver.js';
import { nodeHostNames } from '../adapters/node-dns/host-names.js';
import { lazyOidcClient } from '../adapters/openid-client/lazy-client.js';
import { operatorSocket } from '../adapters/operator-socket/operator-socket.js';
import { noFolder, outboxFolder } from '../adapters/outbox-folder/outbox-folder.js';
import { mailOutbox, smsOutbox } from '../adapters/outbox-folder/outboxes.js';
import { pinoLogger } from '../adapters/pino/logger.js';
import { readBucketUrl } from '../adapters/s3-assets/bucket-url.js';
import { htmlCleaner } from '../adapters/sanitize-html/html-cleaner.js';
import { SharpMedia } from '../adapters/sharp-media/media-processor.js';
import { signedAssetLinks } from '../adapters/signed-urls/signed-asset-links.js';
import { lazyPasskeyVerifier } from '../adapters/simplewebauthn/lazy-verifier.js';
import { openSiteFolder } from '../adapters/site-folder/site-folder.js';
import { SsrfSafeHttp } from '../adapters/ssrf-safe-http/ssrf-safe-http.js';
import { StoredDataKeys } from '../adapters/stored-keys/stored-data-keys.js';
import { StoredSignals } from '../adapters/stored-signals/signals.js';
import { systemClock } from '../adapters/system/clock.js';
import { systemIds } from '../adapters/system/ids.js';
import { twilioSms } from '../adapters/twilio/twilio-sms.js';
import { vapidKeys } from '../adapters/web-push/vapid-keys.js';
import { webPush } from '../adapters/web-push/web-push.js';
import { CONFIG, type Config } from '../config/config.js';
import { WrongSetting } from '../config/environment.js';
import { QueueLengths } from '../engine/effects/queue-lengths.js';
import { WorkerHost } from '../engine/effects/worker-host.js';
import { provide } from '../engine/provide.js';
import { NO_TENANT } from '../kernel/stream.js';
import { DNS_RESOLVER } from '../ports/delivery/dns-resolver.js';
import { GEOCODER, type Geocoder } from '../ports/delivery/geocoder.js';
import { HOST_NAMES, type HostNames } from '../ports/delivery/host-names.js';
import { MAIL_OUTBOX, MAILER, type Mail } from '../ports/delivery/mailer.js';
import { OUTBOUND_HTTP } from '../ports/delivery/outbound-http.js';
import { SMS_OUTBOX, SMS_PROVIDER } from '../ports/delivery/sms.js';
import { WEB_PUSH } from '../ports/delivery/web-push.js';
import { KEY_WRAP } from '../ports/identity/key-wrap.js';
import { KEYS } from '../ports/identity/keys.js';
import { LOG_SIGNER } from '../ports/identity/log-signer.js';
import { OIDC_CLIENT } from '../ports/identity/oidc-client.js';
import { PASSKEY_VERIFIER } from '../ports/identity/passkey-verifier.js';
import { PASSWORDS } from '../ports/identity/passwords.js';
import { SECRETS } from '../ports/identity/secrets.js';
import { ASSET_STORE } from '../ports/media/asset-store.js';
import { HTML_CLEANER } from '../ports/media/html-cleaner.js';
import { MEDIA_PROCESSOR } from '../ports/media/media-processor.js';
import { ASSET_LINKS } from '../ports/media/signed-asset-links.js';
import { CLOCK, IDS } from '../ports/process/clock.js';
import { LOGGER } from '../ports/process/logger.js';
import { OPERATOR_CALLS } from '../ports/process/operator-calls.js';
import { PROCESS_LAUNCHER } from '../ports/process/process-launcher.js';
import { SCHEMA_VALIDATOR } from '../ports/process/schema-validator.js';
import { NO_TELEMETRY, TELEMETRY } from '../ports/process/tracing.js';
import { BLOBS } from '../ports/stores/blobs.js';
import { DATA_KEYS } from '../ports/stores/data-keys.js';
import { LARGE_JSON } from '../ports/stores/large-json.js';
import { OPERATIONAL_STORE, STORED_ENTRIES } from '../ports/stores/operational-store.js';
import { SIGNALS } from '../ports/stores/signals.js';
import type { SiteFolder } from '../ports/stores/site-folder.js';
import { SPOOL } from '../ports/stores/spool.js';
import { isAlone, stores } from './stores.js';

/** The folder for mails and SMS that no server takes. */
const outboxOf = ({ dataDir }: Config) => (dataDir === ':memory:' ? noFolder : outboxFolder(join(dataDir, 'outbox')));

/** The composer is loaded with the first mail. */
const composed = async (mail: Mail) => (await import('../adapters/smtp/compose.js')).compose(mail);

/** MiB of a process that reads large values: the smallest containers take 30 bytes of memory for each of JSON. */
const largeJsonMemory = ({ conversationDataMax }: Config) =>
  Math.max(256, Math.ceil((conversationDataMax * 32) / 1_048_576));

const spoolOf = ({ dataDir }: Config) =>
  dataDir === ':memory:' ? mkdtempSync(join(tmpdir(), 'tidings-spool-')) : join(dataDir, 'spool');

/** A file that the master key does not open ends the start with its one sentence. @throws WrongSetting */
function opening<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new WrongSetting((error as Error).message);
  }
}

/** Where push services find the operator. They take a URL with https, or an e-mail address. */
const operatorOf = ({ publicUrl, mailFrom }: Config): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/[^<>\s]+@[^<>\s]+/.exec(mailFrom)?.[0]}`;

/** All address ranges: the operator's own server may have any address. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];

const outside = (names: HostNames, allow: readonly string[], deny: readonly string[] = [], proxy?: URL) =>
  new SsrfSafeHttp({ allow, deny, proxy, resolve: (name, tenantId) => names.addresses(tenantId, name) });

function geocoderOf({ geocoder, dataDir }: Config, names: HostNames): Geocoder {
  if (!geocoder) return new Gazetteer(dataDir === ':memory:' ? tmpdir() : dataDir);
  const http = outside(names, ANYWHERE);
  return geocoder.kind === 'pelias' ? peliasGeocoder(http, geocoder.url) : nominatimGeocoder(http, geocoder.url);
}

/** The adapter that serves each port. */
export const adapters: readonly Provider[] = [
  ...stores,
  provide(CLOCK, [], () => systemClock),
  provide(IDS, [], () => systemIds),
  provide(LOGGER, [CONFIG], (config) => pinoLogger(config.logLevel)),
  provide(TELEMETRY, [CONFIG, CLOCK, LOGGER], async (config, clock, logger) => {
    if (config.collector === undefined) return NO_TELEMETRY;
    const { OpenTelemetry } = await import('../adapters/opentelemetry/telemetry.js');
    const { collector: url, collectorHeaders: headers, serviceName, metricPushMs: pushMs, processName } = config;
    return OpenTelemetry.to({ url, headers, serviceName, processName, pushMs }, clock, logger);
  }),
  provide(KEYS, [CONFIG, CLOCK], ({ dataDir, masterKey }, clock) =>
    FileKeys.open(dataDir, masterKey, clock).catch(({ message }: Error) => {
      throw new WrongSetting(message);
    }),
  ),
  provide(LOG_SIGNER, [CONFIG, CLOCK], ({ dataDir, masterKey, logOrigin, publicUrl }, clock) =>
    opening(() => {
      const defaultName = new URL(publicUrl).hostname;
      return new FileLogSigner({ dataDir, masterKey, name: logOrigin, defaultName, clock });
    }),
  ),
  provide(SECRETS, [CONFIG], ({ dataDir, masterKey }) => opening(() => fileSecrets(dataDir, masterKey))),
  provide(KEY_WRAP, [CONFIG], ({ dataDir, masterKey }) => fileKeyWrap(dataDir, masterKey)),
  provide(DATA_KEYS, [STORED_ENTRIES, KEY_WRAP], (operations, wrap) => new StoredDataKeys(operations, wrap)),
  provide(HOST_NAMES, [], () => nodeHostNames()),
  provide(OUTBOUND_HTTP, [CONFIG, HOST_NAMES], ({ outboundAllow, outboundDeny, outboundProxy }, names) =>
    outside(names, outboundAllow, outboundDeny, outboundProxy),
  ),
  provide(WEB_PUSH, [SECRETS, CONFIG], (secrets, config) => webPush(vapidKeys(secrets), operatorOf(config))),
  provide(OIDC_CLIENT, [], () => lazyOidcClient),
  provide(GEOCODER, [CONFIG, HOST_NAMES], geocoderOf),
  provide(DNS_RESOLVER, [CONFIG], ({ dnsServers }) => nodeDns(dnsServers)),
  provide(PASSWORDS, [QueueLengths], (queues) => {
    const passwords = new Argon2Passwords(hashesAtOnce(availableParallelism()));
    queues.add('password', () => passwords.waiting);
    return passwords;
  }),
  provide(PASSKEY_VERIFIER, [], () => lazyPasskeyVerifier),
  provide(OPERATOR_CALLS, [CONFIG, LOGGER], ({ dataDir }, logger) =>
    dataDir === ':memory:' ? { listen: async () => {}, close: async () => {} } : operatorSocket(dataDir, logger),
  ),
  provide(PROCESS_LAUNCHER, [], () => new ChildProcesses().start()),
  provide(SCHEMA_VALIDATOR, [PROCESS_LAUNCHER, QueueLengths], (launcher, queues) => {
    const validator = ajvValidator(launcher);
    queues.add('validation', () => validator.waiting);
    return validator;
  }),
  provide(LARGE_JSON, [CONFIG, PROCESS_LAUNCHER, QueueLengths], (config, launcher, queues) => {
    const reader = largeJson(launcher, { memoryMiB: largeJsonMemory(config) });
    queues.add('large-value', () => reader.waiting);
    return reader;
  }),
  provide(SPOOL, [CONFIG, CLOCK], (config, clock) => new FileSpool(spoolOf(config), clock)),
  provide(HTML_CLEANER, [], () => htmlCleaner),
  provide(MAIL_OUTBOX, [CONFIG], (config) => mailOutbox(outboxOf(config), composed)),
  provide(MAILER, [CONFIG, HOST_NAMES, MAIL_OUTBOX], async (config, names, outbox) => {
    if (config.smtpUrl === undefined || config.effects === 'off') return outbox;
    const { smtpMailer } = await import('../adapters/smtp/smtp-mailer.js');
    return smtpMailer(config.smtpUrl, (host) => names.addresses(NO_TENANT, host));
  }),
  provide(SMS_PROVIDER, [CONFIG, OUTBOUND_HTTP, HOST_NAMES], ({ twilioBaseUrl }, http, names) =>
    twilioBaseUrl ? twilioSms(outside(names, ANYWHERE), twilioBaseUrl) : twilioSms(http),
  ),
  provide(SMS_OUTBOX, [CONFIG], (config) => smsOutbox(outboxOf(config))),
  provide(SIGNALS, [CONFIG, OPERATIONAL_STORE, CLOCK, IDS, LOGGER], (config, operations, clock, ids, logger) =>
    isAlone(config) ? new InProcessSignals() : new StoredSignals(operations, clock, ids, WorkerHost.failed(logger)),
  ),
  provide(BLOBS, [CONFIG, CLOCK, DATA_KEYS], ({ dataDir }, clock, keys) =>
    dataDir === ':memory:' ? new MemoryBlobs(keys) : new FileBlobs(join(dataDir, 'blobs'), clock, keys),
  ),
  provide(ASSET_LINKS, [SECRETS, CLOCK, CONFIG], (secrets, clock, { publicUrl }) =>
    signedAssetLinks(secrets, clock, publicUrl),
  ),
  provide(ASSET_STORE, [CONFIG, CLOCK], async ({ assetStoreUrl: url, dataDir }, clock) => {
    if (url.startsWith('s3:')) {
      const { S3Assets } = await import('../adapters/s3-assets/s3-assets.js');
      return new S3Assets(readBucketUrl(url));
    }
    const folder = url.slice('file:'.length);
    if (folder === '' && dataDir === ':memory:') return new MemoryAssets();
    return new FileAssets(folder || join(dataDir, 'assets'), clock);
  }),
  provide(
    MEDIA_PROCESSOR,
    [CONFIG, PROCESS_LAUNCHER, CLOCK, LOGGER],
    ({ dataDir, ffmpeg }, launcher, clock, logger) => {
      const folder = dataDir === ':memory:' ? join(tmpdir(), 'tidings-media') : join(dataDir, 'media');
      return new SharpMedia({ folder, ffmpeg, launcher, clock, logger });
    },
  ),
];

/** The built site that a process with the role `api` serves, where there is one. */
export const siteFolderOf = ({ siteDir, roles, publicUrl }: Config): SiteFolder | undefined =>
  siteDir && roles.has('api') ? openSiteFolder(siteDir, publicUrl) : undefined;
