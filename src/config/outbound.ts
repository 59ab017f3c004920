import { isIP } from 'node:net';
import { MOST_RETRY_PAUSES, RETRY_PAUSES } from '../catalogue/webhook-retries.js';
import { withoutPort } from '../lib/without-port.js';
import { listed, WrongSetting } from './environment.js';
import { type Setting, type SettingFacts, setting } from './setting.js';

/** Addresses or ranges in CIDR notation, separated by commas. */
export const addressRanges = (facts: Omit<SettingFacts, 'values'>): Setting<readonly string[]> =>
  setting({ ...facts, values: 'addresses or ranges like `10.0.0.0/8`, separated by commas' }, (given) =>
    listed(given).map((range) => {
      const [address = '', bits, ...more] = range.split('/');
      const size = isIP(address) === 6 ? 128 : 32;
      const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= size);
      if (isIP(address) > 0 && fits && more.length === 0) return range;
      throw new WrongSetting(
        `${facts.name} must list address ranges like 10.0.0.0/8, separated by commas, not "${range}".`,
      );
    }),
  );

export const outboundSettings = {
  /** Whether effects leave the deployment. */
  effects: setting(
    {
      name: 'EFFECTS',
      default: 'on',
      values: '`on`, `off`',
      meaning:
        '`off` for a copy of production: e-mails and SMS are written to `DATA_DIR/outbox/`, webhook deliveries are cancelled, and no push is sent',
    },
    (given): 'on' | 'off' => {
      if (given === undefined || given === 'on') return 'on';
      if (given === 'off') return 'off';
      throw new WrongSetting(`EFFECTS must be on or off, not "${given}".`);
    },
  ),
  /** Private address ranges that URLs of tenants may reach. */
  outboundAllow: addressRanges({
    name: 'OUTBOUND_ALLOW',
    default: 'none',
    meaning: 'private addresses that URLs of tenants may reach',
  }),
  /** Further address ranges that URLs of tenants may not reach. */
  outboundDeny: addressRanges({
    name: 'OUTBOUND_DENY',
    default: 'none',
    meaning: 'further addresses that URLs of tenants may not reach; they are blocked even if `OUTBOUND_ALLOW` has them',
  }),
  /** Makes the connections to URLs of tenants. */
  outboundProxy: setting(
    {
      name: 'OUTBOUND_PROXY',
      secret: true,
      default: 'none',
      values: '`http://proxy.example:3128` or `http://user:password@…`',
      meaning:
        'HTTP proxy that connects to URLs of tenants, push services and the SMS provider by CONNECT; it gets addresses that are already checked',
    },
    (given): URL | undefined => {
      if (given === undefined) return undefined;
      if (URL.canParse(given) && new URL(given).protocol === 'http:' && new URL(given).pathname === '/')
        return new URL(given);
      throw new WrongSetting('OUTBOUND_PROXY must be a URL like http://proxy.example:3128, without a path.');
    },
  ),
  /** Name servers that prove domains of tenants; empty: those of the system. */
  dnsServers: setting(
    {
      name: 'DNS_SERVERS',
      default: 'those of the system',
      values: 'addresses like `192.0.2.1` or `192.0.2.1:53`, separated by commas',
      meaning: 'name servers that look up the TXT records of custom domains',
    },
    (given) => {
      const servers = listed(given);
      const wrong = servers.find((server) => isIP(withoutPort(server)) === 0);
      if (wrong === undefined) return servers;
      throw new WrongSetting(
        `DNS_SERVERS must list addresses like 192.0.2.1 or 192.0.2.1:53, separated by commas, not "${wrong}".`,
      );
    },
  ),
  /** Seconds between the attempts of a webhook delivery. */
  webhookRetrySeconds: setting(
    {
      name: 'WEBHOOK_RETRY_SECONDS',
      default: `${RETRY_PAUSES.slice(0, 3).join(', ')}, … (${RETRY_PAUSES.length + 1} attempts)`,
      values: `1 to ${MOST_RETRY_PAUSES} pauses, each up to 2592000 seconds, separated by commas`,
      meaning: 'pauses between the attempts of a webhook delivery',
    },
    (given): readonly number[] | undefined => {
      if (!given) return undefined;
      const pauses = given.split(',').map(Number);
      if (pauses.every((seconds) => seconds > 0 && seconds <= 2_592_000) && pauses.length <= MOST_RETRY_PAUSES)
        return pauses;
      throw new WrongSetting(
        `WEBHOOK_RETRY_SECONDS must list 1 to ${MOST_RETRY_PAUSES} pauses in seconds like 5,300,1800, not "${given}".`,
      );
    },
  ),
};
