import { limits } from '../catalogue/limits/limits.js';
import { operationalRetention } from '../catalogue/retention.js';
import { SUBDOMAIN } from '../catalogue/tenant.js';
import { listed, WrongSetting } from './environment.js';
import { integer, setting } from './setting.js';

export const tenantSettings = {
  accessTokenSeconds: integer({
    name: 'ACCESS_TOKEN_SECONDS',
    default: 900,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    meaning: 'lifetime of an access token',
  }),
  reauthSeconds: integer({
    name: 'REAUTH_SECONDS',
    default: 900,
    min: 1,
    max: 86_400,
    unit: 'seconds',
    meaning:
      'time after a sign-in in which a person may change passwords, e-mail addresses, passkeys, API keys, OIDC configs and roles',
  }),
  refreshGraceSeconds: integer({
    name: 'REFRESH_GRACE_SECONDS',
    default: 10,
    min: 0,
    max: 60,
    unit: 'seconds',
    meaning: 'time in which a spent refresh token gets the same response again; later use ends the session',
  }),
  idempotencyHours: integer({
    name: 'IDEMPOTENCY_HOURS',
    default: operationalRetention.idempotency.hours,
    min: 1,
    max: 720,
    unit: 'hours',
    meaning: 'lifetime of an idempotency key',
  }),
  inviteCodes: setting(
    {
      name: 'SIGNUP_INVITE_CODES',
      secret: true,
      default: 'none',
      values: 'texts, separated by commas',
      meaning: 'codes for sign-up; without any, sign-up is open',
    },
    listed,
  ),
  /** Subdomains of the tenants whose API keys sign up other tenants. */
  mainTenants: setting(
    {
      name: 'MAIN_TENANTS',
      default: 'none',
      values: 'subdomains like `acme`, separated by commas',
      meaning: 'tenants with API keys that may sign up other tenants. Sign these tenants up before you list them',
    },
    (given): ReadonlySet<string> => {
      const subdomains = listed(given);
      const wrong = subdomains.find((each) => !SUBDOMAIN.test(each));
      if (wrong === undefined) return new Set(subdomains);
      throw new WrongSetting(
        `MAIN_TENANTS must list subdomains of tenants like acme, separated by commas, not "${wrong}".`,
      );
    },
  ),
  conversationDataMax: integer({
    name: 'CONVERSATION_DATA_MAX_CHARS',
    default: limits.conversationDataDefault,
    min: 1,
    max: limits.readableData,
    unit: 'bytes',
    why: ' Node.js cannot hold a longer text, so it cannot validate a larger value.',
    meaning:
      'largest `conversation_data` as compact JSON. Separate processes parse bodies over 128 KiB: two with up to 128 MiB of memory each, and a third one for values over 1 MiB, with up to 32 times this setting and at least 256 MiB. The service itself holds chunks. A request must arrive within 30 seconds',
  }),
};
