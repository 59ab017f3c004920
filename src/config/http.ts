import { limits } from '../catalogue/limits/limits.js';
import { type RateKind, rateLimits } from '../catalogue/rates.js';
import type { RateSettings } from '../fairness/rate-limits/rate-limiter.js';
import { listed, WrongSetting } from './environment.js';
import { addressRanges } from './outbound.js';
import { integer, type SettingFacts, setting, text } from './setting.js';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const host = setting(
  {
    name: 'HOST',
    default: '127.0.0.1',
    values: 'address or name',
    meaning: 'address of API, sockets, health and metrics',
  },
  (given) => given ?? '127.0.0.1',
);

const port = integer({
  name: 'PORT',
  default: 3000,
  min: 0,
  max: 65_535,
  unit: '',
  meaning: 'port; with 0 the system chooses one',
});

export const publicUrl = setting(
  {
    name: 'PUBLIC_URL',
    default: '`http://HOST:PORT`',
    values: 'origin like `https://tidings.example`',
    meaning:
      'issuer of tokens and base of links; without it, a service with the `HOST` `0.0.0.0` or `::` sends no e-mail and no SMS with a link',
  },
  (given, environment) => {
    const name = host.read(environment);
    if (!given) return `http://${name.includes(':') ? `[${name}]` : name}:${port.read(environment)}`;
    const url = URL.canParse(given) ? new URL(given) : undefined;
    if (url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search) return url.origin;
    throw new WrongSetting(`PUBLIC_URL must be an origin like https://tidings.example, not "${given}".`);
  },
);

const EVERY_ADDRESS = ['0.0.0.0', '::', '[::]'];

export const isEveryAddress = (address: string): boolean => EVERY_ADDRESS.includes(address);

/** A link that is mailed needs the name under which people reach the service. `HOST=0.0.0.0` alone does not say it. */
export const canMailLinks = (url: string): boolean => !isEveryAddress(new URL(url).hostname);

function rateSettings(given: string | undefined): RateSettings {
  if (!given) return {};
  if (given === 'off') return 'off';
  const settings: Partial<Record<RateKind, number>> = {};
  for (const part of given.split(',')) {
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

export const httpSettings = {
  host,
  port,
  publicUrl,
  /** Addresses and ranges of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: addressRanges({
    name: 'TRUST_PROXY',
    default: 'none',
    meaning: 'proxies with a trusted `X-Forwarded-For`, with or without the ports of clients',
  }),
  /** Requests a minute by bucket, where they differ from the defaults. */
  rateLimits: setting<RateSettings>(
    {
      name: 'RATE_LIMITS',
      default: Object.entries(rateLimits)
        .map(([kind, rate]) => `${kind}=${rate}`)
        .join(' '),
      values: '`off`, or buckets like `token=60,signup=10`',
      meaning: 'requests a minute by bucket; a bucket that is left out keeps its default',
    },
    rateSettings,
  ),
  answerMaxBytes: integer({
    name: 'ANSWER_MAX_BYTES',
    default: limits.answerBytes,
    min: 65_536,
    max: 1_073_741_824,
    unit: 'bytes',
    meaning: 'largest response; a list ends early with `has_more`, another response is 413',
  }),
  metricsToken: text({
    name: 'METRICS_TOKEN',
    secret: true,
    default: 'none',
    values: 'text',
    meaning: 'bearer token for `/metrics`; without it and without `METRICS_PORT`, `/metrics` is 404',
  }),
  metricsPort: setting<number | undefined>(
    {
      name: 'METRICS_PORT',
      default: 'none',
      values: '1 to 65535',
      meaning: 'port on 127.0.0.1 only for `/metrics`; the main port then serves no metrics',
    },
    (given) => {
      if (!given || (/^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65_535))
        return given ? Number(given) : undefined;
      throw new WrongSetting(`METRICS_PORT must be an integer from 1 to 65535, not "${given}".`);
    },
  ),
  keepAliveSeconds: integer({
    name: 'KEEP_ALIVE_SECONDS',
    default: 650,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    meaning:
      'longest time that a connection waits for its next request; a proxy must close its idle connections sooner',
  }),
  /** Contacts for reports of vulnerabilities; empty: there is no security.txt. */
  securityContacts: setting(
    {
      name: 'SECURITY_CONTACT',
      default: 'none',
      values: 'addresses like `mailto:security@tidings.example` or `https://…`, separated by commas',
      meaning: 'contacts in `/.well-known/security.txt` (RFC 9116); without any, the path is 404',
    },
    (given) => {
      const contacts = listed(given);
      const wrong = contacts.find((each) => !/^(mailto:[^\s@]+@|https:\/\/|tel:\+)[\x21-\x7e]+$/.test(each));
      if (wrong === undefined) return contacts;
      throw new WrongSetting(
        `SECURITY_CONTACT must list addresses like mailto:security@tidings.example, separated by commas, not "${wrong}".`,
      );
    },
  ),
  logLevel: setting(
    {
      name: 'LOG_LEVEL',
      default: '`info`',
      values: LEVELS.map((level) => `\`${level}\``).join(', '),
      meaning: 'lowest level of the log lines on standard output',
    },
    (given = 'info') => {
      if (LEVELS.includes(given)) return given;
      throw new WrongSetting(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not "${given}".`);
    },
  ),
  /** `main.ts` sets the default, so that other commands and tests have no site. */
  siteDir: text({
    name: 'SITE_DIR',
    default: '`site/dist`',
    values: 'folder, or empty for no site',
    meaning: 'folder of the built site',
  }),
};

/** The build of the site reads it. */
export const siteSettings: SettingFacts = {
  name: 'SITE_SETTINGS',
  default: 'none',
  values: 'path of a JSON file',
  meaning: 'file that overrides the settings in `site/settings.ts`; a change rebuilds the site',
};
