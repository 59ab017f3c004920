import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { limits } from './catalogue/limits/limits.js';
import { type RateKind, rateLimits } from './catalogue/rates.js';
import { operationalRetention } from './catalogue/retention.js';
import { SUBDOMAIN } from './catalogue/tenant.js';
import { type ProcessRole, processRoles } from './engine/effects/worker-host.js';
import type { RateSettings } from './fairness/rate-limits/rate-limiter.js';
import { type AssetSettings, assetSettings } from './kernel/asset-settings.js';
import { type Environment, listed, WrongSetting } from './kernel/environment.js';
import { type GeocoderSettings, geocoderSettings } from './kernel/geocoder-settings.js';
import { token } from './kernel/token.js';

export interface Config extends AssetSettings, GeocoderSettings {
  readonly port: number;
  readonly host: string;
  /** `:memory:` keeps everything in memory (tests). */
  readonly dataDir: string;
  readonly eventStoreUrl: string;
  readonly readStoreUrl: string;
  /** Accepts an event store that can lose acknowledged events (tests). */
  readonly eventStoreMayLose: boolean;
  readonly roles: ReadonlySet<ProcessRole>;
  /** Under which this process holds leases; the same after a restart. */
  readonly processName: string;
  readonly publicUrl: string;
  /** 32 bytes that seal secrets. Default: generated at the first start in `dataDir`. */
  readonly masterKey?: Buffer;
  readonly accessTokenSeconds: number;
  readonly idempotencyHours: number;
  /** Requests a minute by bucket, where they differ from the defaults. */
  readonly rateLimits: RateSettings;
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** Bearer that may read `/metrics`; left out, only direct loopback connections may. */
  readonly metricsToken?: string;
  /** Bound of one answer in bytes. */
  readonly answerMaxBytes: number;
  readonly inviteCodes: readonly string[];
  /** Subdomains of the tenants whose API keys sign up other tenants. */
  readonly mainTenants: ReadonlySet<string>;
  readonly conversationDataMax: number;
  /** Private address ranges that URLs of tenants may reach. */
  readonly outboundAllow: readonly string[];
  /** Name servers that prove domains of tenants; empty: those of the system. */
  readonly dnsServers: readonly string[];
  /** Seconds between the attempts of a webhook delivery. */
  readonly webhookRetrySeconds?: readonly number[];
  /** Default: e-mails are written to the outbox folder. */
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  /** Origin of the SMS provider (tests). */
  readonly twilioBaseUrl?: string;
  readonly logLevel: string;
  /** Folder of the built site; left out, the service has no site. */
  readonly siteDir?: string;
}

export const CONFIG = token<Config>('Config');

export { WrongSetting };

const DATA_MAX = 'CONVERSATION_DATA_MAX_CHARS';
const WHY = ' Node.js holds no longer text, so that no larger value can be validated.';

/** `why`: the reason of the bounds, in the error. */
function whole(environment: Environment, name: string, fallback: number, min: number, max: number, why = ''): number {
  const text = environment[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new WrongSetting(`${name} must be an integer from ${min} to ${max}, not "${text}".${why}`);
}

function originOf(environment: Environment, host: string, port: number): string {
  const text = environment.PUBLIC_URL;
  if (!text) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search) return url.origin;
  throw new WrongSetting(`PUBLIC_URL must be an origin like https://tidings.example, not "${text}".`);
}

const SCHEMES = {
  EVENT_STORE_URL: ['sqlite', 'kurrentdb', 'kurrentdb+discover', 'esdb', 'esdb+discover'],
  READ_STORE_URL: ['sqlite', 'mongodb', 'mongodb+srv'],
} as const;

function store(environment: Environment, name: keyof typeof SCHEMES): string {
  const url = environment[name] || 'sqlite:';
  const [scheme = ''] = url.split(':');
  if ((SCHEMES[name] as readonly string[]).includes(scheme)) return url;
  throw new WrongSetting(`${name} must start with one of ${SCHEMES[name].map((each) => `${each}:`).join(', ')}.`);
}

function rolesOf({ ROLES: text }: Environment, eventStoreUrl: string): ReadonlySet<ProcessRole> {
  const named = !text || text === 'all' ? processRoles : text.split(',').map((role) => role.trim());
  const roles = processRoles.filter((role) => named.includes(role));
  if (roles.length !== new Set(named).size) {
    throw new WrongSetting(`ROLES must list some of ${processRoles.join(', ')}, separated by commas, not "${text}".`);
  }
  if (roles.length < processRoles.length && isEmbedded(eventStoreUrl)) {
    throw new WrongSetting('ROLES must be all with an embedded event log, which only one process can open.');
  }
  return new Set(roles);
}

function processName({ PROCESS_NAME: text }: Environment): string {
  const name = text || hostname();
  if (/^[!-~]{1,200}$/.test(name)) return name;
  throw new WrongSetting(`PROCESS_NAME must be 1 to 200 printable ASCII characters without a space, not "${name}".`);
}

/** Whether the URL names the embedded engine, which needs no server. */
export const isEmbedded = (url: string): boolean => url.startsWith('sqlite:');

function masterKey({ MASTER_KEY: text }: Environment): { readonly masterKey?: Buffer } {
  if (!text) return {};
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64');
  if (key.length === 32) return { masterKey: key };
  throw new WrongSetting('MASTER_KEY must be 32 bytes in base64 or hex, for example from `openssl rand -base64 32`.');
}

/** Addresses or ranges in CIDR notation, separated by commas. */
function addressRanges(environment: Environment, name: string): readonly string[] {
  return listed(environment[name]).map((range) => {
    const [address = '', bits, ...more] = range.split('/');
    const size = isIP(address) === 6 ? 128 : 32;
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size);
    if (isIP(address) > 0 && fits && more.length === 0) return range;
    throw new WrongSetting(`${name} must list address ranges like 10.0.0.0/8, separated by commas, not "${range}".`);
  });
}

function rateSettings({ RATE_LIMITS: text }: Environment): RateSettings {
  if (!text) return {};
  if (text === 'off') return 'off';
  const settings: Partial<Record<RateKind, number>> = {};
  for (const part of text.split(',')) {
    const [kind = '', value = ''] = part.trim().split('=');
    if (!Object.hasOwn(rateLimits, kind) || !/^[1-9]\d{0,8}$/.test(value)) {
      const kinds = Object.keys(rateLimits).join(', ');
      throw new WrongSetting(
        `RATE_LIMITS must be "off", or like token=60,signup=10 with some of ${kinds}, not "${part}".`,
      );
    }
    settings[kind as RateKind] = Number(value);
  }
  return settings;
}

function webhookRetries({ WEBHOOK_RETRY_SECONDS: text }: Environment): Pick<Config, 'webhookRetrySeconds'> {
  if (!text) return {};
  const webhookRetrySeconds = text.split(',').map(Number);
  const fits = webhookRetrySeconds.every((seconds) => seconds > 0 && seconds <= 2_592_000);
  if (fits && webhookRetrySeconds.length <= 100) return { webhookRetrySeconds };
  throw new WrongSetting(`WEBHOOK_RETRY_SECONDS must list 1 to 100 pauses in seconds like 5,300,1800, not "${text}".`);
}

function smtp({ SMTP_URL: url }: Environment): { readonly smtpUrl?: string } {
  if (!url) return {};
  if (URL.canParse(url) && ['smtp:', 'smtps:'].includes(new URL(url).protocol) && new URL(url).hostname) {
    return { smtpUrl: url };
  }
  throw new WrongSetting(
    'SMTP_URL must be a URL like smtp://user:password@mail.example:587 or smtps://mail.example:465.',
  );
}

function mailFrom({ MAIL_FROM: text }: Environment, publicUrl: string): string {
  const from = text || `Tidings <no-reply@${new URL(publicUrl).hostname}>`;
  if (/^[^<>@\r\n]*<?[^<>@\s]+@[^<>@\s]+>?$/.test(from)) return from;
  throw new WrongSetting(`MAIL_FROM must be a sender like Tidings <no-reply@tidings.example>, not "${text}".`);
}

function twilio({ TWILIO_BASE_URL: url }: Environment): { readonly twilioBaseUrl?: string } {
  if (!url) return {};
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return { twilioBaseUrl: new URL(url).origin };
  throw new WrongSetting(`TWILIO_BASE_URL must be an origin like https://api.twilio.com, not "${url}".`);
}

/** `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` or `[2001:db8::1]:53`. */
function nameServers({ DNS_SERVERS: text }: Environment): readonly string[] {
  const servers = listed(text);
  const hostOf = (server: string) =>
    /^\[(.+)\](?::\d{1,5})?$/.exec(server)?.[1] ?? server.replace(/^([\d.]+):\d{1,5}$/, '$1');
  const wrong = servers.find((server) => isIP(hostOf(server)) === 0);
  if (wrong === undefined) return servers;
  throw new WrongSetting(
    `DNS_SERVERS must list addresses like 192.0.2.1 or 192.0.2.1:53, separated by commas, not "${wrong}".`,
  );
}

function mainTenants({ MAIN_TENANTS: text }: Environment): ReadonlySet<string> {
  const subdomains = listed(text);
  const wrong = subdomains.find((each) => !SUBDOMAIN.test(each));
  if (wrong === undefined) return new Set(subdomains);
  throw new WrongSetting(
    `MAIN_TENANTS must list subdomains of tenants like acme, separated by commas, not "${wrong}".`,
  );
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads the environment (contract 9). @throws WrongSetting that says which values are valid */
export function readConfig(environment: Environment): Config {
  const host = environment.HOST || '127.0.0.1';
  const port = whole(environment, 'PORT', 3000, 0, 65_535);
  const logLevel = environment.LOG_LEVEL || 'info';
  if (!LEVELS.includes(logLevel))
    throw new WrongSetting(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not "${logLevel}".`);
  const eventStoreUrl = store(environment, 'EVENT_STORE_URL');
  const publicUrl = originOf(environment, host, port);
  return {
    port,
    host,
    logLevel,
    dataDir: environment.DATA_DIR || './data',
    ...(environment.SITE_DIR ? { siteDir: environment.SITE_DIR } : {}),
    eventStoreUrl,
    ...assetSettings(environment),
    eventStoreMayLose: environment.EVENT_STORE_MAY_LOSE === 'true',
    roles: rolesOf(environment, eventStoreUrl),
    processName: processName(environment),
    readStoreUrl: store(environment, 'READ_STORE_URL'),
    publicUrl,
    ...smtp(environment),
    mailFrom: mailFrom(environment, publicUrl),
    ...geocoderSettings(environment),
    ...twilio(environment),
    ...masterKey(environment),
    accessTokenSeconds: whole(environment, 'ACCESS_TOKEN_SECONDS', 900, 1, 86_400),
    idempotencyHours: whole(environment, 'IDEMPOTENCY_HOURS', operationalRetention.idempotency.hours, 1, 720),
    inviteCodes: listed(environment.SIGNUP_INVITE_CODES),
    mainTenants: mainTenants(environment),
    dnsServers: nameServers(environment),
    outboundAllow: addressRanges(environment, 'OUTBOUND_ALLOW'),
    trustProxy: addressRanges(environment, 'TRUST_PROXY'),
    rateLimits: rateSettings(environment),
    ...(environment.METRICS_TOKEN ? { metricsToken: environment.METRICS_TOKEN } : {}),
    answerMaxBytes: whole(environment, 'ANSWER_MAX_BYTES', limits.answerBytes, 65_536, 1_073_741_824),
    ...webhookRetries(environment),
    conversationDataMax: whole(environment, DATA_MAX, limits.conversationDataDefault, 1, limits.readableData, WHY),
  };
}
